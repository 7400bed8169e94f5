/** What the configuration says about the kubelet. */
import { bool, free, list, map, number, object, one, TEXT, text, UINT32 } from "./types.ts";

const MAPPING = { containerID: 0, hostID: 100000, size: 65536 };

const linuxIDMapping = object(
  "LinuxIDMapping",
  "A range of user or group numbers that means other ones inside of a mount",
  {
    containerID: number({
      doc: "First number inside of the container",
      always: true,
      examples: [{ value: 0 }],
      ...UINT32,
    }),
    hostID: number({
      doc: "The number on the machine that the first one stands for",
      always: true,
      examples: [{ value: 100000 }],
      ...UINT32,
    }),
    size: number({
      doc: "How many numbers the range has",
      always: true,
      examples: [{ value: 65536 }],
      ...UINT32,
    }),
  },
);

const extraMount = object(
  "ExtraMount",
  "A directory of the machine that the kubelet's container gets to see",
  {
    destination: text({
      doc: "Path inside of the container",
      always: true,
      examples: [{ value: "/var/mnt/data" }],
    }),
    type: text({ doc: "Kind of the mount", examples: [{ value: "bind" }] }),
    source: text({
      doc: "Path on the machine",
      examples: [{ value: "/var/mnt/data" }],
    }),
    options: list(TEXT, {
      doc: "Options as in fstab; `bind` or `rbind` has to be among them",
      examples: [{ value: ["bind", "rshared", "rw"] }],
    }),
    uidMappings: list(linuxIDMapping, {
      doc: "Owners of files, as the container sees them",
      since: "v1.6",
      examples: [{ value: [MAPPING] }],
    }),
    gidMappings: list(linuxIDMapping, {
      doc: "Groups of files, as the container sees them",
      since: "v1.6",
      examples: [{ value: [MAPPING] }],
    }),
  },
);

const kubeletNodeIPConfig = object(
  "KubeletNodeIPConfig",
  "Which of the machine's addresses the kubelet tells the cluster",
  {
    validSubnets: list(TEXT, {
      doc: "Subnets that the addresses are taken from; one after `!` excludes its addresses",
      examples: [{ value: ["192.0.2.0/24", "!192.0.2.128/25"] }],
    }),
  },
);

export const kubeletConfig = object("KubeletConfig", "How the machine's kubelet runs", {
  image: text({
    doc: "Container image of the kubelet; without it the one that came with the node's release",
    examples: [{ value: "registry.example.com/kubelet:v1.31.0" }],
  }),
  clusterDNS: list(TEXT, {
    doc: "Addresses of the cluster's DNS service for pods; without it computed from its subnets",
    examples: [{ value: ["10.96.0.10"] }],
  }),
  extraArgs: map(TEXT, {
    doc: "Flags of the kubelet, without dashes",
    examples: [{ value: { "node-status-update-frequency": "20s" } }],
  }),
  extraMounts: list(extraMount, {
    doc: "Directories that the kubelet's container gets to see",
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
    doc: "Fields of the kubelet's own configuration; some belong to the node and are refused",
    examples: [{ value: { maxPods: 200, serverTLSBootstrap: true } }],
  }),
  credentialProviderConfig: free({
    doc: "Where the kubelet finds programs that hand out passwords for image registries",
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
    doc: "Whether containers run under the runtime's seccomp profile unless they say otherwise",
    default: false,
    since: "v1.2",
    examples: [{ value: true }],
  }),
  registerWithFQDN: bool({
    doc: "Whether the node's name in the cluster is the full domain name",
    default: false,
    examples: [{ value: true }],
  }),
  nodeIP: one(kubeletNodeIPConfig, {
    doc: "Which of several addresses the kubelet tells the cluster",
    examples: [{ value: { validSubnets: ["192.0.2.0/24", "!192.0.2.128/25"] } }],
  }),
  skipNodeRegistration: bool({
    doc: "Whether the kubelet runs by itself, for static pods only, and does not join the cluster",
    default: false,
    since: "v1.2",
    examples: [{ value: true }],
  }),
  disableManifestsDirectory: bool({
    doc: "Whether static pods come from `machine.pods` only and not from /etc/kubernetes/manifests",
    default: false,
    since: "v1.3",
    examples: [{ value: true }],
  }),
});
