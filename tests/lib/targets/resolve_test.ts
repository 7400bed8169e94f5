/** Target expressions: what each form stands for, and how wrong ones are refused. */
import { deepEqual, equal, rejects } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { isExpression, resolveTargets, type TargetSources } from "../../../lib/targets/mod.ts";

const MEMBERS = [
  { name: "worker-10", role: "worker", addresses: ["10.5.0.14"], version: "v1.13.2" },
  { name: "worker-2", role: "worker", addresses: ["10.5.0.12"], version: "v1.8.4" },
  { name: "worker-3", role: "worker", addresses: ["10.5.0.13", "fd00::13"], version: "v1.12.9" },
  { name: "cp2.example.org", role: "controlplane", addresses: ["10.5.0.3"], version: "v1.13.0" },
  { name: "cp1", role: "controlplane", addresses: ["10.5.0.2"], version: "v1.14.0" },
].map((member) => ({ ...member, id: member.name.split(".")[0]! }));

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  db: ["worker-2", "worker-3"],
  edge: ["@workers", "-@db"],
  outer: ["@inner"],
  inner: ["cp1", "@outer"],
};

function sourcesOf(change: Partial<TargetSources> = {}): TargetSources & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    members() {
      calls.push("members");
      return Promise.resolve(MEMBERS);
    },
    labels: () =>
      Promise.resolve([
        { name: "worker-2", addresses: [], labels: { zone: "a", disk: "ssd" } },
        { name: "w3.example.com", addresses: ["10.5.0.13"], labels: { zone: "b", disk: "ssd" } },
        { name: "unknown-to-members", addresses: ["10.5.0.77"], labels: { zone: "a" } },
        // Has the name of a member, and the address of another machine.
        { name: "worker-10", addresses: ["10.5.0.78"], labels: { zone: "a" } },
      ]),
    groups: () => Promise.resolve(Object.keys(GROUPS)),
    group: (name) => Promise.resolve(GROUPS[name]!),
    declared: () => Promise.resolve(undefined),
    failed: () => Promise.resolve(["10.5.0.12"]),
    ...change,
  };
}

async function resolve(text: string, sources = sourcesOf()): Promise<string> {
  // As the parser of flags separates the values.
  const nodes = await resolveTargets(text.split(","), sources);
  return nodes.map(({ name, address }) => name ?? address).join(" ");
}

Deno.test("each form of a target stands for its nodes, in order and once", async () => {
  const cases: [text: string, nodes: string][] = [
    ["worker-2", "worker-2"],
    ["worker-2,cp1,worker-2", "worker-2 cp1"],
    ["@all", "cp1 cp2.example.org worker-2 worker-3 worker-10"],
    ["@controlplane", "cp1 cp2.example.org"],
    ["@workers,-worker-3", "worker-2 worker-10"],
    ["@workers,-10.5.0.13", "worker-2 worker-10"],
    ["@workers,-fd00:0::13", "worker-2 worker-10"],
    ["cp[1-2]", "cp1 cp2.example.org"],
    ["@controlplane,-cp2", "cp1"],
    ["@controlplane,-cp2.example.org", "cp1"],
    ["worker-[2,10]", "worker-2 worker-10"],
    ["@all,-worker-[2-3],-cp2", "cp1 worker-10"],
    ["@db", "worker-2 worker-3"],
    ["@edge,cp1", "worker-10 cp1"],
    ["@all,-@edge", "cp1 cp2.example.org worker-2 worker-3"],
    ["@label:zone=a", "worker-2"],
    ["@label:(disk=ssd,zone!=a)", "worker-3"],
    ["@label:zone in (a,b)", "worker-2 worker-3"],
    ["@version:<1.13", "worker-2 worker-3"],
    ["@version:1.13", "cp2.example.org worker-10"],
    ["@version:>=v1.13.1", "cp1 worker-10"],
    ["@version:1", "cp1 cp2.example.org worker-2 worker-3 worker-10"],
    ["@all,-@failed", "cp1 cp2.example.org worker-3 worker-10"],
    ["host.example.com", "host.example.com"],
  ];
  for (const [text, nodes] of cases) equal(await resolve(text), nodes, text);
});

Deno.test("addresses alone read no members; names read them once", async () => {
  const sources = sourcesOf();
  equal(await resolve("10.5.0.99,10.5.0.2", sources), "10.5.0.99 10.5.0.2");
  deepEqual(sources.calls, []);
  equal(
    await resolve("cp1,cp2,@workers", sources),
    "cp1 cp2.example.org worker-2 worker-3 worker-10",
  );
  deepEqual(sources.calls, ["members"]);
});

Deno.test("a resolved member has its address and role", async () => {
  deepEqual(await resolveTargets(["worker-3"], sourcesOf()), [
    { address: "10.5.0.13", name: "worker-3", role: "worker" },
  ]);
});

Deno.test("only expressions need the resolver", () => {
  for (const text of ["@all", "-cp1", "cp[1-3]", " @x"]) equal(isExpression([text]), true, text);
  for (const text of ["10.5.0.2", "fd00::1", "[fd00::1]", "cp1", "a.b.example.com"]) {
    equal(isExpression([text]), false, text);
  }
});

Deno.test("wrong targets are refused in one line with a hint", async () => {
  const cases: [text: string, message: string, hint: string][] = [
    ["-cp1", `"-cp1" takes away from no target`, "name targets before it, such as @all,-cp1"],
    ["cp1,-cp1", `no node matches "cp1,-cp1"`, `list nodes with "osctl get members"`],
    ["@version:<1.2", `no node matches "@version:<1.2"`, `list nodes with "osctl get members"`],
    ["@wrokers", `unknown group "@wrokers"`, `did you mean "@workers"`],
    ["@x", `unknown group "@x"`, "use @all, @controlplane, @workers or a group of the preferences"],
    ["@outer", `group "outer" contains itself: @outer → @inner → @outer`, "preferences edit"],
    ["cp[1-4]", `unknown node "cp3" in "cp[1-4]"`, "did you mean"],
    ["@all,-wroker-2", `unknown node "wroker-2" in "-wroker-2"`, `did you mean "worker-2"`],
    ["cp[1-", `invalid target "cp[1-": the brackets do not match`, "worker-[1-3]"],
    ["cp[a]", `invalid target "cp[a]": "a" is not a number`, "worker-[1-3]"],
    ["cp[3-1]", `invalid target "cp[3-1]": 3 is greater than 1`, "worker-[1-3]"],
    ["cp[1-9999]", `invalid target "cp[1-9999]": it stands for more than 1000 names`, "[1-3]"],
    ["@all,-", `invalid target "-": a name is missing after -`, "-worker-3"],
    ["@label:", `invalid target "@label:": the selector is empty`, "@label:<key>=<value>"],
    ["@label:a=(", `invalid selector "a=("`, "key=value"],
    ["@version:x", `invalid target "@version:x": invalid version "x"`, "@version:<1.13"],
    ["@zone:a", `invalid target "@zone:a": unknown target "@zone:"`, "@label:<selector>"],
    ["@", `invalid target "@": invalid name of a group ""`, "@all"],
  ];
  for (const [text, message, hint] of cases) {
    await rejects(resolve(text), (error) => {
      const { kind, message: found, hint: shown = "" } = error as OsctlError;
      equal(kind, "usage", text);
      equal(found.startsWith(message), true, `${text}: ${found}`);
      equal(shown.includes(hint), true, `${text}: ${shown}`);
      return true;
    }, text);
  }
});

Deno.test("without failed nodes, the hint is not to list nodes", async () => {
  const sources = sourcesOf({ failed: () => Promise.resolve([]) });
  await rejects(resolve("@failed", sources), {
    message: 'no node matches "@failed"',
    hint: "no node failed in the last command of this context",
  });
});

Deno.test("an error of a source fails the target", async () => {
  const failure = new OsctlError("connection", "no endpoint answers");
  const sources = sourcesOf({ members: () => Promise.reject(failure) });
  await rejects(resolve("@all", sources), failure);
});

Deno.test("groups of a cluster file are targets, after the groups of the preferences", async () => {
  const groups = new Map([["db", ["worker-10"]], ["storage", ["worker-3", "worker-2"]]]);
  const sources = () => sourcesOf({ declared: () => Promise.resolve(groups) });
  equal(await resolve("@storage,-worker-2", sources()), "worker-3");
  equal(await resolve("@db", sources()), "worker-2 worker-3");
  await rejects(resolve("@storag", sources()), { hint: 'did you mean "@storage"' });
  const broken = sourcesOf({
    declared: () => Promise.reject(new OsctlError("input", "cluster.yaml:3:1: not a map")),
  });
  equal(await resolve("@db", broken), "worker-2 worker-3");
  await rejects(resolve("@x", broken), {
    message: 'unknown group "@x"',
    hint: "cluster.yaml:3:1: not a map",
  });
});
