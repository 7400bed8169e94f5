import { deepEqual, equal, match } from "node:assert/strict";
import { withSandbox } from "../helpers/sandbox.ts";

Deno.test("wait prints each node on which the condition holds", async () => {
  await withSandbox({ workers: 1 }, async ({ run, nodes, controlPlanes }) => {
    const addresses = nodes.map(({ address }) => address);
    const ready = await run(["wait", "--for", "ready", "-n", addresses.join()]);
    deepEqual([ready.code, ready.stderr], [0, ""]);
    equal(
      ready.stdout,
      addresses.map((node) => `${node}: machine is running and ready\n`).join(""),
    );
    const node = controlPlanes[0]!.address;
    for (
      const [args, text] of [
        [["--for", "service=kubelet"], "service kubelet is healthy"],
        [["--for", "stage=running"], "machine is in stage running"],
        [["links", "lo", "--for", "spec.mtu!=0"], 'spec.mtu of links lo is not "0"'],
        [["links", "lo", "--namespace", "network", "--for", "exists"], "links lo exists"],
        [["links", "none", "--for", "deleted"], "links none is deleted"],
        [["members", "--for", "metadata.phase=running"], 'metadata.phase of members is "running"'],
      ] as const
    ) {
      const { code, stdout, stderr } = await run(["wait", ...args, "-n", node]);
      deepEqual([code, stdout, stderr], [0, `${node}: ${text}\n`, ""], args.join(" "));
    }
  });
});

Deno.test("wait ends when the condition becomes true", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const line = ["wait", "mc", "v1alpha1", "--for", "spec.machine.sysctls.a=1", "-n", node];
    const waiting = run([...line, "--timeout", "1m"]);
    const short = await run([...line, "--timeout", "300ms"]);
    equal(short.code, 1);
    equal(
      short.stderr,
      `osctl: ${node}: condition "spec.machine.sysctls.a=1" not met within 300ms: ` +
        "spec.machine.sysctls.a of v1alpha1 is absent\n",
    );
    const patch = '{"machine": {"sysctls": {"a": "1"}}}';
    equal((await run(["patch", "mc", "-p", patch, "-n", node])).code, 0);
    const { code, stdout } = await waiting;
    deepEqual([code, stdout], [0, `${node}: spec.machine.sysctls.a of mc v1alpha1 is "1"\n`]);
  });
});

Deno.test("wait follows a node through its restart", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const rebooting = run(["wait", "--for", "stage=rebooting", "--timeout", "1m", "-n", node]);
    const exists = await run(["wait", "--for", "stage=running", "-n", node]);
    equal(exists.code, 0);
    equal((await run(["reboot", "--yes", "--wait=false", "-n", node])).code, 0);
    const seen = await rebooting;
    deepEqual([seen.code, seen.stdout], [0, `${node}: machine is in stage rebooting\n`]);
    const ready = await run(["wait", "--for", "ready", "--timeout", "1m", "-n", node]);
    deepEqual([ready.code, ready.stdout], [0, `${node}: machine is running and ready\n`]);
  });
});

Deno.test("wait names the nodes that failed, and what was observed last", async () => {
  await withSandbox({}, async ({ run, nodes, dead }) => {
    const node = nodes[0]!.address;
    const { code, stdout, stderr } = await run([
      ...["wait", "--for", "stage=running", "--timeout", "500ms", "-n", `${dead},${node}`],
    ]);
    deepEqual([code, stdout], [1, `${node}: machine is in stage running\n`]);
    match(
      stderr,
      new RegExp(
        `^osctl: ${dead}: condition "stage=running" not met within 500ms: ` +
          "cannot be reached from [^\\n]+\\n$",
      ),
    );
    const json = await run([
      ...["wait", "--for", "service=cri", "--timeout", "500ms", "-n", `${node},${dead}`],
      ...["-o", "json"],
    ]);
    equal(json.code, 1);
    match(json.stderr, new RegExp(`^osctl: ${dead}: condition "service=cri" not met `));
    const [met, open] = json.stdout.trim().split("\n").map((line) => JSON.parse(line));
    const condition = "service cri is healthy";
    deepEqual({ ...met, elapsed: 0 }, { node, condition, met: true, observed: null, elapsed: 0 });
    deepEqual([open.node, open.met], [dead, false]);
    match(open.observed, /^cannot be reached from /);
    equal(met.elapsed <= open.elapsed, true);
    const unknown = await run(["wait", "nothing", "--for", "exists", "-n", node]);
    deepEqual([unknown.code, unknown.stdout], [1, ""]);
    match(unknown.stderr, /^osctl: unknown resource type "nothing"; list the types/);
    for (
      const [args, message] of [
        [[], /--for is required; use ready, stage=<stage>, service=<id>/],
        [["--for", "ready", "--timeout", "0s"], /invalid --timeout: not positive/],
        [["--for", "broken"], /invalid condition "broken" for --for/],
      ] as const
    ) {
      const invalid = await run(["wait", ...args, "-n", node]);
      equal(invalid.code, 2);
      match(invalid.stderr, message);
    }
  });
});

Deno.test("wait --insecure succeeds in maintenance mode only", async () => {
  await withSandbox({ unconfigured: 1 }, async ({ run, nodes, unconfigured }) => {
    const line = ["wait", "--for", "stage=maintenance", "--timeout", "1s"];
    const node = unconfigured[0]!.address;
    const { code, stdout, stderr } = await run([...line, "--insecure", "-n", node]);
    deepEqual([code, stdout, stderr], [0, `${node}: machine is in stage maintenance\n`, ""]);
    const secure = await run([...line, "-n", node]);
    equal(secure.code, 1);
    match(secure.stderr, /condition "stage=maintenance" not met within 1s: cannot be reached /);
    const configured = nodes[0]!.address;
    const outside = await run([...line, "-i", "-n", configured]);
    deepEqual([outside.code, outside.stdout], [1, ""]);
    match(outside.stderr, /requires a client certificate: it is not in maintenance mode\n$/);
  });
});
