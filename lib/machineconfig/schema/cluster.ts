/** The `cluster` section. */
import { certificate, certificateAndKey, privateKey } from "./certificates.ts";
import { clusterNetworkConfig } from "./cluster_network.ts";
import {
  apiServerConfig,
  controllerManagerConfig,
  proxyConfig,
  schedulerConfig,
} from "./control_plane.ts";
import { clusterDiscoveryConfig } from "./discovery.ts";
import { etcdConfig } from "./etcd.ts";
import { bool, INT, list, map, number, object, one, TEXT, text } from "./types.ts";

/** The beginnings of PEM texts in base64, for examples. */
const CERTIFICATE = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==";
const PRIVATE_KEY = "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCg==";

const controlPlaneConfig = object(
  "ControlPlaneConfig",
  "Where the API server of the cluster is reached",
  {
    endpoint: text({
      doc: "URL of the Kubernetes API as nodes and users reach it, with its port",
      optional: true,
      required: true,
      always: true,
      format: "url",
      examples: [{ value: "https://192.0.2.10:6443" }, {
        title: "A load balancer",
        value: "https://k8s.example.com:443",
      }],
    }),
    localAPIServerPort: number({
      doc: "Port on which the API server of a control plane listens",
      default: 6443,
      examples: [{ value: 6443 }],
      ...INT,
    }),
  },
);

const coreDNS = object("CoreDNS", "The DNS server of the cluster", {
  disabled: bool({ doc: "Whether CoreDNS is left out", default: false }),
  image: text({
    doc: "Container image of CoreDNS; without it the one that came with the node's release",
    examples: [{ value: "registry.k8s.io/coredns/coredns:v1.11.3" }],
  }),
});

const externalCloudProviderConfig = object(
  "ExternalCloudProviderConfig",
  "A cloud provider that runs in the cluster and not in its control plane",
  {
    enabled: bool({
      doc: "Whether nodes wait for such a provider to set them up",
      default: false,
    }),
    manifests: list(TEXT, {
      doc: "URLs of the manifests that install the provider; only together with `enabled`",
      examples: [{ value: ["https://example.com/cloud-provider/rbac.yaml"] }],
    }),
  },
);

const clusterInlineManifest = object(
  "ClusterInlineManifest",
  "Kubernetes objects that are part of the configuration",
  {
    name: text({
      doc: "Name of the manifest, of which there is only one in the list",
      required: true,
      always: true,
      examples: [{ value: "team-namespace" }],
    }),
    contents: text({
      doc: "The objects as YAML, several of them separated by `---`",
      always: true,
      format: "manifest",
      secret: true,
      examples: [{
        value: "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: team\n",
      }],
    }),
  },
);

const adminKubeconfigConfig = object(
  "AdminKubeconfigConfig",
  "The kubeconfig that nodes hand to administrators",
  {
    certLifetime: text({
      doc: "How long its client certificate is valid",
      default: "8760h0m0s",
      format: "duration",
      examples: [{ value: "24h0m0s" }],
    }),
  },
);

export const clusterConfig = object(
  "ClusterConfig",
  "What the machines of a cluster share, and how Kubernetes is set up",
  {
    id: text({
      doc: "Name of the cluster among all clusters there are: 32 random bytes in base64",
      examples: [{ value: "bm90IGEgcmFuZG9tIGlkLCBqdXN0IGFuIGV4YW1wbGU=" }],
    }),
    secret: text({
      doc: "What members of the cluster know and nobody else: 32 random bytes in base64",
      secret: true,
      examples: [{ value: "bm90IGEgcmVhbCBzZWNyZXQsIGp1c3QgYW4gZXhhbXA=" }],
    }),
    controlPlane: one(controlPlaneConfig, {
      doc: "Where the control plane is reached",
      required: true,
      always: true,
      examples: [{ value: { endpoint: "https://192.0.2.10:6443", localAPIServerPort: 6443 } }],
    }),
    clusterName: text({
      doc: "Name of the cluster for people, also in kubeconfig files",
      examples: [{ value: "lab" }],
    }),
    network: one(clusterNetworkConfig, {
      doc: "The network of pods and services",
      examples: [{
        value: {
          cni: { name: "flannel" },
          dnsDomain: "cluster.local",
          podSubnets: ["10.244.0.0/16"],
          serviceSubnets: ["10.96.0.0/12"],
        },
      }],
    }),
    token: text({
      doc: "Bootstrap token with which a kubelet introduces itself to the API server",
      secret: true,
      examples: [{ value: "abcdef.0123456789abcdef" }],
    }),
    aescbcEncryptionSecret: text({
      doc: "Key for Secrets in etcd, encrypted with AES-CBC: 32 random bytes in base64",
      controlPlaneOnly: true,
      secret: true,
      examples: [{ value: "bm90IGEgcmVhbCBrZXksIGp1c3QgYW4gZXhhbXBsZSE=" }],
    }),
    secretboxEncryptionSecret: text({
      doc: "Key for Secrets in etcd, encrypted with secretbox, which is preferred to AES-CBC",
      controlPlaneOnly: true,
      since: "v1.3",
      secret: true,
      examples: [{ value: "bm90IGEgcmVhbCBrZXksIGp1c3QgYW4gZXhhbXBsZSE=" }],
    }),
    ca: one(certificateAndKey, {
      doc: "Certificate authority of Kubernetes; a worker has its certificate only",
      examples: [{ value: { crt: CERTIFICATE, key: PRIVATE_KEY } }],
    }),
    acceptedCAs: list(certificate, {
      doc: "Further authorities of Kubernetes that are trusted, as while one replaces another",
      since: "v1.7",
      examples: [{ value: [{ crt: CERTIFICATE }] }],
    }),
    aggregatorCA: one(certificateAndKey, {
      doc: "Authority of the certificate that API servers show to servers that extend them",
      controlPlaneOnly: true,
      examples: [{ value: { crt: CERTIFICATE, key: PRIVATE_KEY } }],
    }),
    serviceAccount: one(privateKey, {
      doc: "Key that signs the tokens of service accounts",
      controlPlaneOnly: true,
      examples: [{ value: { key: PRIVATE_KEY } }],
    }),
    apiServer: one(apiServerConfig, {
      doc: "The API server on control planes",
      controlPlaneOnly: true,
      examples: [{
        value: {
          image: "registry.k8s.io/kube-apiserver:v1.31.1",
          certSANs: ["k8s.example.com", "192.0.2.10"],
          extraArgs: { "profiling": "false" },
        },
      }],
    }),
    controllerManager: one(controllerManagerConfig, {
      doc: "The controller manager on control planes",
      controlPlaneOnly: true,
      examples: [{
        value: {
          image: "registry.k8s.io/kube-controller-manager:v1.31.1",
          extraArgs: { "node-cidr-mask-size": "25" },
        },
      }],
    }),
    proxy: one(proxyConfig, {
      doc: "kube-proxy on every node",
      controlPlaneOnly: true,
      examples: [{
        value: { image: "registry.k8s.io/kube-proxy:v1.31.1", mode: "ipvs" },
      }],
    }),
    scheduler: one(schedulerConfig, {
      doc: "The scheduler on control planes",
      controlPlaneOnly: true,
      examples: [{
        value: {
          image: "registry.k8s.io/kube-scheduler:v1.31.1",
          extraArgs: { v: "2" },
        },
      }],
    }),
    discovery: one(clusterDiscoveryConfig, {
      doc: "How the members of the cluster find each other",
      examples: [{
        value: {
          enabled: true,
          registries: {
            kubernetes: { disabled: true },
            service: { endpoint: "https://discovery.example.com/" },
          },
        },
      }],
    }),
    etcd: one(etcdConfig, {
      doc: "etcd on control planes; a worker must not have it",
      controlPlaneOnly: true,
      examples: [{
        value: {
          ca: { crt: CERTIFICATE, key: PRIVATE_KEY },
          advertisedSubnets: ["192.0.2.0/24"],
        },
      }],
    }),
    coreDNS: one(coreDNS, {
      doc: "The DNS server of the cluster",
      controlPlaneOnly: true,
      examples: [{ value: { image: "registry.k8s.io/coredns/coredns:v1.11.3" } }],
    }),
    externalCloudProvider: one(externalCloudProviderConfig, {
      doc: "A cloud provider that runs in the cluster",
      examples: [{
        value: {
          enabled: true,
          manifests: ["https://example.com/cloud-provider/rbac.yaml"],
        },
      }],
    }),
    extraManifests: list(TEXT, {
      doc: "URLs of manifests that are applied when the cluster is made and at upgrades",
      controlPlaneOnly: true,
      keepsEmpty: true,
      examples: [{ value: ["https://example.com/manifests/metrics.yaml"] }],
    }),
    extraManifestHeaders: map(TEXT, {
      doc: "HTTP headers to fetch `extraManifests` with, such as credentials",
      controlPlaneOnly: true,
      secret: true,
      examples: [{ value: { Authorization: "Bearer not-a-real-token" } }],
    }),
    inlineManifests: list(clusterInlineManifest, {
      doc: "Manifests that are part of the configuration, applied like `extraManifests`",
      controlPlaneOnly: true,
      keepsEmpty: true,
      examples: [{
        value: [{
          name: "team-namespace",
          contents: "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: team\n",
        }],
      }],
    }),
    adminKubeconfig: one(adminKubeconfigConfig, {
      doc: "The kubeconfig that nodes hand to administrators",
      controlPlaneOnly: true,
      examples: [{ value: { certLifetime: "24h0m0s" } }],
    }),
    allowSchedulingOnMasters: bool({
      doc: "Whether control planes run ordinary pods too",
      controlPlaneOnly: true,
      default: false,
      instead: "allowSchedulingOnControlPlanes",
    }),
    allowSchedulingOnControlPlanes: bool({
      doc: "Whether control planes run ordinary pods too",
      controlPlaneOnly: true,
      default: false,
      since: "v1.2",
      examples: [{ value: true }],
    }),
  },
);
