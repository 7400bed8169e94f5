/** Kubernetes components of v1.14 and newer. */
import {
  ARGUMENT,
  bool,
  document,
  type DocumentType,
  free,
  INT,
  list,
  map,
  number,
  object,
  one,
  TEXT,
  text,
  UINT16,
  UINT32,
} from "./types.ts";

const image = (component: string) =>
  text({
    doc: `Container image of ${component}`,
    required: true,
    always: true,
    examples: [{ value: "registry.example.com/component:v1.36.0" }],
  });
/** A disabled component needs no image. */
const optionalImage = (component: string) =>
  text({
    doc: `Container image of ${component}, required unless disabled`,
    always: true,
    examples: [{ value: "registry.example.com/component:v1.36.0" }],
  });
const extraArgs = map(ARGUMENT, {
  doc: "Additional arguments, without dashes; some arguments cannot be overridden",
  examples: [{ value: { v: "2" } }],
});
const env = map(TEXT, {
  doc: "Additional environment variables",
  secret: true,
  examples: [{ value: { HTTPS_PROXY: "http://proxy.example.com:3128" } }],
});
const componentResources = object(
  "KubeResourcesConfig",
  "CPU and memory of a pod; only `cpu` and `memory` are supported",
  {
    requests: free({
      doc: "Resource requests",
      examples: [{ value: { cpu: "500m", memory: "512Mi" } }],
    }),
    limits: free({
      doc: "Resource limits",
      examples: [{ value: { cpu: 2, memory: "2Gi" } }],
    }),
  },
  { inline: true },
);
const resources = one(componentResources, {
  doc: "CPU and memory requests and limits",
  examples: [{ value: { requests: { cpu: "500m", memory: "512Mi" } } }],
});
const enabled = (component: string) =>
  bool({ doc: `Run ${component}`, default: true, examples: [{ value: false }] });

const apiServerConfig = object("KubeAPIServerConfig", "API server of a control plane", {
  image: image("the API server"),
  extraArgs,
  env,
  resources,
  apiPort: number({
    doc: "Listen port",
    default: 6443,
    examples: [{ value: 6443 }],
    ...INT,
    optional: true,
  }),
  certExtraSANs: list(TEXT, {
    doc: "Additional names and IP addresses (SANs) in the certificate",
    examples: [{ value: ["k8s.example.com", "192.0.2.10"] }],
  }),
  startupProbes: bool({ doc: "Probe the start", default: true, examples: [{ value: false }] }),
});

const controllerManagerConfig = object(
  "KubeControllerManagerConfig",
  "Controller manager of a control plane",
  {
    enabled: enabled("the controller manager"),
    image: optionalImage("it"),
    extraArgs,
    env,
    resources,
  },
);

const schedulerConfig = object("KubeSchedulerConfig", "Scheduler of a control plane", {
  enabled: enabled("the scheduler"),
  image: optionalImage("the scheduler"),
  config: free({
    doc: "Scheduler configuration (kubescheduler.config.k8s.io)",
    always: true,
    examples: [{ value: { profiles: [{ schedulerName: "default-scheduler" }] } }],
  }),
  extraArgs,
  env,
  resources,
});

const proxyConfig = object("KubeProxyConfig", "kube-proxy of the cluster", {
  enabled: enabled("kube-proxy"),
  image: text({
    doc: "Container image of kube-proxy, required unless disabled",
    examples: [{ value: "registry.k8s.io/kube-proxy:v1.36.0" }],
  }),
  mode: text({
    doc: "Proxy mode",
    default: "nftables",
    checkedValues: ["iptables", "ipvs", "nftables"],
    examples: [{ value: "nftables" }],
  }),
  config: free({
    doc: "Proxy configuration (kubeproxy.config.k8s.io)",
    always: true,
    examples: [{ value: { conntrack: { maxPerCore: 65536 } } }],
  }),
  extraArgs,
  resources,
});

const kubeletConfig = object("KubeletDocument", "kubelet of the machine", {
  image: image("the kubelet"),
  config: free({
    doc: "kubelet configuration (kubelet.config.k8s.io); some fields cannot be overridden",
    always: true,
    examples: [{ value: { serverTLSBootstrap: true } }],
  }),
  extraArgs,
  clusterDNS: list(TEXT, {
    doc: "Cluster DNS addresses for pods; defaults to addresses from the service subnets",
    examples: [{ value: ["10.96.0.10"] }],
  }),
  defaultRuntimeSeccompProfileEnabled: bool({
    doc: "Run pods with the default seccomp profile of the container runtime",
    default: false,
    examples: [{ value: true }],
  }),
});

const credentialProviderConfig = object(
  "KubeCredentialProviderConfig",
  "Credential providers of the kubelet for image registries",
  {
    configuration: free({
      doc: "Configuration (kubelet.config.k8s.io CredentialProviderConfig)",
      always: true,
      secret: true,
      merge: "replace",
      examples: [{
        value: {
          apiVersion: "kubelet.config.k8s.io/v1",
          kind: "CredentialProviderConfig",
          providers: [{ name: "ecr-credential-provider" }],
        },
      }],
    }),
  },
);

const coreDnsConfig = object("KubeCoreDNSConfig", "Cluster DNS server of the cluster", {
  enabled: enabled("CoreDNS"),
  image: text({
    doc: "Container image of CoreDNS; defaults to the version bundled with the node's release",
    examples: [{ value: "registry.k8s.io/coredns/coredns:v1.12.4" }],
  }),
});

const flannelConfig = object("KubeFlannelCNIConfig", "Flannel, the bundled pod network (CNI)", {
  backendType: text({
    doc: "Backend type",
    required: true,
    always: true,
    examples: [{ value: "vxlan" }],
  }),
  backendPort: number({ doc: "UDP port of the backend", examples: [{ value: 4789 }], ...UINT16 }),
  backendMTU: number({
    doc: "MTU in bytes; detected by default",
    examples: [{ value: 1450 }],
    ...UINT32,
  }),
  backendExtraConfig: free({
    doc: "Additional backend settings",
    examples: [{ value: { DirectRouting: true } }],
  }),
  resources,
  extraArgs: list(TEXT, {
    doc: "Additional flanneld arguments",
    examples: [{ value: ["--iface-can-reach=192.0.2.1"] }],
  }),
  kubeNetworkPoliciesEnabled: bool({
    doc: "Deploy kube-network-policies, which enforces network policies",
    default: false,
    examples: [{ value: true }],
  }),
});

const POD_SECURITY = {
  apiVersion: "pod-security.admission.config.k8s.io/v1",
  kind: "PodSecurityConfiguration",
  defaults: { enforce: "baseline" },
};

const admissionConfig = object("KubeAdmissionControlConfig", "Admission plugin", {
  name: text({
    doc: "Kubernetes name of the admission plugin",
    required: true,
    always: true,
    examples: [{ value: "PodSecurity" }],
  }),
  configuration: free({
    doc: "Configuration of the plugin",
    always: true,
    examples: [{ value: POD_SECURITY }],
  }),
});

const AUDIT = { apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: [{ level: "Metadata" }] };

const auditPolicyConfig = object("KubeAuditPolicyConfig", "Audit policy of the API server", {
  configuration: free({
    doc: "Audit policy (audit.k8s.io Policy)",
    always: true,
    merge: "replace",
    examples: [{ value: AUDIT }],
  }),
});

const ANONYMOUS = { anonymous: { enabled: true, conditions: [{ path: "/livez" }] } };

const authenticationConfig = object(
  "KubeAuthenticationConfig",
  "Authentication of the API server",
  {
    configuration: free({
      doc: "Authentication configuration (apiserver.config.k8s.io AuthenticationConfiguration)",
      always: true,
      merge: "replace",
      examples: [{ value: ANONYMOUS }],
    }),
  },
);

const authorizerConfig = object("KubeAuthorizerConfig", "Authorizer of the cluster", {
  name: text({
    doc: "Authorizer name; authorizers apply in the order of the documents",
    required: true,
    always: true,
    examples: [{ value: "rbac" }],
  }),
  type: text({
    doc: "Authorizer type",
    required: true,
    always: true,
    checkedValues: ["Node", "RBAC", "Webhook"],
    examples: [{ value: "RBAC" }],
  }),
  webhook: free({
    doc: "Settings of a webhook authorizer",
    examples: [{ value: { timeout: "3s", failurePolicy: "Deny" } }],
  }),
});

const IMAGE = "registry.example.com/component:v1.36.0";

export const COMPONENT_DOCUMENTS: readonly DocumentType[] = [
  document(kubeletConfig, { kind: "KubeletConfig", since: "v1.14" }, { image: IMAGE }),
  document(credentialProviderConfig, { since: "v1.14" }, {
    configuration: {
      apiVersion: "kubelet.config.k8s.io/v1",
      kind: "CredentialProviderConfig",
      providers: [{ name: "ecr-credential-provider" }],
    },
  }),
  document(apiServerConfig, { since: "v1.14", controlPlaneOnly: true }, { image: IMAGE }),
  document(controllerManagerConfig, { since: "v1.14", controlPlaneOnly: true }, { image: IMAGE }),
  document(schedulerConfig, { since: "v1.14", controlPlaneOnly: true }, { image: IMAGE }),
  document(proxyConfig, { since: "v1.14", controlPlaneOnly: true }, {
    image: IMAGE,
    mode: "nftables",
  }),
  document(flannelConfig, { since: "v1.14", controlPlaneOnly: true }, {
    backendType: "vxlan",
    backendPort: 4789,
  }),
  document(coreDnsConfig, { since: "v1.14", controlPlaneOnly: true }, { enabled: true }),
  document(admissionConfig, { since: "v1.14", controlPlaneOnly: true, named: true }, {
    name: "PodSecurity",
    configuration: POD_SECURITY,
  }),
  document(auditPolicyConfig, { since: "v1.14", controlPlaneOnly: true }, { configuration: AUDIT }),
  document(authenticationConfig, { since: "v1.14", controlPlaneOnly: true }, {
    configuration: ANONYMOUS,
  }),
  document(authorizerConfig, { since: "v1.14", controlPlaneOnly: true, named: true }, {
    name: "rbac",
    type: "RBAC",
  }),
];
