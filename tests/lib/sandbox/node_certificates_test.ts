import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { openClientWith, requireSuccess } from "../../../lib/client/mod.ts";
import { readTrust, type Trust, writeTrust } from "../../../lib/machineconfig/authorities/mod.ts";
import { fetchKubeconfig } from "../../../lib/kubernetes/download/fetch_kubeconfig.ts";
import { createCa, issueClientCertificate, type PemPair } from "../../../lib/pki/mod.ts";
import { ResourceReader } from "../../../lib/resource/mod.ts";
import { MachineService } from "../../../proto/machine.ts";
import { fakeSystem, wallClock } from "../../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../../helpers/sandbox.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const source = { clock: wallClock, random };
const NAME = "machineconfig";

interface Identity {
  readonly ca: string;
  readonly crt: string;
  readonly key: string;
}

function connect(sandbox: Sandbox, tls: Identity) {
  const { signal } = new AbortController();
  const system = { ...fakeSystem({ clock: wallClock, random }), signal };
  return openClientWith(system, {
    endpoints: sandbox.controlPlanes.map(({ address, port }) => `${address}:${port}`),
    nodes: sandbox.nodes.map(({ address }) => address),
    tls,
  });
}

/** Calls every node on a new connection. */
async function callAll(sandbox: Sandbox, tls: Identity): Promise<void> {
  await using client = connect(sandbox, tls);
  requireSuccess(await client.call(MachineService.Version, {}));
}

/** Changes the authorities of every node. */
async function change(
  sandbox: Sandbox,
  tls: Identity,
  authority: "os" | "kubernetes",
  edit: (trust: Trust, isControlPlane: boolean) => Trust,
): Promise<void> {
  await using client = connect(sandbox, tls);
  for (const node of sandbox.nodes) {
    const { text } = sandbox.cluster.configOf(node)!;
    const config = { text, name: NAME, release: "v1.8" as const };
    const trust = readTrust(config);
    const data = writeTrust(config, authority, edit(trust[authority], trust.isControlPlane));
    const request = { data: new TextEncoder().encode(data), mode: 2 };
    // New certificates of a node cancel its calls to others.
    await eventually(async () => {
      await client.plainCall(MachineService.ApplyConfiguration, request, node.address);
    });
  }
}

const issuing = (ca: PemPair, isControlPlane: boolean) => (
  { crt: ca.crt, key: isControlPlane ? ca.key : undefined }
);

async function eventually(check: () => Promise<void>): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      return await check();
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

Deno.test("nodes issue and accept certificates by the authorities of their configuration", () =>
  withSandbox({ controlPlanes: 2, workers: 1 }, async (sandbox) => {
    const old = await sandbox.cluster.issue("os:admin");
    const ca = await createCa({ organization: "talos" }, source);
    const pair = await issueClientCertificate(ca, { roles: ["os:admin"], ttl: 3.6e6 }, source);
    const [mixed, fresh] = [{ ...pair, ca: old.ca }, { ...pair, ca: ca.crt }];
    await rejects(callAll(sandbox, mixed));
    await using connected = connect(sandbox, old);
    requireSuccess(await connected.call(MachineService.Version, {}));

    await change(sandbox, old, "os", (trust) => ({ ...trust, accepted: [ca.crt] }));
    await eventually(() => callAll(sandbox, mixed));
    await callAll(sandbox, old);

    await change(sandbox, mixed, "os", (_, isControlPlane) => ({
      issuing: issuing(ca, isControlPlane),
      accepted: [old.ca],
    }));
    await eventually(() => callAll(sandbox, fresh));
    await rejects(callAll(sandbox, old), { kind: "connection" });
    await callAll(sandbox, { ...old, ca: ca.crt });
    // An open connection remains.
    requireSuccess(await connected.call(MachineService.Version, {}));

    await change(sandbox, fresh, "os", (trust) => ({ ...trust, accepted: [] }));
    await eventually(() => callAll(sandbox, fresh));
    await eventually(() => rejects(callAll(sandbox, { ...old, ca: ca.crt })));

    await using client = connect(sandbox, fresh);
    const reader = new ResourceReader(client, { clock: wallClock, callMs: 5000 });
    const kind = { namespace: "secrets", type: "OSRootSecrets.secrets.talos.dev" };
    const pem = (text: string) => new TextEncoder().encode(text).toBase64();
    const root = await reader.get(sandbox.controlPlanes[0]!.address, kind, "os");
    ok(root.yaml.includes(pem(ca.crt)) && root.yaml.includes(pem(ca.key)));
    ok(!root.yaml.includes(pem(old.ca)));
    const worker = await reader.get(sandbox.workers[0]!.address, kind, "os");
    ok(worker.yaml.includes(pem(ca.crt)) && !worker.yaml.includes(pem(ca.key)));
    equal((await sandbox.cluster.issue("os:reader")).ca, ca.crt);
  }));

Deno.test("a new Kubernetes authority issues kubeconfigs, and its clients are accepted", () =>
  withSandbox({}, async (sandbox) => {
    const admin = await sandbox.cluster.issue("os:admin");
    await using client = connect(sandbox, admin);
    const node = sandbox.nodes[0]!.address;
    const clusterCas = async () => {
      const { kubeconfig } = await fetchKubeconfig(client, node);
      const [cluster] = kubeconfig.clusters.values();
      const text = atob(String(cluster!.value["certificate-authority-data"]));
      return text.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/g)!;
    };
    const [before] = await clusterCas();
    const ca = await createCa({ organization: "kubernetes", kind: "ecdsa" }, source);
    await change(sandbox, admin, "kubernetes", () => ({
      issuing: issuing(ca, true),
      accepted: [before!],
    }));
    deepEqual(await clusterCas(), [before!, ca.crt]);
    const reader = new ResourceReader(client, { clock: wallClock, callMs: 5000 });
    const kind = { namespace: "secrets", type: "KubernetesRootSecrets.secrets.talos.dev" };
    const { yaml } = await reader.get(node, kind, "k8s");
    ok(yaml.includes(new TextEncoder().encode(ca.key).toBase64()));
    equal(new X509Certificate(ca.crt).ca, true);
  }));
