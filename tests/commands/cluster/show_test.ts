import { deepEqual, equal, match } from "node:assert/strict";
import { SANDBOX, withCluster } from "./home.ts";

Deno.test("show prints the cluster and its nodes sorted by name", () =>
  withCluster({ workers: 2 }, async (cluster) => {
    const { code, stdout, stderr } = await cluster.run(["show", ...SANDBOX]);
    equal(code, 0);
    equal(stderr, "");
    const net = /NETWORK CIDR\s+(127\.\d+\.\d+)\.0\/24/.exec(stdout)?.[1];
    equal(
      stdout,
      `PROVISIONER           sandbox
NAME                  demo
NETWORK NAME          demo
NETWORK CIDR          ${net}.0/24
NETWORK GATEWAY       -
NETWORK MTU           65536
KUBERNETES ENDPOINT   https://${net}.2:6443

NODES:

NAME                  TYPE           IP${" ".repeat(net!.length + 3)}CPU   RAM   DISK
demo-controlplane-1   controlplane   ${net}.2   -     -     -
demo-worker-1         worker         ${net}.3   -     -     -
demo-worker-2         worker         ${net}.4   -     -     -
`,
    );
  }));

Deno.test("show prints records", () =>
  withCluster({ workers: 0 }, async (cluster) => {
    const json = JSON.parse((await cluster.run(["show", ...SANDBOX, "--output=json"])).stdout);
    deepEqual(Object.keys(json), [
      "provisioner",
      "name",
      "running",
      "network",
      "kubernetesEndpoint",
      "context",
      "nodes",
    ]);
    equal(json.running, true);
    equal(json.context, "demo");
    deepEqual(json.nodes.map((node: Record<string, unknown>) => [node["name"], node["port"]]), [
      ["demo-controlplane-1", 50000],
    ]);
    const yaml = (await cluster.run(["show", ...SANDBOX, "-o", "yaml"])).stdout;
    match(yaml, /^provisioner: sandbox\nname: demo\nrunning: true\n/);
  }));
