/** Pulls of an image on all nodes. */
import { deepEqual, equal, rejects } from "node:assert/strict";
import { ImageService, MachineService } from "../../../../proto/machine.ts";
import { openClientWith } from "../../../../lib/client/mod.ts";
import type { NodeClient } from "../../../../lib/client/types.ts";
import { pullOnAll } from "../../../../lib/procedures/rolling/pull_images.ts";
import { RpcError, StatusCode } from "../../../../lib/rpc/mod.ts";
import { listImages } from "../../../../lib/node/images/mod.ts";
import { fakeSystem, wallClock } from "../../../helpers/fake_system.ts";
import { withSandbox } from "../../../helpers/sandbox.ts";

const { signal } = new AbortController();
// The sandbox stores images of Kubernetes only, and fetches no others.
const IMAGE = "registry.k8s.io/kube-apiserver:v1.31.4";
const rpcError = (code: number, message: string) => new RpcError("node", message, code, message);

Deno.test("an image is pulled on nodes of every release", async () => {
  for (const osVersion of ["v1.8.4", "v1.13.9"]) {
    await withSandbox({ workers: 2, osVersion }, async (sandbox) => {
      const system = { ...fakeSystem({ clock: wallClock }), signal };
      await using client = openClientWith(system, {
        endpoints: sandbox.controlPlanes.map(({ address, port }) => `${address}:${port}`),
        nodes: sandbox.nodes.map(({ address }) => address),
        tls: await sandbox.cluster.issue("os:admin"),
      });
      const reports: string[] = [];
      const wait = { signal, report: (text: string) => reports.push(text) };
      deepEqual(await pullOnAll(client, client.nodes, IMAGE, wait), []);
      equal(reports.at(-1), "pulled on 3 of 3 nodes");
      for (const node of client.nodes) {
        const images = await Array.fromAsync(listImages(client, node, "system", signal));
        equal(images.some(({ name }) => name === IMAGE), true, osVersion);
      }
    });
  }
});

/** A client whose pulls have these results, by node. */
function fakeClient(results: Readonly<Record<string, RpcError | undefined>>) {
  const pulled: string[] = [];
  const answer = (node: string) => {
    pulled.push(node);
    if (results[node] !== undefined) throw results[node];
  };
  const client = {
    // deno-lint-ignore require-yield -- an image that is present has no messages
    async *plainStream(method: unknown, _request: unknown, node: string) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (method === ImageService.Pull) answer(node);
    },
    async plainCall(method: unknown, _request: unknown, node: string) {
      await Promise.resolve();
      if (method === MachineService.ImagePull) answer(node);
      return {};
    },
  };
  return { client: client as unknown as NodeClient, pulled };
}

Deno.test("nodes without the call are reported, a failed pull names its node", async () => {
  const old = { a: rpcError(StatusCode.unimplemented, "unknown method ImagePull") };
  const wait = { signal, report: () => {} };
  deepEqual(await pullOnAll(fakeClient(old).client, ["a", "b"], IMAGE, wait), ["a"]);
  const many = Array.from({ length: 30 }, (_, index) => `n${index}`);
  const broken = fakeClient({ n3: rpcError(StatusCode.unknown, "manifest unknown") });
  await rejects(pullOnAll(broken.client, many, IMAGE, wait), /manifest unknown/);
  // The others do not begin after the failure.
  equal(broken.pulled.length < 20, true);
});
