/** kubelet settings. */
import {
  ARGUMENT,
  bool,
  free,
  list,
  map,
  number,
  object,
  one,
  TEXT,
  text,
  UINT32,
} from "./types.ts";

const MAPPING = { containerID: 0, hostID: 100000, size: 65536 };

const linuxIDMapping = object(
  "LinuxIDMapping",
  "UID or GID mapping of a mount",
  {
    containerID: number({
      doc: "First ID in the container",
      always: true,
      examples: [{ value: 0 }],
      ...UINT32,
    }),
    hostID: number({
      doc: "First ID on the host",
      always: true,
      examples: [{ value: 100000 }],
      ...UINT32,
    }),
    size: number({
      doc: "Number of IDs in the range",
      always: true,
      examples: [{ value: 65536 }],
      ...UINT32,
    }),
  },
);

const extraMount = object(
  "ExtraMount",
  "Host directory mounted into the kubelet's container",
  {
    destination: text({
      doc: "Path in the container",
      always: true,
      examples: [{ value: "/var/mnt/data" }],
    }),
    type: text({ doc: "Mount type", examples: [{ value: "bind" }] }),
    source: text({
      doc: "Path on the host",
      examples: [{ value: "/var/mnt/data" }],
    }),
    options: list(TEXT, {
      doc: "Mount options (fstab); must include `bind` or `rbind`",
      examples: [{ value: ["bind", "rshared", "rw"] }],
    }),
    uidMappings: list(linuxIDMapping, {
      doc: "UID mappings",
      since: "v1.6",
      examples: [{ value: [MAPPING] }],
    }),
    gidMappings: list(linuxIDMapping, {
      doc: "GID mappings",
      since: "v1.6",
      examples: [{ value: [MAPPING] }],
    }),
  },
);

const kubeletNodeIPConfig = object(
  "KubeletNodeIPConfig",
  "Node IP selection",
  {
    validSubnets: list(TEXT, {
      doc: "Subnets of the node IP; prefix with `!` to exclude",
      examples: [{ value: ["192.0.2.0/24", "!192.0.2.128/25"] }],
    }),
  },
);

export const kubeletConfig = object("KubeletConfig", "kubelet settings", {
  image: text({
    doc: "kubelet container image; defaults to the version bundled with the node's release",
    examples: [{ value: "registry.example.com/kubelet:v1.31.0" }],
  }),
  clusterDNS: list(TEXT, {
    doc: "Cluster DNS addresses for pods; defaults to addresses from the service subnets",
    examples: [{ value: ["10.96.0.10"] }],
  }),
  extraArgs: map(ARGUMENT, {
    doc: "Additional kubelet flags, without dashes",
    examples: [{ value: { "node-status-update-frequency": "20s" } }],
  }),
  extraMounts: list(extraMount, {
    doc: "Host directories mounted into the kubelet's container",
    examples: [{
      value: [{
        destination: "/var/mnt/data",
        type: "bind",
        source: "/var/mnt/data",
        options: ["bind", "rshared", "rw"],
      }],
    }],
  }),
  extraConfig: free({
    doc: "Additional KubeletConfiguration fields; node-managed fields are rejected",
    examples: [{ value: { maxPods: 200, serverTLSBootstrap: true } }],
  }),
  credentialProviderConfig: free({
    doc: "Credential provider plugins for image registries (CredentialProviderConfig)",
    since: "v1.6",
    examples: [{
      value: {
        apiVersion: "kubelet.config.k8s.io/v1",
        kind: "CredentialProviderConfig",
        providers: [{
          name: "registry-login",
          apiVersion: "credentialprovider.kubelet.k8s.io/v1",
          matchImages: ["*.registry.example.com"],
          defaultCacheDuration: "6h",
        }],
      },
    }],
  }),
  defaultRuntimeSeccompProfileEnabled: bool({
    doc: "RuntimeDefault seccomp profile for containers without a profile of their own",
    default: false,
    since: "v1.2",
    examples: [{ value: true }],
  }),
  registerWithFQDN: bool({
    doc: "Register the node with its fully qualified domain name",
    default: false,
    examples: [{ value: true }],
  }),
  nodeIP: one(kubeletNodeIPConfig, {
    doc: "Node IP selection on machines with several addresses",
    examples: [{ value: { validSubnets: ["192.0.2.0/24", "!192.0.2.128/25"] } }],
  }),
  skipNodeRegistration: bool({
    doc: "Run standalone, for static pods only, without joining the cluster",
    default: false,
    since: "v1.2",
    examples: [{ value: true }],
  }),
  disableManifestsDirectory: bool({
    doc: "Ignore static pods in /etc/kubernetes/manifests; `machine.pods` remains",
    default: false,
    since: "v1.3",
    examples: [{ value: true }],
  }),
});
