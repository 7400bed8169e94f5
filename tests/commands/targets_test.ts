/** Target expressions of `--nodes`, resolved by an embedded cluster. */
import { deepEqual, equal, match } from "node:assert/strict";
import { unary } from "../../lib/sandbox/types.ts";
import { MachineService } from "../../proto/machine.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

/** A response with one empty message. */
const EMPTY_MEMORY = Uint8Array.of(0x0a, 0);

/** Names of the nodes that respond, in order. */
async function namesOf({ run, nodes }: Sandbox, ...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await run(["memory", "-o", "json=node", ...args]);
  equal(code, 0, stderr);
  const found = JSON.parse(stdout) as { node: string }[];
  return found.map(({ node }) =>
    nodes.find(({ address }) => address === node)!.name.replace("test-", "")
  );
}

Deno.test("targets of --nodes are members of the cluster", () =>
  withSandbox({ controlPlanes: 2, workers: 2 }, async (sandbox) => {
    const { run, controlPlanes: [control], workers: [worker] } = sandbox;
    const all = ["controlplane-1", "controlplane-2", "worker-1", "worker-2"];
    deepEqual(await namesOf(sandbox, "-n", "@all"), all);
    deepEqual(await namesOf(sandbox, "-n", "@workers,-test-worker-1"), ["worker-2"]);
    deepEqual(await namesOf(sandbox, "-n", "@controlplane", "-n", worker!.address), [
      ...all.slice(0, 3),
    ]);
    deepEqual(await namesOf(sandbox, "-n", "test-worker-[2,1]"), ["worker-2", "worker-1"]);
    deepEqual(await namesOf(sandbox, "-n", `@all,-${control!.address}`), all.slice(1));
    deepEqual(await namesOf(sandbox, "-n", "@version:>=1.4"), all);
    const none = await run(["memory", "-n", "@version:<1.2"]);
    deepEqual([none.code, none.stdout], [2, ""]);
    match(none.stderr, /^osctl: no node matches "@version:<1\.2"; list nodes with [^\n]+\n$/);
    const unknown = await run(["reboot", "--yes", "-n", "@all,-test-wroker-1"]);
    deepEqual([unknown.code, unknown.stdout], [2, ""]);
    match(unknown.stderr, /unknown node "test-wroker-1" [^\n]+did you mean "test-worker-1"/);
    const insecure = await run(["version", "--insecure", "-n", "@all", "-o", "json"]);
    equal(insecure.code, 2);
    match(insecure.stderr, /--insecure accepts addresses only/);
  }));

Deno.test("the nodes of a change are printed before it, with names and roles", () =>
  withSandbox({ workers: 2 }, async ({ run, controlPlanes: [control], workers: [one, two] }) => {
    const lines = `osctl: 2 nodes:
  test-worker-1  ${one!.address}  worker
  test-worker-2  ${two!.address}  worker
`;
    for (
      const args of [
        ["service", "kubelet", "restart"],
        ["meta", "write", "0xa", "x"],
        ["shutdown", "--wait=false"],
      ]
    ) {
      const { code, stderr } = await run([...args, "-n", "@workers"]);
      deepEqual([code, stderr], [0, lines], args.join(" "));
    }
    const terminals = ["stdin", "stderr"] as const;
    const plan = await run(["upgrade", "--dry-run", "-n", "@workers"], { terminals });
    deepEqual([plan.code, plan.stderr], [0, lines]);
    const read = await run(["service", "kubelet", "-n", "@controlplane"]);
    deepEqual([read.code, read.stderr], [0, ""]);
    const named = await run(["service", "kubelet", "restart", "-n", control!.address]);
    deepEqual([named.code, named.stderr], [0, ""]);
    const events = await run(["reboot", "-n", "@controlplane", "-o", "json"]);
    equal(events.code, 0, events.stderr);
    deepEqual(JSON.parse(events.stdout.split("\n")[0]!), {
      targets: [{ node: control!.address, name: "test-controlplane-1", role: "controlplane" }],
    });
  }));

Deno.test("a change of configured nodes prints them with their names", () =>
  withSandbox({ workers: 1 }, async ({ run, controlPlanes: [control], workers: [worker] }) => {
    equal((await run(["config", "node", control!.address, worker!.address])).code, 0);
    const { code, stderr } = await run(["service", "kubelet", "restart"]);
    equal(code, 0);
    match(
      stderr,
      /^osctl: 2 nodes:\n {2}test-controlplane-1 [^\n]+ controlplane\n {2}test-worker-1/,
    );
    const one = await run(["service", "kubelet", "restart", "-n", worker!.address]);
    equal(one.stderr, "");
    const events = await run(["reboot", "-o", "json"]);
    equal(events.code, 0, events.stderr);
    deepEqual(JSON.parse(events.stdout.split("\n")[0]!), {
      targets: [
        { node: control!.address, name: "test-controlplane-1", role: "controlplane" },
        { node: worker!.address, name: "test-worker-1", role: "worker" },
      ],
    });
    equal((await run(["config", "node", worker!.address])).code, 0);
    const single = await run(["bootstrap"]);
    equal(single.code, 1);
    match(single.stderr, /^osctl: 1 node:\n {2}test-worker-1 [^\n]+ worker\nosctl: [^\n]+\n$/);
  }));

Deno.test("a target is resolved by one call, addresses by none", () =>
  withSandbox({ workers: 1 }, async ({ run, workers: [worker] }) => {
    const count = async (...nodes: string[]) => {
      const { code, stderr } = await run(["memory", ...nodes], { env: { OSCTL_DEBUG: "1" } });
      equal(code, 0, stderr);
      return stderr.split("\n").filter((line) => line.includes("/cosi.resource.State/")).length;
    };
    equal(await count("-n", worker!.address), 0);
    equal(await count("-n", "@all,-@controlplane"), 1);
  }));

// Talos resolves a name through the DNS of the endpoint; the members' IDs are names of Kubernetes nodes
// (`Nodename` in member.go of v1.8.0-alpha.2), which that DNS need not have.
Deno.test("a member's name that the endpoint cannot resolve is called by its address", () =>
  withSandbox(
    { workers: 2, resolvesNames: false },
    async ({ run, workers: [worker, other] }) => {
      const calls = async (...args: string[]) => {
        const { code, stdout, stderr } = await run(args, { env: { OSCTL_DEBUG: "1" } });
        equal(code, 0, stderr);
        const sent = stderr.split("\n").filter((line) => line.includes("/cosi.resource.State/"));
        return { stdout, members: sent.length };
      };
      const named = await calls("memory", "-n", "test-worker-1", "-o", "name");
      deepEqual(named, { stdout: "test-worker-1\n", members: 1 });
      const file = await calls("read", "/proc/loadavg", "-n", "test-worker-1");
      equal(file.members, 1);
      const logs = await calls("logs", "kubelet", "--tail", "1", "-n", "test-worker-1");
      equal(logs.members, 1);
      const byAddress = await calls("memory", "-n", worker!.address, "-o", "name");
      deepEqual(byAddress, { stdout: `${worker!.address}\n`, members: 0 });
      const unknown = await run(["memory", "-n", "test-worker-3"]);
      equal(unknown.code, 1);
      match(unknown.stderr, /test-worker-3: unknown node name; did you mean "test-worker-/);
      // A change resolves names first, to print their nodes.
      const change = await run(["meta", "write", "0xa", "x", "-n", "test-worker-2"]);
      deepEqual([change.code, change.stderr], [
        0,
        `osctl: 1 node:\n  test-worker-2  ${other!.address}  worker\n`,
      ]);
      const reset = await run(["reset", "--reboot", "--yes", "-n", "test-worker-2", "-o", "json"]);
      equal(reset.code, 0, reset.stderr);
      match(reset.stdout, /"event":"done"/);
    },
  ));

Deno.test("the default nodes of a context may be targets", () =>
  withSandbox({ workers: 2 }, async (sandbox) => {
    const { run, workers: [one, two] } = sandbox;
    equal((await run(["config", "node", "@workers", "test-controlplane-1"])).code, 0);
    deepEqual(await namesOf(sandbox), ["worker-1", "worker-2", "controlplane-1"]);
    deepEqual(await namesOf(sandbox, "-n", "@all,-@workers"), ["controlplane-1"]);
    equal((await run(["config", "node", "@workers,-test-worker-2"])).code, 0);
    const change = await run(["meta", "write", "0xa", "x"]);
    deepEqual([change.code, change.stderr], [
      0,
      `osctl: 1 node:\n  test-worker-1  ${one!.address}  worker\n`,
    ]);
    equal((await run(["config", "node", "test-worker-[1,2]"])).code, 0);
    const terminals = ["stdin", "stderr"] as const;
    const asked = await run(["reboot"], { terminals, stdin: "n\n" });
    equal(asked.code, 130);
    match(asked.stderr, /^Reboot: 2 workers\n/);
    match(asked.stderr, new RegExp(`  test-worker-2  worker  ${two!.address}\n`));
    match(asked.stderr, /Nodes are from the client configuration\. Type 2 to continue: /);
    for (const [node, reason] of [["@", /invalid name of a group/], ["w[3-1]", /3 is greater/]]) {
      const { code, stderr } = await run(["config", "node", String(node)]);
      equal(code, 2);
      match(stderr, reason as RegExp);
    }
  }));

Deno.test("targets by label use the labels of Kubernetes nodes", () =>
  withSandbox({ workers: 1, podReadyMs: 20 }, async (sandbox) => {
    const label = "node-role.kubernetes.io/control-plane";
    deepEqual(await namesOf(sandbox, "-n", `@label:${label}`), ["controlplane-1"]);
    deepEqual(await namesOf(sandbox, "-n", `@label:!${label}`), ["worker-1"]);
  }));

Deno.test("without an endpoint that responds, a target is an error and nothing is called", () =>
  withSandbox({}, async ({ run, dead }) => {
    const { code, stdout, stderr } = await run(["reboot", "--yes", "-e", dead, "-n", "@all"]);
    deepEqual([code, stdout], [1, ""]);
    match(stderr, /^osctl: [^\n]* refused the connection[^\n]*\n$/);
  }));

Deno.test("completion offers groups without a call, and names of members to take away", () =>
  withSandbox(
    { workers: 1 },
    async ({ run, dead, controlPlanes: [control], workers: [worker] }) => {
      const complete = async (...args: string[]) =>
        (await run(["__complete", "fish", "memory", ...args])).stdout.trimEnd().split("\n");
      deepEqual(await complete("-e", dead, "-n", "@w"), ["=@workers\tall workers"]);
      deepEqual(await complete("-n", "@all,-test-w"), [
        `=@all,-test-worker-1\tworker, ${worker!.address}`,
      ]);
      deepEqual(await complete("-n", "test-c"), [
        `=test-controlplane-1\tcontrolplane, ${control!.address}`,
      ]);
    },
  ));

Deno.test("--max-parallel and the preference limit the nodes called at the same time", async () => {
  let running = 0;
  let most = 0;
  let expected = 0;
  let batch = Promise.withResolvers<void>();
  const memory = unary(MachineService.Memory, async () => {
    most = Math.max(most, ++running);
    const { promise, resolve } = batch;
    if (running === expected) {
      batch = Promise.withResolvers();
      setTimeout(resolve, 20);
    }
    await promise;
    running--;
    return MachineService.Memory.decodeResponse(EMPTY_MEMORY);
  });
  await withSandbox({ workers: 5, bindings: [memory] }, async ({ run, home, nodes }) => {
    const requireMost = async (count: number, ...args: string[]) => {
      most = 0;
      expected = count;
      const { code, stdout, stderr } = await run(["memory", "-o", "name", "-n", "@all", ...args]);
      equal(code, 0, stderr);
      deepEqual(stdout.trimEnd().split("\n"), nodes.map(({ address }) => address));
      equal(most, count);
    };
    await requireMost(2, "--max-parallel", "2");
    await requireMost(1, "--max-parallel=1");
    await Deno.writeTextFile(`${home}/.os/preferences.yaml`, "maxParallel: 3\n");
    await requireMost(3);
    await requireMost(2, "--max-parallel", "2");
    await requireMost(6, "--no-preferences");
    const { code, stderr } = await run(["memory", "-n", "@all", "--max-parallel", "-1"]);
    equal(code, 2);
    match(stderr, /^osctl: invalid value "-1" for --max-parallel; use a number of nodes/);
  });
});
