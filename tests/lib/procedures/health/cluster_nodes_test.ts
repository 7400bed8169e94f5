/** The expected nodes of a cluster: flags, and endpoints of Kubernetes. */
import assert from "node:assert/strict";
import { parseSkipped } from "../../../../lib/procedures/health/checks.ts";
import { parseClusterNodes } from "../../../../lib/procedures/health/cluster_nodes.ts";
import { parseEndpoint } from "../../../../lib/kubernetes/connect.ts";
import { OsctlError } from "../../../../lib/errors.ts";

const flags = { controlPlaneNodes: [] as string[], initNode: "", workerNodes: [] as string[] };

Deno.test("node flags list control planes and workers; the init node is a control plane", () => {
  assert.equal(parseClusterNodes(flags), undefined);
  const nodes = parseClusterNodes({
    controlPlaneNodes: ["10.0.0.2", " fd00:0::2 ", "10.0.0.2", "10.0.0.1"],
    initNode: "10.0.0.1",
    workerNodes: ["10.0.0.5"],
  });
  const addresses = (list = nodes!.controlPlanes) => list.map(({ address }) => address);
  assert.deepEqual(addresses(), ["10.0.0.2", "fd00::2", "10.0.0.1"]);
  assert.deepEqual(addresses(nodes!.workers), ["10.0.0.5"]);
});

Deno.test("a node that is not an IP address is a usage error that names the flag", () => {
  assert.throws(
    () => parseClusterNodes({ ...flags, workerNodes: ["worker-1"] }),
    (error) =>
      error instanceof OsctlError && error.kind === "usage" &&
      error.message === 'invalid IP address "worker-1" for --worker-nodes',
  );
});

Deno.test("the default port of the Kubernetes endpoint is 6443", () => {
  const hosts = [
    ["10.0.0.2", "10.0.0.2:6443"],
    ["https://lb.example", "lb.example:6443"],
    ["https://lb.example:443", "lb.example"],
    ["lb.example:8443", "lb.example:8443"],
    ["fd00::2", "[fd00::2]:6443"],
    ["[fd00::2]:443", "[fd00::2]"],
  ] as const;
  for (const [endpoint, host] of hosts) assert.equal(parseEndpoint(endpoint).host, host, endpoint);
  for (const endpoint of ["a b", "https://user@host", "host/path", "host:99999", "https://"]) {
    assert.throws(() => parseEndpoint(endpoint), /invalid endpoint/, endpoint);
  }
});

Deno.test("checks are skipped by id, or all of Kubernetes", () => {
  assert.deepEqual([...parseSkipped(["coredns", "disk"])], ["coredns", "disk"]);
  assert.deepEqual([...parseSkipped(["kubernetes"])], [
    "k8s-nodes",
    "static-pods",
    "control-plane",
    "k8s-nodes-ready",
    "kube-proxy",
    "coredns",
    "k8s-nodes-schedulable",
  ]);
  assert.throws(
    () => parseSkipped(["coredn"]),
    (error) => error instanceof OsctlError && error.hint === 'did you mean "coredns"',
  );
});
