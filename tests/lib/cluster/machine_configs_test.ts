import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { CreateFlags } from "../../../lib/cluster/create_flags.ts";
import { createMachineConfigs } from "../../../lib/cluster/machine_configs.ts";
import { planCluster } from "../../../lib/cluster/plan_cluster.ts";
import type { CreateRequest, MachineSettings } from "../../../lib/cluster/types.ts";
import { hasFeature } from "../../../lib/machineconfig/generate/mod.ts";
import { DEFAULT_RELEASE, type Release } from "../../../lib/distribution.ts";
import { parseYaml, toData } from "../../../lib/yaml/mod.ts";
import { createFlagValues } from "../../helpers/create_flag_values.ts";
import { fakeSystem } from "../../helpers/fake_system.ts";

const system = fakeSystem();
const ignore = () => Promise.resolve();

function requestOf(given: Partial<CreateFlags>, release: Release = DEFAULT_RELEASE): CreateRequest {
  return createFlagValues({ name: "lab", ...given }, { release });
}

/** Settings of containers. */
function settingsOf(request: CreateRequest): MachineSettings {
  return {
    plan: planCluster(request, system),
    endpoints: ["127.0.0.1:40000"],
    additionalSans: ["127.0.0.1"],
    clusterEndpoint: "https://10.5.0.2:6443",
    kubernetesEndpoint: "https://127.0.0.1:40001",
    versionImage: request.flags.image,
    mode: "container",
    installDisk: "",
    networkInterface: { interface: "eth0", ignore: true },
    config: (contract) =>
      hasFeature("hostDns", contract) && !hasFeature("separateDocuments", contract)
        ? { machine: { features: { hostDNS: { forwardKubeDNSToHost: true } } } }
        : {},
  };
}

async function configsOf(given: Partial<CreateFlags>, release?: Release) {
  const request = requestOf(given, release);
  return await createMachineConfigs(settingsOf(request), request, system, ignore);
}

// deno-lint-ignore no-explicit-any
type Any = any;

function parsed(text: string): Any[] {
  const { documents, problems } = parseYaml(text);
  deepEqual(problems, []);
  return documents.map(({ root }) => toData(root));
}

Deno.test("create generates configurations of both roles with the settings of the provisioner", async () => {
  const configs = await configsOf({ controlplanes: 2, workers: 1 });
  const [main] = parsed(await configs.textOf("lab-controlplane-2"));
  equal(main.machine.type, "controlplane");
  deepEqual(main.machine.network.interfaces, [{ interface: "eth0", ignore: true }]);
  deepEqual(main.machine.certSANs, ["127.0.0.1"]);
  equal(main.machine.features.hostDNS.forwardKubeDNSToHost, true);
  equal(main.cluster.controlPlane.endpoint, "https://10.5.0.2:6443");
  equal(main.cluster.clusterName, "lab");
  const [worker] = parsed(await configs.textOf("lab-worker-1"));
  equal(worker.machine.type, "worker");
  equal(worker.machine.token, main.machine.token);
  ok((await configs.textOf("lab-worker-1")).includes("# "));
  equal((await configs.textOf("lab-worker-1", { comments: false })).includes("# "), false);
  const { endpoints, nodes, crt } = configs.client!;
  deepEqual([endpoints, nodes], [["127.0.0.1:40000"], ["10.5.0.2", "10.5.0.3"]]);
  match(crt, /^-----BEGIN CERTIFICATE-----/);
});

Deno.test("workers do not wait for the RSA key of the control planes, which all have the same", async () => {
  const request = requestOf({ controlplanes: 2 });
  const settings = settingsOf(request);
  const configs = await createMachineConfigs(settings, request, system, ignore);
  const keys = new Set<string>();
  for (const node of ["lab-controlplane-1", "lab-controlplane-2"]) {
    keys.add(parsed(await configs.textOf(node))[0].cluster.serviceAccount.key);
  }
  keys.add(parsed((await configs.files()).get("controlplane")!)[0].cluster.serviceAccount.key);
  equal(keys.size, 1);
  match(atob([...keys][0]!), /^-----BEGIN RSA PRIVATE KEY-----\n/);

  const reason = new Error("stop");
  const canceled = { ...system, signal: AbortSignal.abort(reason) };
  const pending = await createMachineConfigs(settings, request, canceled, ignore);
  match(await pending.textOf("lab-worker-1"), /type: worker/);
  await rejects(pending.textOf("lab-controlplane-1"), reason);
  await rejects(pending.files(), reason);
});

Deno.test("patches of control planes are validated before their key is found", async () => {
  const request = requestOf({ configPatchControlPlane: ["machine: {unknown: true}"] });
  const canceled = { ...system, signal: AbortSignal.abort(new Error("stop")) };
  await rejects(createMachineConfigs(settingsOf(request), request, canceled, ignore), {
    kind: "input",
  });
});

Deno.test("each flag of the configuration takes effect", async () => {
  const configs = await configsOf({
    withDebug: true,
    dnsDomain: "lab.local",
    customCniUrl: "https://cni.example/m.yaml",
    localproxyPort: 7000,
    controlPlanePort: 7443,
    useVip: true,
    withMeshnet: true,
    installImage: "registry.example/installer:v1.7.1",
    kubernetesVersion: "v1.30.0",
    registryMirror: ["docker.io=http://10.5.0.1:5000"],
    registryInsecureSkipVerify: ["registry.example"],
    configPatch: ["machine: {sysctls: {a.b: '1'}}"],
    configPatchControlPlane: ["cluster: {allowSchedulingOnControlPlanes: true}"],
    configPatchWorker: ["machine: {nodeLabels: {role: w}}"],
  });
  const [main] = parsed(await configs.textOf("lab-controlplane-1"));
  const [worker] = parsed(await configs.textOf("lab-worker-1"));
  deepEqual([main.debug, worker.debug], [true, true]);
  equal(main.cluster.network.dnsDomain, "lab.local");
  deepEqual(main.cluster.network.cni, { name: "custom", urls: ["https://cni.example/m.yaml"] });
  deepEqual(worker.machine.features.kubePrism, { enabled: true, port: 7000 });
  equal(main.cluster.controlPlane.localAPIServerPort, 7443);
  deepEqual(main.machine.network.interfaces[0].vip, { ip: "10.5.0.50" });
  equal(worker.machine.network.interfaces[0].vip, undefined);
  equal(worker.machine.network.kubespan.enabled, true);
  equal(worker.machine.install.image, "registry.example/installer:v1.7.1");
  match(worker.machine.kubelet.image, /:v1\.30\.0$/);
  deepEqual(worker.machine.registries, {
    mirrors: { "docker.io": { endpoints: ["http://10.5.0.1:5000"] } },
    config: { "registry.example": { tls: { insecureSkipVerify: true } } },
  });
  const without = await configsOf({ withClusterDiscovery: false });
  equal(parsed(await without.textOf("lab-worker-1"))[0].cluster.discovery.enabled, false);
  deepEqual([main.machine.sysctls, worker.machine.sysctls], [{ "a.b": "1" }, { "a.b": "1" }]);
  equal(main.cluster.allowSchedulingOnControlPlanes, true);
  equal(worker.cluster.allowSchedulingOnControlPlanes, undefined);
  equal(worker.machine.nodeLabels.role, "w");
});

Deno.test("--endpoint and --init-node-as-endpoint replace endpoints and certificate names", async () => {
  const given = await configsOf({ endpoint: "[fd00::1]:6000", workers: 0 });
  deepEqual(given.client!.endpoints, ["[fd00::1]:6000"]);
  deepEqual(parsed(await given.textOf("lab-controlplane-1"))[0].machine.certSANs, ["fd00::1"]);
  const init = await configsOf({ initNodeAsEndpoint: true, workers: 0 });
  deepEqual(init.client!.endpoints, ["10.5.0.2"]);
  deepEqual(parsed(await init.textOf("lab-controlplane-1"))[0].machine.certSANs ?? [], []);
});

Deno.test("--with-firewall adds the documents of each role", async () => {
  const configs = await configsOf({ withFirewall: "block" });
  const rules = async (node: string) =>
    Object.fromEntries(
      parsed(await configs.textOf(node)).slice(1).map((one) => [one.name ?? one.kind, one]),
    );
  const control = await rules("lab-controlplane-1");
  equal(control["NetworkDefaultActionConfig"].ingress, "block");
  deepEqual(Object.keys(control).slice(1), [
    ...["kubelet-ingress", "apid-ingress", "trustd-ingress", "kubernetes-api-ingress"],
    ...["etcd-ingress", "cni-vxlan"],
  ]);
  deepEqual(control["etcd-ingress"].portSelector, { ports: ["2379-2380"], protocol: "tcp" });
  deepEqual(control["etcd-ingress"].ingress, [{ subnet: "10.5.0.2/32" }]);
  deepEqual(control["kubelet-ingress"].ingress, [{ subnet: "10.5.0.0/24", except: "10.5.0.1/32" }]);
  const worker = await rules("lab-worker-1");
  deepEqual(Object.keys(worker).slice(1), ["kubelet-ingress", "apid-ingress", "cni-vxlan"]);
  deepEqual(worker["apid-ingress"].ingress, [{ subnet: "10.5.0.0/24", except: "10.5.0.1/32" }]);
  await rejects(() => configsOf({ withFirewall: "drop" }), { kind: "usage" });
});

Deno.test("--wireguard-cidr makes each node a peer of all others, next to the firewall", async () => {
  const configs = await configsOf({ wireguardCidr: "10.1.0.0/24", withFirewall: "accept" });
  const devices: Any[] = [];
  for (const node of ["lab-controlplane-1", "lab-worker-1"]) {
    const documents = parsed(await configs.textOf(node));
    ok(documents.length > 3);
    const { interfaces } = documents[0].machine.network;
    devices.push(interfaces.find((one: Any) => one.interface === "wg0"));
  }
  deepEqual(devices.map(({ addresses, mtu }) => [addresses, mtu]), [
    [["10.1.0.2/24"], 1500],
    [["10.1.0.3/24"], 1500],
  ]);
  const [control, worker] = devices.map(({ wireguard }) => wireguard);
  deepEqual([control.listenPort, worker.listenPort], [51111, undefined]);
  equal(worker.peers.length, 1);
  equal(worker.peers[0].endpoint, "10.5.0.2:51111");
  equal(control.peers[0].endpoint, undefined);
  for (const one of [control, worker]) equal(atob(one.privateKey).length, 32);
  equal(atob(worker.peers[0].publicKey).length, 32);
  await rejects(() => configsOf({ wireguardCidr: "10.1.0.0/30", workers: 3 }), { kind: "usage" });
});

Deno.test("the version comes from --os-version or the tag of the image", async () => {
  const rbac = async (given: Partial<CreateFlags>) =>
    parsed(await (await configsOf({ workers: 0, ...given })).textOf("lab-controlplane-1"))[0]
      .machine
      .features.diskQuotaSupport;
  equal(await rbac({ image: "registry.example:5000/os:v1.4.8" }), undefined);
  equal(await rbac({ image: "registry.example:5000/os:v1.6.0" }), true);
  equal(await rbac({ image: "registry.example/os", osVersion: "v1.4" }), undefined);
  equal(await rbac({ image: "registry.example/os:latest" }), true);
  for (const image of ["registry.example:5000/os", `os@sha256:${"0".repeat(64)}`, "os:edge"]) {
    await rejects(() => configsOf({ image }), (error: Error & { hint?: string }) => {
      match(error.message, /cannot derive the version of configurations from the image/);
      match(error.hint!, /--os-version/);
      return true;
    });
  }
});

Deno.test("configurations of every version are valid", async () => {
  for (const minor of [0, 4, 6, 8, 11, 12, 13, 14]) {
    const configs = await configsOf({ osVersion: `v1.${minor}`, withInitNode: true });
    match(await configs.textOf("lab-controlplane-1"), /type: init/);
    match(await configs.textOf("lab-worker-1"), /type: worker/);
  }
  await rejects(() => configsOf({ withMeshnet: true, withClusterDiscovery: false }), {
    message: "--with-meshnet requires cluster discovery",
  });
  const unknown = { configPatch: ["machine: {type: banana}"] };
  await rejects(() => configsOf(unknown), /machine\.type/);
  const old = await configsOf({ osVersion: "v1.3" }, "v1.4");
  match(await old.textOf("lab-worker-1"), /type: worker/);
});

Deno.test("--input-dir reads configurations, patches them, and requires a client configuration", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const generated = await configsOf({});
    await Deno.writeTextFile(
      `${folder}/controlplane.yaml`,
      await generated.textOf("lab-controlplane-1"),
    );
    await Deno.writeTextFile(`${folder}/worker.yaml`, await generated.textOf("lab-worker-1"));
    const given = { inputDir: folder, configPatch: ["machine: {sysctls: {a.b: '1'}}"] };
    await rejects(() => configsOf(given), { message: /has no osconfig, which --wait requires/ });
    const configs = await configsOf({ ...given, wait: false });
    equal(configs.client, undefined);
    const text = await configs.textOf("lab-controlplane-1");
    equal(parsed(text)[0].machine.sysctls["a.b"], "1");
    equal(
      parsed(text)[0].cluster.secret,
      parsed(await generated.textOf("lab-worker-1"))[0].cluster.secret,
    );
    await rejects(() => configsOf({ ...given, wait: false, withInitNode: true }), { kind: "file" });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
