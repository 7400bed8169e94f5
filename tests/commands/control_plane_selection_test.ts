/** Commands that call one control plane node, with several nodes in the client configuration. */
import { equal, match, ok } from "node:assert/strict";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

async function configure({ run }: Sandbox, nodes: readonly string[]): Promise<void> {
  const { code, stderr } = await run(["config", "node", ...nodes]);
  equal(code, 0, stderr);
}

const noteOf = (node: string, count: number) =>
  `osctl: using node ${node}, one of ${count} configured nodes; select another with --nodes\n`;

Deno.test("commands that need a control plane node use a configured one, and print which", () =>
  withSandbox({ workers: 1, osVersion: "v1.11.6", podReadyMs: 60 }, async (sandbox) => {
    const { controlPlanes: [control], workers: [worker], dead, home, run } = sandbox;
    const node = control!.address;
    await configure(sandbox, [worker!.address, dead, node]);
    for (
      const args of [
        ["kubeconfig", "-"],
        ["kubeconfig", `${home}/kubeconfig`, "--merge=false"],
        ["health", "--wait-timeout", "1m"],
        ["etcd", "snapshot", `${home}/snapshot.db`],
        ["etcd", "downgrade", "cancel"],
        ["config", "new", `${home}/new`],
        ["upgrade-k8s", "--to", "1.31.1", "--dry-run"],
      ]
    ) {
      const { stderr } = await run(args);
      ok(stderr.startsWith(noteOf(node, 3)), `${args.join(" ")}: ${stderr}`);
      ok(!stderr.includes("accepts one node"), stderr);
    }
    ok((await Deno.stat(`${home}/snapshot.db`)).size > 0);
    match(await Deno.readTextFile(`${home}/kubeconfig`), /^apiVersion: v1\n/);
    // The checks of the client include all configured nodes.
    const local = await run(["health", "--once", "--skip", "kubernetes"]);
    ok(!local.stderr.includes("using node"), local.stderr);
    const json = await run(["etcd", "downgrade", "validate", "3.5", "-o", "json"]);
    equal(json.stderr.startsWith(noteOf(node, 3)), true);
  }));

Deno.test("nodes on the command line are not chosen from, and one node needs no choice", () =>
  withSandbox({ controlPlanes: 2 }, async (sandbox) => {
    const [one, two] = sandbox.controlPlanes.map(({ address }) => address);
    const several = await sandbox.run(["kubeconfig", "-", "-n", `${one},${two}`]);
    equal(several.code, 2);
    match(several.stderr, /^osctl: "osctl kubeconfig" accepts one node, found 2: /);
    await configure(sandbox, [two!]);
    const single = await sandbox.run(["kubeconfig", "-"]);
    equal(single.code, 0);
    equal(single.stderr, "");
  }));

Deno.test("configured nodes without a control plane node are an error that names one", () =>
  withSandbox({ workers: 2 }, async (sandbox) => {
    const workers = sandbox.workers.map(({ address }) => address);
    await configure(sandbox, workers);
    const { code, stderr } = await sandbox.run(["kubeconfig", "-"]);
    equal(code, 2);
    equal(
      stderr,
      `osctl: none of the 2 configured nodes is a control plane node: ${workers.join(", ")}; ` +
        `select one, for example with --nodes ${sandbox.controlPlanes[0]!.address}; ` +
        'see "osctl kubeconfig --help"\n',
    );
  }));
