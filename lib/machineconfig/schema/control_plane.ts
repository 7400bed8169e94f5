/** The parts of the orchestrator's control plane. */
import { bool, free, list, map, object, one, TEXT, text } from "./types.ts";

const volumeMountConfig = object(
  "VolumeMountConfig",
  "A folder or file of the host inside a component",
  {
    hostPath: text({
      doc: "Absolute path on the host",
      always: true,
      examples: [{ value: "/var/lib/audit" }],
    }),
    mountPath: text({
      doc: "Absolute path inside the component",
      always: true,
      examples: [{ value: "/etc/audit" }],
    }),
    readonly: bool({
      doc: "Whether the component may only read it",
      default: false,
      absentIsFalse: true,
    }),
  },
);

const admissionPluginConfig = object(
  "AdmissionPluginConfig",
  "A plugin that admits or refuses requests to the API server",
  {
    name: text({
      doc: "Name of the plugin as Kubernetes knows it",
      always: true,
      examples: [{ value: "PodSecurity" }],
    }),
    configuration: free({
      doc: "The plugin's own configuration",
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

const resourcesConfig = object(
  "ResourcesConfig",
  "Processor time and memory of a component, `cpu` and `memory` only",
  {
    requests: free({
      doc: "What is reserved for it",
      examples: [{ value: { cpu: "500m", memory: "512Mi" } }],
    }),
    limits: free({
      doc: "What it may use at most",
      examples: [{ value: { cpu: 2, memory: "2Gi" } }],
    }),
  },
);

/** The fields that all components have. */
const image = (component: string, example: string) =>
  text({
    doc: `Container image of ${component}; without it the one that came with the node's release`,
    examples: [{ value: example }],
  });

const extraArgs = (component: string, example: Readonly<Record<string, string>>) =>
  map(TEXT, {
    doc: `Further arguments of ${component}, without dashes; some that nodes set stay as they are`,
    examples: [{ value: example }],
  });

const extraVolumes = list(volumeMountConfig, {
  doc: "Folders and files of the host to mount",
  examples: [{ value: [{ hostPath: "/var/lib/audit", mountPath: "/etc/audit", readonly: true }] }],
});

const env = map(TEXT, {
  doc: "Further environment variables",
  secret: true,
  examples: [{ value: { HTTPS_PROXY: "http://proxy.example.com:3128" } }],
});

const resources = one(resourcesConfig, {
  doc: "Processor time and memory",
  since: "v1.5",
  examples: [{
    value: { requests: { cpu: "500m", memory: "512Mi" }, limits: { memory: "2Gi" } },
  }],
});

export const apiServerConfig = object("APIServerConfig", "The API server on control planes", {
  image: image("the API server", "registry.k8s.io/kube-apiserver:v1.31.1"),
  extraArgs: extraArgs("the API server", { "audit-log-maxage": "14" }),
  extraVolumes,
  env,
  certSANs: list(TEXT, {
    doc: "Further names and addresses to put into its certificate",
    examples: [{ value: ["k8s.example.com", "192.0.2.10"] }],
  }),
  disablePodSecurityPolicy: bool({
    doc: "Whether PodSecurityPolicy stays off, which Kubernetes has no longer since 1.25",
    default: false,
    examples: [{ value: true }],
  }),
  admissionControl: list(admissionPluginConfig, {
    doc: "Plugins that admit or refuse requests",
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
    doc: "Which requests are logged, as a Policy of audit.k8s.io; all, with metadata, without it",
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
});

export const controllerManagerConfig = object(
  "ControllerManagerConfig",
  "The controller manager on control planes",
  {
    image: image("the controller manager", "registry.k8s.io/kube-controller-manager:v1.31.1"),
    extraArgs: extraArgs("the controller manager", { "node-cidr-mask-size": "25" }),
    extraVolumes,
    env,
    resources,
  },
);

export const proxyConfig = object("ProxyConfig", "kube-proxy on every node", {
  disabled: bool({
    doc: "Whether kube-proxy is left out, as where the CNI does its work",
    default: false,
    examples: [{ value: true }],
  }),
  image: image("kube-proxy", "registry.k8s.io/kube-proxy:v1.31.1"),
  mode: text({
    doc: "How kube-proxy directs traffic: `iptables`, `ipvs`, `nftables`",
    default: "iptables",
    examples: [{ value: "ipvs" }],
  }),
  extraArgs: extraArgs("kube-proxy", { "conntrack-max-per-core": "65536" }),
});

export const schedulerConfig = object("SchedulerConfig", "The scheduler on control planes", {
  image: image("the scheduler", "registry.k8s.io/kube-scheduler:v1.31.1"),
  extraArgs: extraArgs("the scheduler", { v: "2" }),
  extraVolumes,
  env,
  resources,
  config: free({
    doc: "The scheduler's own configuration, of kubescheduler.config.k8s.io",
    since: "v1.6",
    examples: [{
      value: { profiles: [{ schedulerName: "default-scheduler" }] },
    }],
  }),
});
