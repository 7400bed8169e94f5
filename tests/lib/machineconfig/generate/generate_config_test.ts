import assert from "node:assert/strict";
import {
  type Contract,
  generateConfig,
  type GenerateInput,
  parseEndpoint,
} from "../../../../lib/machineconfig/generate/mod.ts";
import { encodeConfig } from "../../../../lib/machineconfig/encode/mod.ts";
import { REDACTED } from "../../../../lib/pki/mod.ts";
import { testBundle } from "../../../helpers/test_bundle.ts";
import { parse } from "yaml";

async function input(change: Partial<GenerateInput> = {}): Promise<GenerateInput> {
  return {
    clusterName: "lab",
    endpoint: parseEndpoint("https://192.0.2.10:6443"),
    bundle: await testBundle(),
    contract: { major: 1, minor: 8 },
    dnsDomain: "cluster.local",
    installDisk: "/dev/sda",
    installImage: "registry.example.com/installer:v1",
    kubernetesVersion: "1.31.1",
    additionalSans: [],
    registryMirrors: new Map(),
    persist: true,
    discovery: true,
    mesh: false,
    ...change,
  };
}

const STYLE = { docs: false, examples: false };

/** Returns the decoded configuration, with PEM in place of certificates and keys. */
async function generated(type: "init" | "controlplane" | "worker", change = {}) {
  const text = encodeConfig(generateConfig(await input(change))[type], STYLE);
  return parse(
    text,
    (_key, value) => typeof value === "string" && /^LS0t/.test(value) ? "PEM" : value,
  );
}

const at = (minor: number, major = 1): { contract: Contract } => ({ contract: { major, minor } });

Deno.test("generateConfig() returns a complete control plane configuration", async () => {
  const { cluster: ids, secrets, trustdInfo } = await testBundle();
  assert.deepEqual(await generated("controlplane"), {
    version: "v1alpha1",
    debug: false,
    persist: true,
    machine: {
      type: "controlplane",
      token: trustdInfo.token,
      ca: { crt: "PEM", key: "PEM" },
      certSANs: [],
      kubelet: {
        image: "ghcr.io/siderolabs/kubelet:v1.31.1",
        defaultRuntimeSeccompProfileEnabled: true,
        disableManifestsDirectory: true,
      },
      network: {},
      install: { disk: "/dev/sda", image: "registry.example.com/installer:v1", wipe: false },
      features: {
        rbac: true,
        stableHostname: true,
        apidCheckExtKeyUsage: true,
        diskQuotaSupport: true,
        kubePrism: { enabled: true, port: 7445 },
        hostDNS: { enabled: true, forwardKubeDNSToHost: true },
      },
      nodeLabels: { "node.kubernetes.io/exclude-from-external-load-balancers": "" },
    },
    cluster: {
      id: ids.id,
      secret: ids.secret,
      controlPlane: { endpoint: "https://192.0.2.10:6443" },
      clusterName: "lab",
      network: {
        dnsDomain: "cluster.local",
        podSubnets: ["10.244.0.0/16"],
        serviceSubnets: ["10.96.0.0/12"],
      },
      token: secrets.bootstrapToken,
      secretboxEncryptionSecret: secrets.secretboxEncryptionSecret,
      ca: { crt: "PEM", key: "PEM" },
      aggregatorCA: { crt: "PEM", key: "PEM" },
      serviceAccount: { key: "PEM" },
      apiServer: {
        image: "registry.k8s.io/kube-apiserver:v1.31.1",
        certSANs: ["192.0.2.10"],
        disablePodSecurityPolicy: true,
        admissionControl: [{
          name: "PodSecurity",
          configuration: {
            apiVersion: "pod-security.admission.config.k8s.io/v1alpha1",
            kind: "PodSecurityConfiguration",
            defaults: {
              audit: "restricted",
              "audit-version": "latest",
              enforce: "baseline",
              "enforce-version": "latest",
              warn: "restricted",
              "warn-version": "latest",
            },
            exemptions: { namespaces: ["kube-system"], runtimeClasses: [], usernames: [] },
          },
        }],
        auditPolicy: {
          apiVersion: "audit.k8s.io/v1",
          kind: "Policy",
          rules: [{ level: "Metadata" }],
        },
      },
      controllerManager: { image: "registry.k8s.io/kube-controller-manager:v1.31.1" },
      proxy: { image: "registry.k8s.io/kube-proxy:v1.31.1" },
      scheduler: { image: "registry.k8s.io/kube-scheduler:v1.31.1" },
      discovery: {
        enabled: true,
        registries: { kubernetes: { disabled: true }, service: {} },
      },
      etcd: { ca: { crt: "PEM", key: "PEM" } },
    },
  });
});

Deno.test("generateConfig() returns a worker configuration without keys and control plane fields", async () => {
  const { machine, cluster } = await generated("worker");
  assert.deepEqual(machine.ca, { crt: "PEM", key: "" });
  assert.deepEqual(cluster.ca, { crt: "PEM", key: "" });
  assert.equal(machine.nodeLabels, undefined);
  assert.deepEqual(Object.keys(cluster), [
    "id",
    "secret",
    "controlPlane",
    "clusterName",
    "network",
    "token",
    "ca",
    "discovery",
  ]);
  assert.equal((await generated("worker", at(7))).cluster.clusterName, undefined);
});

Deno.test("generateConfig() returns the init configuration with only another type", async () => {
  const [first, other] = [await generated("init"), await generated("controlplane")];
  assert.deepEqual({ ...other, machine: { ...other.machine, type: "init" } }, first);
});

Deno.test("generateConfig() omits fields that older versions do not support", async () => {
  const features = async (minor: number) =>
    Object.keys((await generated("worker", at(minor))).machine.features);
  assert.deepEqual(await features(1), ["rbac"]);
  assert.deepEqual(await features(2), ["rbac", "stableHostname"]);
  assert.deepEqual((await features(4)).at(-1), "apidCheckExtKeyUsage");
  assert.deepEqual((await features(5)).at(-1), "diskQuotaSupport");
  assert.deepEqual((await features(6)).at(-1), "kubePrism");
  assert.deepEqual((await generated("worker", at(7))).machine.features.hostDNS, { enabled: true });
  const { cluster } = await generated("controlplane", at(0));
  assert.equal(cluster.apiServer.admissionControl, undefined);
  assert.equal(cluster.apiServer.auditPolicy, undefined);
  assert.deepEqual(cluster.discovery.registries, { kubernetes: {}, service: {} });
  assert.equal(cluster.secretboxEncryptionSecret, undefined);
  assert.equal(
    cluster.aescbcEncryptionSecret,
    (await testBundle()).secrets.aescbcEncryptionSecret,
  );
});

Deno.test("generateConfig() adds mirrors of the former registry in v1.2 unless others are set", async () => {
  const mirrors = async (change = {}) =>
    (await generated("worker", { ...at(2), ...change })).machine.registries.mirrors;
  assert.deepEqual(await mirrors(), {
    "k8s.gcr.io": { endpoints: ["https://registry.k8s.io", "https://k8s.gcr.io"] },
  });
  const registryMirrors = new Map([["k8s.gcr.io", ["https://mirror.example.com"]]]);
  assert.deepEqual(await mirrors({ registryMirrors }), {
    "k8s.gcr.io": { endpoints: ["https://mirror.example.com"] },
  });
});

Deno.test("generateConfig() sets the boot loader and omits disabled discovery in v1.4", async () => {
  const legacy = { ...at(4), legacy: true };
  assert.equal((await generated("worker", legacy)).machine.install.bootloader, true);
  assert.equal(
    (await generated("worker", { ...legacy, discovery: false })).cluster.discovery,
    undefined,
  );
  assert.equal((await generated("worker", { discovery: false })).cluster.discovery.enabled, false);
});

Deno.test("generateConfig() sets the fields of its options", async () => {
  const config = await generated("controlplane", {
    additionalSans: ["lab.example.com"],
    dnsDomain: "example.org",
    persist: false,
    mesh: true,
    kubernetesVersion: "",
  });
  assert.deepEqual(config.machine.certSANs, ["lab.example.com"]);
  assert.deepEqual(config.cluster.apiServer.certSANs, ["192.0.2.10", "lab.example.com"]);
  assert.equal(config.cluster.network.dnsDomain, "example.org");
  assert.equal(config.persist, false);
  assert.deepEqual(config.machine.network, { kubespan: { enabled: true } });
  assert.equal(config.machine.kubelet.image, undefined);
  assert.deepEqual(config.cluster.scheduler, {});
});

Deno.test("generateConfig() keeps empty manifests and registries for comments", async () => {
  const documents = generateConfig(await input()).controlplane;
  const { machine, cluster } = parse(encodeConfig(documents, { docs: true, examples: true }));
  assert.deepEqual([machine.registries, cluster.extraManifests, cluster.inlineManifests], [
    {},
    [],
    [],
  ]);
});

Deno.test("generateConfig() does not encode the placeholder of a redacted key", async () => {
  const bundle = await testBundle();
  const os = { ...bundle.certs.os, key: REDACTED };
  const certs = { ...bundle.certs, os };
  assert.equal(
    (await generated("controlplane", { bundle: { ...bundle, certs } })).machine.ca.key,
    "******",
  );
});
