/** Kubernetes: the cluster, nodes, authorities and manifests. */
import { certificatePair, EXAMPLE_PEM, EXAMPLE_PEM_PAIR } from "./certificates.ts";
import {
  bool,
  document,
  type DocumentType,
  formatted,
  free,
  INT,
  list,
  map,
  number,
  object,
  one,
  TEXT,
  text,
} from "./types.ts";

const url = (doc: string, value: string) =>
  text({
    doc,
    required: true,
    always: true,
    optional: true,
    format: "url",
    examples: [{ value }],
  });
const name = (doc: string, value: string) =>
  text({ doc, required: true, always: true, examples: [{ value }] });

const clusterConfig = object("KubeClusterConfig", "Name and endpoint of the Kubernetes cluster", {
  clusterName: name("Human-readable cluster name, used in kubeconfig contexts", "lab"),
  endpoint: url(
    "Kubernetes API URL for nodes and users, including the port",
    "https://192.0.2.10:6443",
  ),
});

const nodeIp = object("NodeIPConfig", "Selection of the node IP", {
  validSubnets: list(TEXT, {
    doc: "Subnets of the node IP; prefix with `!` to exclude",
    examples: [{ value: ["192.0.2.0/24", "!192.0.2.128/25"] }],
  }),
}, { inline: true });

const nodeConfig = object("KubeNodeConfig", "Registration of the machine as a Kubernetes node", {
  skipNodeRegistration: bool({
    doc: "Run the kubelet without registering a node",
    default: false,
    examples: [{ value: true }],
  }),
  registerWithFQDN: bool({
    doc: "Register under the fully qualified domain name",
    default: false,
    examples: [{ value: true }],
  }),
  nodeIP: one(nodeIp, {
    doc: "Selection of the node IP",
    always: true,
    examples: [{ value: { validSubnets: ["192.0.2.0/24"] } }],
  }),
  labels: map(TEXT, {
    doc: "Node labels; on workers, some reserved labels are rejected by Kubernetes",
    examples: [{ value: { "example.com/rack": "r12" } }],
  }),
  annotations: map(TEXT, {
    doc: "Node annotations",
    examples: [{ value: { "example.com/contact": "storage team" } }],
  }),
  taints: map(TEXT, {
    doc: "Node taints as `value:effect` by key; control planes only",
    examples: [{ value: { "example.com/dedicated": "storage:NoSchedule" } }],
  }),
});

const subnets = (doc: string, value: string) =>
  list(formatted("subnet"), {
    doc,
    required: true,
    always: true,
    merge: "replace",
    examples: [{ value: [value] }],
  });

const networkConfig = object("KubeNetworkConfig", "Pod and service network of the cluster", {
  dnsDomain: text({
    doc: "DNS domain of the cluster's services",
    default: "cluster.local",
    always: true,
    examples: [{ value: "cluster.local" }],
  }),
  podSubnets: subnets("Pod subnets, at most one per IP version", "10.244.0.0/16"),
  serviceSubnets: subnets("Service subnets, at most one per IP version", "10.96.0.0/12"),
  nodeCIDRMaskSizeIPv4: number({
    doc: "Prefix length of a node's IPv4 pod subnet",
    default: 24,
    examples: [{ value: 25 }],
    ...INT,
  }),
  nodeCIDRMaskSizeIPv6: number({
    doc: "Prefix length of a node's IPv6 pod subnet",
    default: 64,
    examples: [{ value: 80 }],
    ...INT,
  }),
});

const kubePrismConfig = object(
  "KubePrismConfig",
  "KubePrism: local load balancer for the cluster's API servers",
  {
    port: number({
      doc: "Listen port on the loopback address",
      required: true,
      always: true,
      examples: [{ value: 7445 }],
      ...INT,
    }),
    tlsServerName: text({
      doc: "Server name expected in the certificate of the API servers",
      examples: [{ value: "k8s.example.com" }],
    }),
  },
);

const acceptedCAs = list(formatted("pem"), {
  doc: "Additional trusted CAs in PEM, such as during a CA rotation",
  examples: [{ value: [EXAMPLE_PEM] }],
});

const apiServerCaConfig = object("KubeAPIServerCAConfig", "CA of the Kubernetes API", {
  issuingCA: one(certificatePair, {
    doc: "CA that issues certificates; control planes only",
    controlPlaneOnly: true,
    examples: [{ value: EXAMPLE_PEM_PAIR }],
  }),
  acceptedCAs,
});

const aggregatorCaConfig = object(
  "KubeAggregatorCAConfig",
  "CA of the API server's front-proxy client certificate, for API aggregation",
  {
    issuingCA: one(certificatePair, {
      doc: "CA that issues certificates",
      required: true,
      examples: [{ value: EXAMPLE_PEM_PAIR }],
    }),
    acceptedCAs,
  },
);

const issuer = object("IssuerServiceAccountConfig", "Issuer of service account tokens", {
  privateKey: text({
    doc: "Signing key in PEM",
    required: true,
    always: true,
    format: "pem",
    secret: true,
    examples: [{ value: EXAMPLE_PEM_PAIR.key }],
  }),
  issuerURL: url("URL of the issuer in tokens", "https://192.0.2.10:6443"),
}, { inline: true });

const accepted = object("AcceptedServiceAccountConfig", "Other accepted tokens", {
  publicKeys: list(formatted("pem"), {
    doc: "Public keys in PEM of accepted tokens",
    examples: [{ value: ["-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n"] }],
  }),
  issuers: list(formatted("url"), {
    doc: "URLs of accepted issuers",
    examples: [{ value: ["https://k8s.example.com:6443"] }],
  }),
  audiences: list(TEXT, {
    doc: "Accepted audiences; defaults to the issuer",
    examples: [{ value: ["https://k8s.example.com:6443"] }],
  }),
}, { inline: true });

const ISSUER = { privateKey: EXAMPLE_PEM_PAIR.key, issuerURL: "https://192.0.2.10:6443" };

const serviceAccountConfig = object("KubeServiceAccountConfig", "Service account tokens", {
  issuer: one(issuer, {
    doc: "Issuer of tokens",
    required: true,
    always: true,
    examples: [{ value: ISSUER }],
  }),
  accepted: one(accepted, {
    doc: "Other accepted tokens",
    examples: [{ value: { issuers: ["https://k8s.example.com:6443"] } }],
  }),
});

const ENCRYPTION = {
  resources: [{
    resources: ["secrets"],
    providers: [{ secretbox: { keys: [{ name: "key1", secret: "bm90IGEgcmVhbCBrZXk=" }] } }],
  }],
};

const etcdEncryptionConfig = object(
  "KubeEtcdEncryptionConfig",
  "Encryption of Kubernetes objects at rest in etcd",
  {
    config: free({
      doc: "Encryption configuration (apiserver.config.k8s.io EncryptionConfiguration)",
      required: true,
      always: true,
      secret: true,
      examples: [{ value: ENCRYPTION }],
    }),
  },
);

const apiAccessConfig = object(
  "KubeTalosAPIAccessConfig",
  "Node API access from Kubernetes pods; control planes only",
  {
    allowedRoles: list(TEXT, {
      doc: "Roles that pods may request",
      examples: [{ value: ["os:reader"] }],
    }),
    allowedKubernetesNamespaces: list(TEXT, {
      doc: "Namespaces of the pods with access",
      examples: [{ value: ["kube-system"] }],
    }),
  },
);

const inlineManifestConfig = object(
  "KubeInlineManifestConfig",
  "Kubernetes manifest embedded in the configuration",
  {
    name: name("Manifest name", "team-namespace"),
    manifest: text({
      doc: "Kubernetes objects in YAML, separated by `---`",
      always: true,
      secret: true,
      examples: [{ value: "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: team\n" }],
    }),
  },
);

const externalManifestConfig = object(
  "KubeExternalManifestConfig",
  "Kubernetes manifest downloaded by the control plane",
  {
    name: name("Manifest name", "storage"),
    headers: map(TEXT, {
      doc: "HTTP headers of the request",
      secret: true,
      examples: [{ value: { Authorization: "Bearer not-a-real-token" } }],
    }),
    url: url("URL: http or https", "https://example.com/storage.yaml"),
  },
);

const POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web" },
  spec: { containers: [{ name: "web", image: "registry.example.com/web:1.0" }] },
};

const staticPodConfig = object(
  "KubeStaticPodConfig",
  "Static pod, run by the kubelet without the API server",
  {
    name: name("Name of the static pod", "web"),
    pod: free({
      doc: "Pod object",
      required: true,
      always: true,
      merge: "replace",
      examples: [{ value: POD }],
    }),
  },
);

const identityConfig = object("DiscoveryIdentityConfig", "Identity of the cluster in discovery", {
  clusterID: name(
    "Globally unique cluster ID: 32 random bytes in base64",
    "bm90IGEgcmFuZG9tIGlkLCBqdXN0IGFuIGV4YW1wbGU=",
  ),
  clusterSecret: text({
    doc: "Secret shared by all cluster members: 32 random bytes in base64",
    required: true,
    always: true,
    secret: true,
    examples: [{ value: "bm90IGEgcmVhbCBzZWNyZXQsIGp1c3QgYW4gZXhhbXA=" }],
  }),
});

const serviceConfig = object("DiscoveryServiceConfig", "Discovery service", {
  name: name("Name of the service", "default"),
  endpoint: url("URL of the service", "https://discovery.example.com/"),
});

export const KUBERNETES_DOCUMENTS: readonly DocumentType[] = [
  document(identityConfig, { since: "v1.14" }, {
    clusterID: "bm90IGEgcmFuZG9tIGlkLCBqdXN0IGFuIGV4YW1wbGU=",
    clusterSecret: "bm90IGEgcmVhbCBzZWNyZXQsIGp1c3QgYW4gZXhhbXA=",
  }),
  document(serviceConfig, { since: "v1.14", named: true }, {
    name: "default",
    endpoint: "https://discovery.example.com/",
  }),
  document(clusterConfig, { since: "v1.14" }, {
    clusterName: "lab",
    endpoint: "https://192.0.2.10:6443",
  }),
  document(nodeConfig, { since: "v1.14" }, { labels: { "example.com/rack": "r12" } }),
  document(networkConfig, { since: "v1.14" }, {
    dnsDomain: "cluster.local",
    podSubnets: ["10.244.0.0/16"],
    serviceSubnets: ["10.96.0.0/12"],
  }),
  document(kubePrismConfig, { since: "v1.14" }, { port: 7445 }),
  document(apiServerCaConfig, { since: "v1.14" }, { issuingCA: EXAMPLE_PEM_PAIR }),
  document(aggregatorCaConfig, { since: "v1.14", controlPlaneOnly: true }, {
    issuingCA: EXAMPLE_PEM_PAIR,
  }),
  document(serviceAccountConfig, { since: "v1.14", controlPlaneOnly: true }, { issuer: ISSUER }),
  document(etcdEncryptionConfig, { since: "v1.14", controlPlaneOnly: true }, {
    config: ENCRYPTION,
  }),
  document(apiAccessConfig, { since: "v1.14", controlPlaneOnly: true }, {
    allowedRoles: ["os:reader"],
  }),
  document(inlineManifestConfig, { since: "v1.14", named: true }, {
    name: "team-namespace",
    manifest: "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: team\n",
  }),
  document(externalManifestConfig, { since: "v1.14", named: true }, {
    name: "storage",
    url: "https://example.com/storage.yaml",
  }),
  document(staticPodConfig, { since: "v1.14", named: true }, { name: "web", pod: POD }),
];
