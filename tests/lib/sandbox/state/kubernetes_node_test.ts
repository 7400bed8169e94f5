/** Resources about the Kubernetes node, as Talos nodes have them. */
import { equal, match } from "node:assert/strict";
import { withSandbox } from "../../../helpers/sandbox.ts";

const ZONE = "topology.kubernetes.io/zone";

Deno.test("labels of the configuration become label specs and labels of the Kubernetes node", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async ({ run, workers, osconfigFor }) => {
    const { address, name } = workers[0]!;
    const patch = JSON.stringify({ machine: { nodeLabels: { [ZONE]: "eu-1" } } });
    const patched = await run(["patch", "mc", "-n", address, "--mode", "no-reboot", "-p", patch]);
    equal(patched.code, 0, patched.stderr);
    const specs = await run(["get", "nodelabelspecs", "-n", address, "-o", "yaml"]);
    match(specs.stdout, /key: topology\.kubernetes\.io\/zone\n +value: eu-1/);
    // The role os:reader permits the status, but not the specs.
    const reader = ["--osconfig", await osconfigFor("os:reader"), "-n", address];
    let status;
    do {
      status = await run(["get", "nodestatuses", ...reader, "-o", "yaml"]);
      equal(status.code, 0, status.stderr);
    } while (!status.stdout.includes("nodeReady: true"));
    match(status.stdout, new RegExp(`nodename: ${name}\\n +nodeReady: true`));
    match(status.stdout, /topology\.kubernetes\.io\/zone: eu-1/);
    match((await run(["get", "nodelabelspecs", ...reader])).stderr, /not authorized/);
  });
});
