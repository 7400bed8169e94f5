/** Control plane components. */
import { ARGUMENT, bool, free, list, map, object, one, TEXT, text } from "./types.ts";

const volumeMountConfig = object(
  "VolumeMountConfig",
  "Host path mounted into a component",
  {
    hostPath: text({
      doc: "Absolute path on the host",
      always: true,
      examples: [{ value: "/var/lib/audit" }],
    }),
    mountPath: text({
      doc: "Absolute path in the component's container",
      always: true,
      examples: [{ value: "/etc/audit" }],
    }),
    readonly: bool({
      doc: "Mount read-only",
      default: false,
      absentIsFalse: true,
    }),
  },
);

const admissionPluginConfig = object(
  "AdmissionPluginConfig",
  "Admission plugin of the API server",
  {
    name: text({
      doc: "Kubernetes name of the admission plugin",
      always: true,
      examples: [{ value: "PodSecurity" }],
    }),
    configuration: free({
      doc: "Configuration of the plugin",
      always: true,
      examples: [{
        value: {
          apiVersion: "pod-security.admission.config.k8s.io/v1",
          kind: "PodSecurityConfiguration",
          defaults: { enforce: "baseline" },
        },
      }],
    }),
  },
);

const authorizerConfig = object(
  "AuthorizationConfigAuthorizerConfig",
  "Authorizer of the API server",
  {
    type: text({
      doc: "Authorizer type",
      required: true,
      always: true,
      checkedValues: ["Node", "RBAC", "Webhook"],
      examples: [{ value: "Webhook" }],
    }),
    name: text({
      doc: "Authorizer name",
      required: true,
      always: true,
      examples: [{ value: "webhook" }],
    }),
    webhook: free({
      doc: "Settings of a webhook authorizer",
      examples: [{ value: { timeout: "3s", failurePolicy: "Deny" } }],
    }),
  },
);

const resourcesConfig = object(
  "ResourcesConfig",
  "CPU and memory of a component; only `cpu` and `memory` are supported",
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
);

/** Fields shared by all components. */
const image = (component: string, example: string) =>
  text({
    doc: `Container image of ${component}; defaults to the version bundled with the node's release`,
    examples: [{ value: example }],
  });

const extraArgs = (component: string, example: Readonly<Record<string, string>>) =>
  map(ARGUMENT, {
    doc:
      `Additional arguments of ${component}, without dashes; some arguments cannot be overridden`,
    examples: [{ value: example }],
  });

const extraVolumes = list(volumeMountConfig, {
  doc: "Host paths to mount into the component",
  examples: [{ value: [{ hostPath: "/var/lib/audit", mountPath: "/etc/audit", readonly: true }] }],
});

const env = map(TEXT, {
  doc: "Additional environment variables",
  secret: true,
  examples: [{ value: { HTTPS_PROXY: "http://proxy.example.com:3128" } }],
});

const resources = one(resourcesConfig, {
  doc: "CPU and memory requests and limits",
  since: "v1.5",
  examples: [{
    value: { requests: { cpu: "500m", memory: "512Mi" }, limits: { memory: "2Gi" } },
  }],
});

export const apiServerConfig = object(
  "APIServerConfig",
  "API server (kube-apiserver) on control planes",
  {
    image: image("the API server", "registry.k8s.io/kube-apiserver:v1.31.1"),
    extraArgs: extraArgs("the API server", { "audit-log-maxage": "14" }),
    extraVolumes,
    env,
    certSANs: list(TEXT, {
      doc: "Additional names and IP addresses (SANs) in the API server's certificate",
      examples: [{ value: ["k8s.example.com", "192.0.2.10"] }],
    }),
    disablePodSecurityPolicy: bool({
      doc: "Disable PodSecurityPolicy, which Kubernetes removed in 1.25",
      default: false,
      examples: [{ value: true }],
    }),
    admissionControl: list(admissionPluginConfig, {
      doc: "Admission plugins",
      merge: { by: ["name"] },
      examples: [{
        value: [{
          name: "PodSecurity",
          configuration: {
            apiVersion: "pod-security.admission.config.k8s.io/v1",
            kind: "PodSecurityConfiguration",
            defaults: { enforce: "baseline", "enforce-version": "latest" },
            exemptions: { namespaces: ["kube-system"] },
          },
        }],
      }],
    }),
    auditPolicy: free({
      doc: "Audit policy (audit.k8s.io Policy); defaults to metadata of all requests",
      since: "v1.3",
      merge: "replace",
      examples: [{
        value: {
          apiVersion: "audit.k8s.io/v1",
          kind: "Policy",
          rules: [{ level: "None", verbs: ["get", "list", "watch"] }, { level: "Metadata" }],
        },
      }],
    }),
    resources,
    authorizationConfig: list(authorizerConfig, {
      doc: "Authorizers, in order; `Node` and `RBAC` are always present",
      since: "v1.9",
      merge: { by: ["name"] },
      examples: [{
        value: [{ type: "Webhook", name: "webhook", webhook: { timeout: "3s" } }],
      }],
    }),
  },
);

export const controllerManagerConfig = object(
  "ControllerManagerConfig",
  "Controller manager (kube-controller-manager) on control planes",
  {
    image: image("the controller manager", "registry.k8s.io/kube-controller-manager:v1.31.1"),
    extraArgs: extraArgs("the controller manager", { "node-cidr-mask-size": "25" }),
    extraVolumes,
    env,
    resources,
  },
);

export const proxyConfig = object("ProxyConfig", "kube-proxy on all nodes", {
  disabled: bool({
    doc: "Skip the kube-proxy deployment, such as with a CNI plugin that replaces it",
    default: false,
    examples: [{ value: true }],
  }),
  image: image("kube-proxy", "registry.k8s.io/kube-proxy:v1.31.1"),
  mode: text({
    doc: "Proxy mode: `iptables`, `ipvs` or `nftables`",
    default: "iptables",
    examples: [{ value: "ipvs" }],
  }),
  extraArgs: extraArgs("kube-proxy", { "conntrack-max-per-core": "65536" }),
});

export const schedulerConfig = object(
  "SchedulerConfig",
  "Scheduler (kube-scheduler) on control planes",
  {
    image: image("the scheduler", "registry.k8s.io/kube-scheduler:v1.31.1"),
    extraArgs: extraArgs("the scheduler", { v: "2" }),
    extraVolumes,
    env,
    resources,
    config: free({
      doc: "Scheduler configuration (kubescheduler.config.k8s.io)",
      since: "v1.6",
      examples: [{
        value: { profiles: [{ schedulerName: "default-scheduler" }] },
      }],
    }),
  },
);
