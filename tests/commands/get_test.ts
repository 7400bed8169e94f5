import assert from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { type Binding, unary } from "../../lib/sandbox/types.ts";
import { MachineService } from "../../proto/machine.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { runCommand } from "../helpers/run_command.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);
const TYPE = "Members.cluster.talos.dev";

type Store = ReturnType<Sandbox["cluster"]["stateOf"]>["store"];

/** A synthetic member resource. */
function member(id: string, yaml: string, labels: Record<string, string> = {}) {
  const spec = { value: {}, proto: new Uint8Array(), yaml };
  return { namespace: "cluster", type: TYPE, id, spec, labels };
}

function storeOf({ cluster, nodes }: Sandbox, index = 0): Store {
  return cluster.stateOf(nodes[index]!).store;
}

Deno.test("get prints tables of one node, two nodes and names an unreachable one", async () => {
  await withSandbox({ workers: 1 }, async ({ run, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    const one = await run(["get", "members", "-n", node]);
    assert.deepEqual([one.code, one.stderr], [0, ""]);
    const [header, ...rows] = lines(one.stdout);
    assert.match(
      header!,
      /^NODE +NAMESPACE {3}TYPE {5}ID +VERSION {3}HOSTNAME +MACHINE TYPE {3}OS +ADDRESSES$/,
    );
    assert.equal(rows.length, 2);
    assert.match(
      rows[1]!,
      new RegExp(
        `^${node} +cluster +Member +test-worker-1 +1 +test-worker-1 .* \\["${worker}"\\]$`,
      ),
    );
    for (const alias of ["member", "MEMBERS", TYPE, TYPE.toLowerCase(), "members.cluster"]) {
      assert.equal((await run(["g", alias, "-n", node])).stdout, one.stdout, alias);
    }
    const bare = await run(["get", "members", "-n", node, "--no-headers"]);
    assert.equal(lines(bare.stdout).length, 2);

    const two = await run(["get", "members", "-n", `${worker},${node}`]);
    const nodes = lines(two.stdout).slice(1).map((line) => line.split(" ")[0]);
    assert.deepEqual(nodes, [worker, worker, node, node]);
    const three = await run(["get", "members", "-n", `${dead},${worker},${node}`]);
    assert.deepEqual([three.code, three.stdout], [1, two.stdout]);
    assert.match(three.stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));

    const none = await run(["get", "links", "-n", dead]);
    assert.deepEqual([none.code, none.stdout], [1, ""]);
    assert.match(none.stderr, /^osctl: [^\n]+\n$/);
    const endpoint = await run(["get", "links", "-n", `${node},${worker}`, "-e", dead]);
    assert.deepEqual([endpoint.code, endpoint.stdout, lines(endpoint.stderr).length], [1, "", 1]);
  });
});

Deno.test("get prints documents in the layout of talosctl", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const { run, nodes } = sandbox;
    const node = nodes[0]!.address;
    const yaml = "hostname: a<b\naddresses:\n    - fd00::1\nn: 18446744073709551615\nnone: null\n";
    storeOf(sandbox).create(member("123", yaml, { app: "web", on: "true" }));
    const get = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(["get", "members", ...args, "-n", node]);
      assert.equal(code, 0, stderr);
      return stdout;
    };

    const document = await get("123", "-o", "yaml");
    const time = /created: (.*)/.exec(document)![1]!;
    const metadata = [
      ...["namespace: cluster", `type: ${TYPE}`, "id: 123", "version: 1", "owner:"],
      ...["phase: running", `created: ${time}`, `updated: ${time}`],
      ...["labels:", "    app: web", "    on: true"],
    ];
    const indented = (text: string) => text.replaceAll(/^/gm, "    ").trimEnd();
    assert.equal(
      document,
      `node: ${node}\nmetadata:\n${indented(metadata.join("\n"))}\nspec:\n${
        indented(yaml.trim())
      }\n`,
    );
    assert.equal((await get("-o", "yaml")).split("\n---\n").length, 3);

    const json = await get("123", "--output=json");
    assert.match(json, /^\{\n {4}"metadata": \{\n {8}"created": "/);
    assert.match(json, /\n {8}"hostname": "a\\u003cb",\n {8}"n": 18446744073709551615,\n/);
    const parsed = JSON.parse(json);
    assert.deepEqual(
      [parsed.metadata.id, parsed.metadata.version, parsed.metadata.owner, parsed.metadata.labels],
      [123, 1, null, { app: "web", on: true }],
    );
    assert.deepEqual([parsed.node, parsed.spec.none], [node, null]);
    assert.equal(lines(await get("-o", "json")).filter((line) => line === "{").length, 3);
    const list = await get("-o", "json", "--list");
    const ids = JSON.parse(list).map(({ metadata }: { metadata: { id: unknown } }) => metadata.id);
    assert.deepEqual(ids, [123, "test-controlplane-1", "test-worker-1"]);
    assert.match(list, /^\[\n {4}\{\n {8}"metadata": \{\n/);
    assert.equal(await get("-o", "json", "--list", "-l", "nope"), "[]\n");

    const path = "jsonpath={.metadata.id}: {.spec.addresses}{.spec.none}{.metadata.created}";
    assert.equal(
      await get("123", "-o", path),
      `123\n: \n[\n    "fd00::1"\n]\n<nil>\n"${time}"\n`,
    );
    const missing = await run(["get", "members", "-n", node, "-o", "jsonpath={.spec.n}"]);
    assert.deepEqual([missing.code, missing.stdout], [1, "18446744073709551615\n"]);
    assert.match(
      missing.stderr,
      /^osctl: expression "\{\.spec\.n\}" failed: "n" is not found\n$/,
    );
  });
});

Deno.test("get sorts, selects, and accepts namespaces and several types", async () => {
  await withSandbox({}, async (sandbox) => {
    const { run, nodes } = sandbox;
    const node = nodes[0]!.address;
    const store = storeOf(sandbox);
    for (const [id, app] of [["m-1", "web"], ["m-2", "api"], ["m-10", "web"]] as const) {
      store.create(member(id, `hostname: host-${id}\nmachineType: ${app}\n`, { app }));
    }
    store.create({ ...member("elsewhere", "hostname: x\n"), namespace: "runtime" });
    const ids = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(["get", "members", "-n", node, ...args]);
      assert.equal(code, 0, stderr);
      return lines(stdout).slice(1).map((line) => line.split(/ +/)[3]);
    };
    const own = "test-controlplane-1";
    assert.deepEqual(await ids(), ["m-1", "m-10", "m-2", own]);
    assert.deepEqual(await ids("--sort-by", "id"), ["m-1", "m-2", "m-10", own]);
    assert.deepEqual(await ids("--sort-by=Machine Type"), ["m-2", own, "m-1", "m-10"]);
    assert.deepEqual(await ids("--selector", "app=web"), ["m-1", "m-10"]);
    assert.deepEqual(await ids("-l", "app!=web"), ["m-2", own]);
    assert.deepEqual(await ids("-l", "app in (web,api),!nope"), ["m-1", "m-10", "m-2"]);
    assert.deepEqual(await ids("--namespace", "runtime"), ["elsewhere"]);

    const several = await run(["get", "hostname,members,hs", "-n", node]);
    const [first, second] = several.stdout.split("\n\n");
    assert.match(first!, /^NODE[^\n]*HOSTNAME[^\n]*\n[^\n]+ HostnameStatus [^\n]+$/);
    assert.equal(lines(second!).length, 5);
    const types = await run(["get", "hostname,members", "-o", "json", "--list", "-n", node]);
    assert.equal(JSON.parse(types.stdout).length, 5);

    const unsortable = await run(["get", "members", "--sort-by", "age", "-n", node]);
    assert.equal(unsortable.code, 2);
    assert.match(unsortable.stderr, /has no column "age"; use one of NODE, NAMESPACE, /);
  });
});

Deno.test("get rejects invalid arguments in one line each", async () => {
  await withSandbox({}, async (sandbox) => {
    const { run, nodes } = sandbox;
    const node = nodes[0]!.address;
    const wrong: [args: string[], code: number, reason: RegExp][] = [
      [["membrs"], 1, /unknown resource type "membrs"; did you mean "members"/],
      [["zzzzzzzz"], 1, /list the types with "osctl get rd"/],
      [["members", "nope"], 1, /doesn't exist/],
      [["members", ""], 2, /the ID is empty/],
      [[","], 2, /no resource type in ","/],
      [["members,links", "lo"], 2, /requires a single type/],
      [["members,links", "-w"], 2, /requires a single type/],
      [["members", "a", "-l", "x"], 2, /an ID cannot be combined with --selector/],
      [["members", "-l", "=x"], 2, /invalid selector "=x": unexpected "=x"/],
      [["members", "-w", "--sort-by", "id"], 2, /--watch cannot be combined with --sort-by/],
      [["members", "-w", "-o", "json", "--list"], 2, /--watch cannot be combined with --list/],
      [["members", "--list"], 2, /--list requires -o json/],
      [["members", "--list", "-o", "json=id"], 2, /--list cannot be combined with -o json=/],
      [["members", "-o", "yaml", "--no-headers"], 2, /--no-headers requires table output/],
      [["members", "-o", "jsonpath"], 2, /missing expression in output format/],
      [["members", "-o", "jsonpath={.a"], 2, /at character 4/],
      [["members", "-o", "xml"], 2, /xml/],
      [[], 2, /type/],
      [["members", "a", "b"], 2, /b/],
    ];
    for (const [args, code, reason] of wrong) {
      const outcome = await run(["get", ...args, "-n", node]);
      assert.equal(outcome.code, code, `${args}: ${outcome.stderr}`);
      assert.match(outcome.stderr, reason);
      assert.match(outcome.stderr, /^osctl: [^\n]+\n$/);
    }
    const empty = await run(["get", "members", "--namespace", "runtime", "-n", node]);
    assert.equal(empty.code, 0, empty.stderr);
    assert.match(empty.stdout, /^NODE {3}NAMESPACE {3}TYPE {3}ID [^\n]*\n$/);

    storeOf(sandbox).create(member("broken", "'a\n"));
    const broken = await run(["get", "members", "-n", node]);
    assert.equal(broken.code, 1);
    assert.equal(lines(broken.stdout).length, 2);
    assert.match(
      broken.stderr,
      /: cannot parse the spec of Members\.cluster\.talos\.dev "broken": /,
    );
    const raw = await run(["get", "members", "broken", "-o", "yaml", "-n", node]);
    assert.deepEqual([raw.code, raw.stdout.endsWith("spec:\n    'a\n")], [0, true]);
    storeOf(sandbox).create(member("evil", 'hostname: "a\\n\\e[2J"\n'));
    const evil = await run(["get", "members", "evil", "-n", node]);
    assert.match(evil.stdout, / a\\n\\x1b\[2J /);
  });
});

Deno.test("sensitive resources require os:admin", async () => {
  await withSandbox({}, async ({ run, nodes, osconfigFor }) => {
    const node = nodes[0]!.address;
    const reader = ["--osconfig", await osconfigFor("os:reader"), "-n", node];
    const rejected = await run(["get", "osrootsecrets", ...reader]);
    assert.equal(rejected.code, 1);
    assert.match(
      rejected.stderr,
      /not authorized .*; context "test" has the role os:reader, the call needs os:admin/,
    );
    assert.equal((await run(["get", "osrootsecrets", "-n", node])).code, 0);
    const unknown = await run(["get", "members", "--namespace", "nope", "-n", node]);
    assert.equal(unknown.code, 1);
    assert.match(
      unknown.stderr,
      /"nope" is not supported \(PermissionDenied\); list the namespaces with "osctl get namespaces"/,
    );
    assert.equal((await run(["get", "links", ...reader])).code, 0);
  });
});

Deno.test("get works in maintenance mode", async () => {
  await withSandbox({ unconfigured: 2 }, async ({ unconfigured, dead }) => {
    const [a, b] = unconfigured.map(({ address }) => address);
    const get = (args: string[]) => runCommand(["get", "addresses", "lo/127.0.0.1/8", ...args]);
    const one = await get(["--insecure", "-n", a!]);
    assert.equal(one.code, 0, one.stderr);
    assert.match(lines(one.stdout)[1]!, new RegExp(`^${a} +network +AddressStatus +lo/127`));
    const more = await get(["-i", "-n", `${b},${dead},${a}`]);
    assert.equal(more.code, 1);
    assert.deepEqual(lines(more.stdout).slice(1).map((line) => line.split(" ")[0]), [b, a]);
    assert.match(more.stderr, new RegExp(`^osctl: [^\\n]*${dead}[^\\n]*\\n$`));
    const denied = await runCommand(["get", "osrootsecrets", "-i", "-n", a!]);
    assert.equal(denied.code, 1);
    assert.match(
      denied.stderr,
      /not authorized \(PermissionDenied\); maintenance mode refuses sensitive resources/,
    );
  });
});

function versionOf(tag: string): Binding {
  return unary(MachineService.Version, () =>
    Promise.resolve(MachineService.Version.decodeResponse(
      MachineService.Version.encodeResponse({ messages: [{ version: { tag } }] }),
    )));
}

Deno.test("get warns about a node older than the interface on stderr", async () => {
  await withSandbox({ bindings: [versionOf("v1.7.3")] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stderr } = await run(["get", "hostname", "-n", node]);
    assert.deepEqual([code, stderr], [
      0,
      `osctl: warning: older than this program (v1.8.0-alpha.2): ${node} (v1.7.3)\n`,
    ]);
    const older = await run(["get", "hostname", "-n", node], { release: "v1.4" });
    assert.deepEqual([older.code, older.stderr], [0, ""]);
  });
});

Deno.test("get warns about an older node that lacks the type", async () => {
  await withSandbox({ bindings: [versionOf("v1.7.3")] }, async ({ run, nodes }) => {
    const { code, stderr } = await run(["get", "frobs", "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^osctl: warning: older than this program .*\nosctl: unknown resource type/,
    );
  });
});

Deno.test("get reads any type of more nodes than are called at the same time", async () => {
  await withSandbox({ workers: 2 }, async ({ run, nodes }) => {
    const addresses = nodes.map(({ address }) => address);
    for (const type of ["rd", "namespaces", "members", "members,hostname"]) {
      const all = ["get", type, "-o", "name", "-n", addresses.join(",")];
      const [limited, unlimited] = [await run([...all, "--max-parallel", "1"]), await run(all)];
      assert.deepEqual([limited.code, limited.stderr], [0, ""]);
      assert.equal(limited.stdout, unlimited.stdout);
    }
  });
});

/** Runs a watch and performs a step each time its output matches the next expression. */
async function watch(
  { home }: Sandbox,
  args: string[],
  steps: [until: RegExp, then: () => unknown][],
) {
  const stop = new AbortController();
  const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
  const left = [...steps];
  const advanceSteps = () => {
    // Pending writes are not in the text yet.
    setTimeout(() => {
      const [until, then] = left[0] ?? [];
      if (until?.test(system.stdout.text + system.stderr.text)) {
        left.shift();
        then!();
        advanceSteps();
      }
      if (left.length === 0) stop.abort(new InterruptError("SIGINT"));
    });
  };
  system.stdout.onWrite = advanceSteps;
  system.stderr.onWrite = advanceSteps;
  return await runCommand(["get", ...args], { system });
}

Deno.test("get --watch marks created, updated and destroyed resources", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const store = storeOf(sandbox);
    const node = sandbox.nodes[0]!.address;
    const other = sandbox.nodes[1]!.address;
    const a = member("a-member-with-a-long-name", "hostname: a\n");
    const { code, stdout, stderr } = await watch(sandbox, ["members", "-w", "-n", node], [
      [/test-worker-1 /, () => store.create(a)],
      [
        /\+ {3}cluster +Member +a-member/,
        () => store.put({ ...a, spec: member("", "b: 1\n").spec }),
      ],
      [/ {3}cluster +Member +a-member-with-a-long-name +2 /, () => store.destroy(a)],
      [/- {3}cluster +Member +a-member/, () => {}],
    ]);
    assert.deepEqual([code, stderr], [0, ""]);
    const printed = lines(stdout);
    assert.match(printed[0]!, /^NODE +\* {3}NAMESPACE {3}TYPE +ID +VERSION +HOSTNAME /);
    // Initial rows are aligned with the header.
    assert.equal(printed[0]!.indexOf("VERSION"), printed[1]!.indexOf(" 1 ") + 1);
    assert.deepEqual(printed.slice(1).map((line) => line.slice(node.length + 3, node.length + 4)), [
      ...["+", "+", "+", " ", "-"],
    ]);

    const yaml = await watch(sandbox, ["members", "--watch", "-o", "yaml", "-n", node], [
      [/test-worker-1\n[^]*spec:/, () => store.create(a)],
      [/hostname: a\n/, () => store.destroy(a)],
      [/event: destroyed/, () => {}],
    ]);
    assert.deepEqual([...yaml.stdout.matchAll(/^event: (.*)$/gm)].map(([, kind]) => kind), [
      ...["created", "created", "created", "destroyed"],
    ]);
    const fields = ["members", "-w", "-o", "json=event,id,spec.hostname", "-n", node];
    const selected = await watch(sandbox, fields, [
      [/worker-1/, () => store.create(a)],
      [/"a-member/, () => store.destroy(a)],
      [/destroyed/, () => {}],
    ]);
    assert.deepEqual(lines(selected.stdout).slice(2).map((line) => JSON.parse(line)), [
      { event: "created", id: a.id, "spec.hostname": "a" },
      { event: "destroyed", id: a.id, "spec.hostname": "a" },
    ]);
    const json = await watch(sandbox, ["members", "-w", "-o", "json", "-n", `${node},${other}`], [
      [/(?:"event"[^]*){4}\}\n$/, () => {}],
    ]);
    assert.equal(json.stdout.match(/^ {4}"event": "created",$/gm)?.length, 4);
    const path = ["members", "-w", "-l", "app=x", "-o", "jsonpath={.event}", "-n", node];
    const labelled = member("z", "hostname: z\n", { app: "x" });
    // Nothing printed marks the start of the watch, so write until a change shows.
    const timer = setInterval(() => store.put({ ...labelled, id: `z-${Math.random()}` }), 20);
    try {
      const selected = await watch(sandbox, path, [[/created\n/, () => {}]]);
      assert.match(selected.stdout, /^(created\n)+$/);
    } finally {
      clearInterval(timer);
    }
  });
});

Deno.test("get --watch follows one resource, even before it exists", async () => {
  await withSandbox({}, async (sandbox) => {
    const store = storeOf(sandbox);
    const node = sandbox.nodes[0]!.address;
    const a = member("a", "hostname: first\n");
    const { code, stdout } = await watch(sandbox, ["members", "a", "-w", "-n", node], [
      [/- {3}cluster/, () => store.create(a)],
      [/first/, () => store.destroy(a)],
      [/- [^]*- /, () => {}],
    ]);
    assert.equal(code, 0);
    assert.deepEqual(
      lines(stdout).slice(1).map((line) => line.split(/ +/).slice(1, 6).join(" ")),
      ["- cluster Member a undefined", "+ cluster Member a 1", "- cluster Member a 1"],
    );
  });
});

Deno.test("get --watch of one resource prints each row at once, as nodes send no end of the first", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const store = storeOf(sandbox);
    const node = sandbox.nodes[0]!.address;
    const a = member("a", "hostname: first\n");
    store.create(a);
    // Each step waits for the row, which nothing but its own event may release.
    const { code, stdout } = await watch(sandbox, ["members", "a", "-w", "-n", node], [
      [/^NODE [^]*\+ [^]*first/, () => store.destroy(a)],
      [/- {3}cluster/, () => {}],
    ]);
    assert.equal(code, 0);
    assert.deepEqual(lines(stdout).slice(1).map((line) => line.split(/ +/)[1]), ["+", "-"]);
  });
});

Deno.test("get --watch reports an unreachable node and continues with the others", async () => {
  await withSandbox({}, async (sandbox) => {
    const node = sandbox.nodes[0]!.address;
    const { dead } = sandbox;
    const both = await watch(sandbox, ["members", "-w", "-n", `${dead},${node}`], [
      [/test-controlplane-1 [^]*refused/, () => {}],
    ]);
    assert.equal(both.code, 0);
    assert.match(both.stderr, new RegExp(`^osctl: ${dead}: [^\\n]*refused[^\\n]*\\n`));
    const none = await sandbox.run(["get", "members", "-w", "-n", dead]);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /^osctl: [^\n]+\n$/);
  });
});

Deno.test("get --watch reconnects after an outage and reports it once", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const { cluster, workers } = sandbox;
    const store = storeOf(sandbox, 1);
    const worker = workers[0]!;
    const down = { id: "1", action: "down", node: worker.name, method: "*" } as const;
    const args = ["members", "-w", "-n", worker.address];
    const { code, stdout, stderr } = await watch(sandbox, args, [
      [/test-worker-1 /, async () => {
        cluster.faults.set([down]);
        await cluster.applyFaults();
        store.create(member("meanwhile", "hostname: m\n"));
        cluster.faults.set([]);
        await cluster.applyFaults();
      }],
      [/meanwhile/, () => {}],
    ]);
    assert.equal(code, 0);
    assert.equal(lines(stdout).length, 4);
    assert.match(stderr, /^osctl: [\d.]+: watch interrupted \([^\n]+\); reconnecting\n$/);
  });
});

Deno.test("completion lists resource types and IDs", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const complete = async (...words: string[]) => {
      const { stdout } = await run(["__complete", "zsh", "-n", node, ...words]);
      return lines(stdout).map((line) => line.slice(1).split("\t")[0]);
    };
    assert.deepEqual(await complete("get", "memb"), ["members"]);
    assert.deepEqual(await complete("get", "members."), ["members.cluster.talos.dev"]);
    assert.deepEqual(await complete("get", "links,memb"), ["links,members"]);
    const all = await complete("get", "");
    assert.ok(all.includes("members") && !all.includes("members.cluster.talos.dev"));
    assert.deepEqual(await complete("get", "members", ""), ["test-controlplane-1"]);
    assert.deepEqual(await complete("get", "nope", ""), []);
    assert.deepEqual(await complete("get", "members", "-o", "js"), ["json", "jsonpath"]);
  });
});
