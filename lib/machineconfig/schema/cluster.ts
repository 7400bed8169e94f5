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

/** First lines of base64-encoded PEM, for examples. */
const CERTIFICATE = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==";
const PRIVATE_KEY = "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCg==";

const controlPlaneConfig = object(
  "ControlPlaneConfig",
  "Kubernetes API endpoint of the cluster",
  {
    endpoint: text({
      doc: "Kubernetes API URL for nodes and users, including the port",
      optional: true,
      required: true,
      always: true,
      format: "url",
      examples: [{ value: "https://192.0.2.10:6443" }, {
        title: "Load balancer",
        value: "https://k8s.example.com:443",
      }],
    }),
    localAPIServerPort: number({
      doc: "Listen port of the API server on control plane machines",
      default: 6443,
      examples: [{ value: 6443 }],
      ...INT,
    }),
  },
);

const coreDNS = object("CoreDNS", "Cluster DNS server", {
  disabled: bool({ doc: "Skip the CoreDNS deployment", default: false }),
  image: text({
    doc: "CoreDNS container image; defaults to the version bundled with the node's release",
    examples: [{ value: "registry.k8s.io/coredns/coredns:v1.11.3" }],
  }),
});

const externalCloudProviderConfig = object(
  "ExternalCloudProviderConfig",
  "External (out-of-tree) cloud provider",
  {
    enabled: bool({
      doc: "External cloud provider support: new nodes wait for the provider to initialize them",
      default: false,
    }),
    manifests: list(TEXT, {
      doc: "URLs of the cloud provider's manifests; requires `enabled`",
      examples: [{ value: ["https://example.com/cloud-provider/rbac.yaml"] }],
    }),
  },
);

const clusterInlineManifest = object(
  "ClusterInlineManifest",
  "Kubernetes manifest embedded in the configuration",
  {
    name: text({
      doc: "Manifest name, unique in the list",
      required: true,
      always: true,
      examples: [{ value: "team-namespace" }],
    }),
    contents: text({
      doc: "Kubernetes objects in YAML, separated by `---`",
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
  "Settings of the generated admin kubeconfig",
  {
    certLifetime: text({
      doc: "Lifetime of the kubeconfig's client certificate",
      default: "8760h0m0s",
      format: "duration",
      examples: [{ value: "24h0m0s" }],
    }),
  },
);

export const clusterConfig = object(
  "ClusterConfig",
  "Cluster-wide settings: secrets, endpoint and Kubernetes components",
  {
    id: text({
      replacedBy: { kind: "DiscoveryIdentityConfig", since: "v1.14" },
      doc: "Globally unique cluster ID: 32 random bytes in base64",
      examples: [{ value: "bm90IGEgcmFuZG9tIGlkLCBqdXN0IGFuIGV4YW1wbGU=" }],
    }),
    secret: text({
      replacedBy: { kind: "DiscoveryIdentityConfig", since: "v1.14" },
      doc: "Secret shared by all cluster members: 32 random bytes in base64",
      secret: true,
      examples: [{ value: "bm90IGEgcmVhbCBzZWNyZXQsIGp1c3QgYW4gZXhhbXA=" }],
    }),
    controlPlane: one(controlPlaneConfig, {
      replacedBy: { kind: "KubeClusterConfig", since: "v1.14" },
      doc: "Control plane endpoint",
      required: true,
      requiredUntil: "v1.13",
      examples: [{ value: { endpoint: "https://192.0.2.10:6443", localAPIServerPort: 6443 } }],
    }),
    clusterName: text({
      replacedBy: { kind: "KubeClusterConfig", since: "v1.14" },
      doc: "Human-readable cluster name, used in kubeconfig contexts",
      examples: [{ value: "lab" }],
    }),
    network: one(clusterNetworkConfig, {
      replacedBy: { kind: "KubeNetworkConfig", since: "v1.14" },
      doc: "Pod and service network",
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
      doc: "Bootstrap token used by kubelets to join the cluster",
      secret: true,
      examples: [{ value: "abcdef.0123456789abcdef" }],
    }),
    aescbcEncryptionSecret: text({
      replacedBy: { kind: "KubeEtcdEncryptionConfig", since: "v1.14" },
      doc: "AES-CBC key for Secrets at rest in etcd: 32 random bytes in base64",
      controlPlaneOnly: true,
      secret: true,
      examples: [{ value: "bm90IGEgcmVhbCBrZXksIGp1c3QgYW4gZXhhbXBsZSE=" }],
    }),
    secretboxEncryptionSecret: text({
      replacedBy: { kind: "KubeEtcdEncryptionConfig", since: "v1.14" },
      doc:
        "Secretbox key for Secrets at rest in etcd, preferred to AES-CBC: 32 random bytes in base64",
      controlPlaneOnly: true,
      since: "v1.3",
      secret: true,
      examples: [{ value: "bm90IGEgcmVhbCBrZXksIGp1c3QgYW4gZXhhbXBsZSE=" }],
    }),
    ca: one(certificateAndKey, {
      replacedBy: { kind: "KubeAPIServerCAConfig", since: "v1.14" },
      doc: "Kubernetes CA; workers have the certificate only",
      examples: [{ value: { crt: CERTIFICATE, key: PRIVATE_KEY } }],
    }),
    acceptedCAs: list(certificate, {
      replacedBy: { kind: "KubeAPIServerCAConfig", since: "v1.14" },
      doc: "Additional trusted Kubernetes CAs, such as during a CA rotation",
      since: "v1.7",
      examples: [{ value: [{ crt: CERTIFICATE }] }],
    }),
    aggregatorCA: one(certificateAndKey, {
      replacedBy: { kind: "KubeAggregatorCAConfig", since: "v1.14" },
      doc: "CA of the API server's front-proxy client certificate, for API aggregation",
      controlPlaneOnly: true,
      examples: [{ value: { crt: CERTIFICATE, key: PRIVATE_KEY } }],
    }),
    serviceAccount: one(privateKey, {
      replacedBy: { kind: "KubeServiceAccountConfig", since: "v1.14" },
      doc: "Signing key of service account tokens",
      controlPlaneOnly: true,
      examples: [{ value: { key: PRIVATE_KEY } }],
    }),
    apiServer: one(apiServerConfig, {
      replacedBy: { kind: "KubeAPIServerConfig", since: "v1.14" },
      doc: "API server (kube-apiserver) on control planes",
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
      replacedBy: { kind: "KubeControllerManagerConfig", since: "v1.14" },
      doc: "Controller manager (kube-controller-manager) on control planes",
      controlPlaneOnly: true,
      examples: [{
        value: {
          image: "registry.k8s.io/kube-controller-manager:v1.31.1",
          extraArgs: { "node-cidr-mask-size": "25" },
        },
      }],
    }),
    proxy: one(proxyConfig, {
      replacedBy: { kind: "KubeProxyConfig", since: "v1.14" },
      doc: "kube-proxy on all nodes",
      controlPlaneOnly: true,
      examples: [{
        value: { image: "registry.k8s.io/kube-proxy:v1.31.1", mode: "ipvs" },
      }],
    }),
    scheduler: one(schedulerConfig, {
      replacedBy: { kind: "KubeSchedulerConfig", since: "v1.14" },
      doc: "Scheduler (kube-scheduler) on control planes",
      controlPlaneOnly: true,
      examples: [{
        value: {
          image: "registry.k8s.io/kube-scheduler:v1.31.1",
          extraArgs: { v: "2" },
        },
      }],
    }),
    discovery: one(clusterDiscoveryConfig, {
      replacedBy: { kind: "DiscoveryServiceConfig", since: "v1.14" },
      doc: "Discovery of cluster members",
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
      doc: "etcd on control planes; not allowed on workers",
      controlPlaneOnly: true,
      examples: [{
        value: {
          ca: { crt: CERTIFICATE, key: PRIVATE_KEY },
          advertisedSubnets: ["192.0.2.0/24"],
        },
      }],
    }),
    coreDNS: one(coreDNS, {
      replacedBy: { kind: "KubeCoreDNSConfig", since: "v1.14" },
      doc: "CoreDNS",
      controlPlaneOnly: true,
      examples: [{ value: { image: "registry.k8s.io/coredns/coredns:v1.11.3" } }],
    }),
    externalCloudProvider: one(externalCloudProviderConfig, {
      doc: "External cloud provider",
      examples: [{
        value: {
          enabled: true,
          manifests: ["https://example.com/cloud-provider/rbac.yaml"],
        },
      }],
    }),
    extraManifests: list(TEXT, {
      replacedBy: { kind: "KubeExternalManifestConfig", since: "v1.14" },
      doc: "URLs of manifests applied at bootstrap and on upgrades",
      controlPlaneOnly: true,
      keepsEmpty: true,
      examples: [{ value: ["https://example.com/manifests/metrics.yaml"] }],
    }),
    extraManifestHeaders: map(TEXT, {
      replacedBy: { kind: "KubeExternalManifestConfig", since: "v1.14" },
      doc: "HTTP headers for `extraManifests` requests, such as credentials",
      controlPlaneOnly: true,
      secret: true,
      examples: [{ value: { Authorization: "Bearer not-a-real-token" } }],
    }),
    inlineManifests: list(clusterInlineManifest, {
      replacedBy: { kind: "KubeInlineManifestConfig", since: "v1.14" },
      doc: "Embedded manifests, applied in the same way as `extraManifests`",
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
      doc: "Settings of the generated admin kubeconfig",
      controlPlaneOnly: true,
      examples: [{ value: { certLifetime: "24h0m0s" } }],
    }),
    allowSchedulingOnMasters: bool({
      doc: "Schedule ordinary pods on control planes",
      controlPlaneOnly: true,
      default: false,
      instead: "allowSchedulingOnControlPlanes",
    }),
    allowSchedulingOnControlPlanes: bool({
      doc: "Schedule ordinary pods on control planes",
      controlPlaneOnly: true,
      default: false,
      since: "v1.2",
      examples: [{ value: true }],
    }),
  },
);
