import assert from "node:assert/strict";
import { request } from "node:https";
import { machine, MachineService } from "../../../../proto/machine.ts";
import { createSecrets, startCluster } from "../../../../lib/sandbox/mod.ts";
import { type NodeSpec, planFree } from "../../../../lib/sandbox/mod.ts";
import { readAuthority } from "../../../../lib/sandbox/kubernetes/cluster_node.ts";
import { mainData, parseMachineConfig } from "../../../../lib/sandbox/configuration/mod.ts";
import type { NodeFacts } from "../../../../lib/sandbox/types.ts";
import { issueClientCertificate } from "../../../../lib/pki/mod.ts";
import { wallClock } from "../../../helpers/fake_system.ts";
import { type Json, openKubernetes } from "../../../helpers/kubernetes.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import { withChannel } from "../channels.ts";
import { until } from "../../../helpers/until.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const { Mode } = machine.ApplyConfigurationRequest;

/** Applies a changed configuration to a node without a reboot. */
async function changeConfig(
  sandbox: Sandbox,
  node: NodeFacts,
  change: (text: string) => string,
): Promise<void> {
  const text = await Deno.readTextFile(`${node.folder}/config.yaml`);
  const changed = change(text);
  assert.notEqual(changed, text);
  await withChannel(sandbox, node, ["os:admin"], async (channel) => {
    const data = new TextEncoder().encode(changed);
    await channel.unary(MachineService.ApplyConfiguration, { data, mode: Mode.NO_REBOOT });
  });
}

const readyOf = ({ status }: Json): string =>
  status.conditions?.find((one: Json) => one.type === "Ready")?.status;

Deno.test("a worker has no kubeconfig", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const [worker] = sandbox.workers;
    await withChannel(sandbox, worker!, ["os:admin"], async (channel) => {
      const stream = channel.serverStream(MachineService.Kubeconfig, {});
      await assert.rejects(Array.fromAsync(stream), {
        code: 12,
        details: "kubeconfig is only available on control plane nodes",
      });
    });
  }));

// Source: Kubeconfig of v1.4 to v1.14. The tests of health --server=false, upgrade-k8s, support and
// cluster create read their kubeconfig from this archive.
Deno.test("the archive of a kubeconfig is its header and its content, and is not closed", () =>
  withSandbox({}, async (sandbox) => {
    await withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const { bytes } of channel.serverStream(MachineService.Kubeconfig, {})) {
        if (bytes) parts.push(new Uint8Array(bytes));
      }
      const plain = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
      const tar = await new Response(plain).bytes();
      const size = Number.parseInt(new TextDecoder().decode(tar.subarray(124, 135)), 8);
      assert.ok(size > 0);
      assert.equal(tar.length, 512 + size);
    });
  }));

Deno.test("a new image in the configuration replaces the static pod", () =>
  withSandbox({}, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const [control] = sandbox.controlPlanes;
    const path = `/api/v1/namespaces/kube-system/pods/kube-scheduler-${control!.name}`;
    const before = await api.get(path);
    await changeConfig(
      sandbox,
      control!,
      (text) => text.replace(/(kube-scheduler:v1\.31)\.\d+/, "$1.9"),
    );
    const after = await until(
      () => api.get(path),
      ({ metadata }) => metadata?.uid !== undefined && metadata.uid !== before.metadata.uid,
    );
    assert.match(after.spec.containers[0].image, /:v1\.31\.9$/);
  }));

Deno.test("a rebooting node is not ready, and its containers restart", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const [worker] = sandbox.workers;
    const node = () => api.get(`/api/v1/nodes/${worker!.name}`);
    const proxy = async () => {
      const query = `labelSelector=k8s-app%3Dkube-proxy&fieldSelector=spec.nodeName%3D${
        worker!.name
      }`;
      return (await api.get(`/api/v1/namespaces/kube-system/pods?${query}`)).items[0];
    };
    await until(proxy, (pod) => readyOf(pod) === "True");
    const { status: { nodeInfo: { bootID } } } = await node();
    await withChannel(sandbox, worker!, ["os:admin"], async (channel) => {
      await channel.unary(MachineService.Reboot, {});
    });
    await until(node, (object) => readyOf(object) === "Unknown");
    assert.equal(readyOf(await proxy()), "False");
    const after = await until(node, (object) => readyOf(object) === "True");
    assert.notEqual(after.status.nodeInfo.bootID, bootID);
    const pod = await until(proxy, (one) => readyOf(one) === "True");
    assert.equal(pod.status.containerStatuses[0].restartCount, 1);
  }));

Deno.test("a service account of the node API gets a secret with a client configuration", () =>
  withSandbox({}, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const [control] = sandbox.controlPlanes;
    const accounts = "/apis/talos.dev/v1alpha1/namespaces/default/serviceaccounts";
    assert.equal((await api.call("GET", accounts)).status, 404);
    const access = [
      "    kubernetesTalosAPIAccess:",
      "      enabled: true",
      "      allowedRoles: [os:reader]",
      "      allowedKubernetesNamespaces: [default]",
    ];
    await changeConfig(
      sandbox,
      control!,
      (text) =>
        text.replace(
          /^ {2,4}features:\n( *)/m,
          (found, indent) =>
            `${found.trimEnd()}\n${
              access.map((line) => indent + line.slice(4)).join("\n")
            }\n${indent}`,
        ),
    );
    const create = async (name: string, roles: string[]) => {
      const body = { metadata: { name }, spec: { roles } };
      assert.equal((await api.call("POST", accounts, { body })).status, 201);
    };
    await create("reader", ["os:reader"]);
    await create("admin", ["os:admin"]);
    const secret = await until(
      () => api.get("/api/v1/namespaces/default/secrets/reader"),
      ({ data }) => data?.config !== undefined,
    );
    const config = atob(secret.data.config);
    assert.match(config, /^context: default$/m);
    assert.match(config, /^ +- talos\.default$/m);
    const refused = await api.get(`${accounts}/admin`);
    assert.equal(refused.status.failureReason, "Roles not allowed: [os:admin]");
  }));

Deno.test("a user has the access that roles grant", () =>
  withSandbox({}, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const [control] = sandbox.controlPlanes;
    const text = await Deno.readTextFile(`${control!.folder}/config.yaml`);
    const ca = readAuthority(mainData(parseMachineConfig(text).documents))!;
    const identity = { roles: ["team"], commonName: "ada", ttl: 60_000 };
    const { crt, key } = await issueClientCertificate(ca, identity, { clock: wallClock, random });
    const get = (path: string) =>
      new Promise<number>((resolve, reject) => {
        const options = { ca: ca.crt, cert: crt, key, agent: false };
        request(`${api.server}${path}`, options, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        }).once("error", reject).end();
      });
    assert.equal(await get("/version"), 200);
    assert.equal(await get("/api/v1/namespaces/default/pods"), 403);
    await api.call("POST", "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings", {
      body: {
        metadata: { name: "team" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
        subjects: [{ kind: "Group", name: "team" }],
      },
    });
    assert.equal(await get("/api/v1/namespaces/default/pods"), 200);
    assert.equal(await get("/api/v1/namespaces/default/secrets"), 403);
    assert.equal(await get("/api/v1/pods"), 403);
  }));

Deno.test("objects survive a restart of all nodes", async () => {
  const home = await Deno.makeTempDir({ prefix: "osctl-kubernetes-" });
  try {
    const secrets = await createSecrets({ clock: wallClock, random });
    const [socket] = planFree(1, random).sockets;
    const node: NodeSpec = { ...socket!, name: "one", type: "controlplane", configured: true };
    const spec = { name: "test", nodes: [node], secrets, nodesFolder: `${home}/nodes` };
    const run = async (body: (sandbox: Sandbox) => Promise<void>) => {
      const cluster = await startCluster(spec, { clock: wallClock, random });
      try {
        await body({ cluster, home, controlPlanes: cluster.nodes } as unknown as Sandbox);
      } finally {
        await cluster.stop();
      }
    };
    const path = "/api/v1/namespaces/default/configmaps";
    let version = 0;
    await run(async (sandbox) => {
      const api = await openKubernetes(sandbox);
      const body = { metadata: { name: "kept" }, data: { a: "1" } };
      const created = await api.call("POST", path, { body });
      assert.equal(created.status, 201, created.text);
      version = Number(created.body.metadata.resourceVersion);
    });
    await run(async (sandbox) => {
      const api = await openKubernetes(sandbox);
      assert.deepEqual((await api.get(`${path}/kept`)).data, { a: "1" });
      const list = await api.get(path);
      assert.ok(Number(list.metadata.resourceVersion) >= version);
      const expired = await api.call("GET", `${path}?watch=true&resourceVersion=${version - 1}`);
      assert.equal(expired.status, 410);
    });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
