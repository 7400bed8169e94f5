import assert from "node:assert/strict";
import { machine, MachineService } from "../../../../proto/machine.ts";
import { cosi, State } from "../../../../proto/cosi.ts";
import { DOMAIN } from "../../../../lib/distribution.ts";
import type { NodeFacts } from "../../../../lib/sandbox/types.ts";
import { openKubernetes } from "../../../helpers/kubernetes.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import { withChannel } from "../channels.ts";

const { Mode } = machine.ApplyConfigurationRequest;
const SERVICES = { namespace: "runtime", type: `Services.v1alpha1.${DOMAIN}` };

/** Applies a changed configuration, and returns the events of the kubelet until it runs again. */
async function changeAndWatch(
  sandbox: Sandbox,
  node: NodeFacts,
  change: (text: string) => string,
): Promise<string[]> {
  const events: string[] = [];
  await withChannel(sandbox, node, ["os:admin"], async (channel) => {
    const abort = new AbortController();
    const stream = channel.serverStream(
      State.Watch,
      { ...SERVICES, id: "kubelet", apiVersion: 1 },
      { signal: abort.signal },
    );
    for await (const { event } of stream) {
      for (const { eventType } of event) events.push(cosi.resource.EventType[eventType]!);
      if (events.length === 1) {
        const text = await Deno.readTextFile(`${node.folder}/config.yaml`);
        const data = new TextEncoder().encode(change(text));
        await channel.unary(MachineService.ApplyConfiguration, { data, mode: Mode.NO_REBOOT });
      }
      if (events.length === 3) break;
    }
    abort.abort();
  });
  return events;
}

const version = async (api: Awaited<ReturnType<typeof openKubernetes>>, name: string) =>
  (await api.get(`/api/v1/nodes/${name}`)).status.nodeInfo.kubeletVersion;

Deno.test("the kubelet restarts for its image, and the node reports the new version", () =>
  withSandbox({ workers: 1, kubeletRestartMs: 100 }, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const [worker] = sandbox.workers;
    assert.equal(await version(api, worker!.name), "v1.31.1");
    const events = await changeAndWatch(
      sandbox,
      worker!,
      (text) => text.replace(/(kubelet:v1\.31)\.\d+/, "$1.9"),
    );
    assert.deepEqual(events, ["CREATED", "DESTROYED", "CREATED"]);
    // The control loop runs in a microtask after the change of the service.
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(await version(api, worker!.name), "v1.31.9");
    const node = await api.get(`/api/v1/nodes/${worker!.name}`);
    assert.equal(node.spec.taints, undefined, "a restart of the kubelet taints no node");
  }));

Deno.test("the kubelet restarts for an accepted authority", () =>
  withSandbox({ kubeletRestartMs: 100 }, async (sandbox) => {
    const [control] = sandbox.controlPlanes;
    const events = await changeAndWatch(sandbox, control!, (text) => {
      const crt = /^ {4}ca:\n {8}crt: (\S+)/m.exec(text.slice(text.indexOf("\ncluster:")))![1];
      return text.replace(
        "\ncluster:\n",
        `\ncluster:\n    acceptedCAs:\n        - crt: ${crt}\n`,
      );
    });
    assert.deepEqual(events, ["CREATED", "DESTROYED", "CREATED"]);
  }));

Deno.test("resources describe the kubelet and the manifests of the cluster", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const get = async (node: NodeFacts, namespace: string, type: string) => {
      const found = new Map<string, string>();
      await withChannel(sandbox, node, ["os:admin"], async (channel) => {
        const stream = channel.serverStream(State.List, { namespace, type: `${type}.${DOMAIN}` });
        for await (const { resource } of stream) {
          found.set(resource!.metadata!.id, resource!.spec!.yamlSpec);
        }
      });
      return found;
    };
    const [control] = sandbox.controlPlanes;
    const [worker] = sandbox.workers;
    const spec = (await get(worker!, "k8s", "KubeletSpecs.kubernetes")).get("kubelet")!;
    assert.match(spec, /^image: ghcr\.io\/siderolabs\/kubelet:v1\.31\.1\nargs:\n/);
    assert.match(spec, new RegExp(`- --node-ip=${worker!.address}\n`));
    const manifests = await get(control!, "controlplane", "Manifests.kubernetes");
    assert.deepEqual([...manifests.keys()], [
      "00-kubelet-bootstrapping-token",
      "01-csr-approver-role-binding",
      "01-csr-node-bootstrap",
      "01-csr-renewal-role-binding",
      "05-flannel",
      "10-kube-proxy",
      "11-core-dns",
      "11-core-dns-svc",
      "11-kube-config-in-cluster",
    ]);
    assert.match(manifests.get("10-kube-proxy")!, /kube-proxy:v1\.31\.1\n/);
    assert.deepEqual([...await get(worker!, "controlplane", "Manifests.kubernetes")], []);
    // The cluster has every object of the manifests.
    const api = await openKubernetes(sandbox);
    await api.get("/api/v1/namespaces/kube-system/configmaps/kubeconfig-in-cluster");
    const secrets = await api.get("/api/v1/namespaces/kube-system/secrets");
    assert.match(secrets.items[0].metadata.name, /^bootstrap-token-/);
  }));
