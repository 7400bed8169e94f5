/** Generated configurations with invalid secrets. */
import type { ConfigDocument, Data } from "../../../../lib/machineconfig/data.ts";
import { MAIN } from "../../../../lib/machineconfig/schema/documents.ts";

const crt = btoa("-----BEGIN CERTIFICATE-----\nMIIBPjCB8aADAgECAhBLqU7ZJw\n");
const key = btoa("-----BEGIN ED25519 PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ\n");

function machine(type: string, more: Data): Data {
  return {
    type,
    token: "abcdef.0123456789abcdef",
    certSANs: [],
    kubelet: {
      image: "registry.example.com/kubelet:v1.31.0",
      defaultRuntimeSeccompProfileEnabled: true,
      disableManifestsDirectory: true,
    },
    network: {},
    install: { disk: "/dev/sda", image: "registry.example.com/installer:v1.8.0", wipe: false },
    registries: {},
    features: {
      rbac: true,
      stableHostname: true,
      apidCheckExtKeyUsage: true,
      diskQuotaSupport: true,
      kubePrism: { enabled: true, port: 7445 },
      hostDNS: { enabled: true, forwardKubeDNSToHost: true },
    },
    ...more,
  };
}

const cluster: Data = {
  id: "bm90IGEgcmFuZG9tIGlkLCBqdXN0IGFuIGV4YW1wbGU=",
  secret: "bm90IGEgcmVhbCBzZWNyZXQsIGp1c3QgYW4gZXhhbXA=",
  controlPlane: { endpoint: "https://192.0.2.10:6443" },
  clusterName: "lab",
  network: {
    dnsDomain: "cluster.local",
    podSubnets: ["10.244.0.0/16"],
    serviceSubnets: ["10.96.0.0/12"],
  },
  token: "abcdef.0123456789abcdef",
  discovery: {
    enabled: true,
    registries: { kubernetes: { disabled: true }, service: {} },
  },
  extraManifests: [],
  inlineManifests: [],
};

/** A control plane with all fields that `gen config` writes. */
export const CONTROL_PLANE: ConfigDocument = {
  type: MAIN,
  data: {
    version: "v1alpha1",
    debug: false,
    persist: true,
    machine: machine("controlplane", {
      ca: { crt, key },
      nodeLabels: { "node.kubernetes.io/exclude-from-external-load-balancers": "" },
    }),
    cluster: {
      ...cluster,
      secretboxEncryptionSecret: "bm90IGEgcmVhbCBzZWNyZXQsIGp1c3QgYW4gZXhhbXA=",
      ca: { crt, key },
      aggregatorCA: { crt, key },
      serviceAccount: { key },
      apiServer: {
        image: "registry.example.com/kube-apiserver:v1.31.0",
        certSANs: ["192.0.2.10"],
        disablePodSecurityPolicy: true,
        admissionControl: [{
          name: "PodSecurity",
          configuration: {
            apiVersion: "pod-security.admission.config.k8s.io/v1alpha1",
            kind: "PodSecurityConfiguration",
            defaults: { enforce: "baseline" },
            exemptions: { namespaces: ["kube-system"], usernames: [] },
          },
        }],
        auditPolicy: {
          apiVersion: "audit.k8s.io/v1",
          kind: "Policy",
          rules: [{ level: "Metadata" }],
        },
      },
      controllerManager: { image: "registry.example.com/kube-controller-manager:v1.31.0" },
      proxy: { image: "registry.example.com/kube-proxy:v1.31.0" },
      scheduler: { image: "registry.example.com/kube-scheduler:v1.31.0" },
      etcd: { ca: { crt, key } },
    },
  },
};

/** A worker with all fields that `gen config` writes. */
export const WORKER: ConfigDocument = {
  type: MAIN,
  data: {
    version: "v1alpha1",
    debug: false,
    persist: true,
    machine: machine("worker", { ca: { crt, key: "" } }),
    cluster: { ...cluster, ca: { crt, key: "" } },
  },
};
