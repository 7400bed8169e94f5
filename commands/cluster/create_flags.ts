/**
 * The flags of `cluster create`, in the order help lists them, and which of them each provisioner
 * can honour. A flag that was given and cannot be honoured is refused, never ignored.
 *
 * @module
 */
import {
  bool,
  duration,
  float,
  int,
  oneOf,
  string,
  stringArray,
  strings,
} from "../../lib/cli/flags.ts";
import {
  HOME_FOLDER,
  IMAGE_NAMESPACE,
  KUBERNETES_VERSION,
  OS_VERSION,
  PRODUCT,
  RELEASE_URL,
} from "../../lib/distribution.ts";

/** Stands for the home directory in a default, which help prints and the story fills in. */
const HOME = `<home>/${HOME_FOLDER}`;

const bundleUrl = (tag: string) => `${RELEASE_URL}/${tag}/osctl-cni-bundle-\${ARCH}.tar.gz`;

/** How many nodes, where, and how long to wait for them. */
const shape = {
  cidr: string({
    default: "10.5.0.0/24",
    help: "network of the cluster; the sandbox takes a free 127.x.y.0/24 when it is not given",
  }),
  controlPlanePort: int({ default: 6443, help: "port of the Kubernetes API" }),
  controlplanes: int({ default: 1, help: "how many control plane nodes" }),
  workers: int({ default: 1, help: "how many worker nodes" }),
  masters: int({ extra: true, hidden: true, help: "older name of --controlplanes" }),
  unconfigured: int({
    extra: true,
    help: "how many more nodes without a configuration, in maintenance mode (sandbox only)",
  }),
  alpn: bool({
    extra: true,
    default: true,
    help: "negotiate HTTP/2 by ALPN; false: as nodes before v1.8.2 (sandbox only)",
  }),
  endpoint: string({
    help: "endpoint to write into the client configuration instead of the nodes",
  }),
  initNodeAsEndpoint: bool({ help: "use the first node as the only endpoint" }),
  withInitNode: bool({ help: "make the first control plane bootstrap the cluster by itself" }),
  withUuidHostnames: bool({ since: "v1.8", help: "name nodes machine-<uuid>" }),
  osconfig: string({
    help: "client configuration to add the new context to",
    placeholder: "path",
    complete: "localFile",
  }),
  wait: bool({ default: true, help: "wait until every node answers" }),
  waitTimeout: duration({ default: 20 * 60_000, help: "how long to wait at most" }),
  crashdump: bool({ help: "print the logs when the cluster does not come up" }),
};

/** The machine configuration of the nodes. */
const configuration = {
  configPatch: stringArray({ help: "patch for the configuration of every node" }),
  configPatchControlPlane: stringArray({ help: "patch for the control planes' configuration" }),
  configPatchWorker: stringArray({ help: "patch for the workers' configuration" }),
  customCniUrl: string({ help: "manifest of the pod network to install" }),
  dnsDomain: string({ default: "cluster.local", help: "DNS domain of the Kubernetes cluster" }),
  inputDir: string({
    short: "i",
    help: "folder with ready machine configurations",
    complete: "localFolder",
  }),
  installImage: string({
    default: `${IMAGE_NAMESPACE}/installer:latest`,
    help: "image the nodes install",
  }),
  kubernetesVersion: string({ default: KUBERNETES_VERSION, help: "Kubernetes version" }),
  localproxyPort: int({
    since: "v1.8",
    default: 7445,
    help: "port of the local API balancer on every node; 0 turns it off",
  }),
  osVersion: string({ help: "version of the operating system to write configurations for" }),
  registryInsecureSkipVerify: strings({ help: "registries whose certificate is not checked" }),
  registryMirror: strings({ help: "registry mirrors, as <registry>=<url>" }),
  skipInjectingConfig: bool({ help: "write the configurations here and start nodes without them" }),
  withApplyConfig: bool({ help: "send the configurations to nodes in maintenance mode" }),
  withClusterDiscovery: bool({ default: true, help: "let nodes find each other" }),
  withDebug: bool({ help: "send the services' logs to the console" }),
  withFirewall: string({ since: "v1.8", help: "firewall with this default action: accept, block" }),
  withMeshnet: bool({ help: "encrypted network between all nodes" }),
  wireguardCidr: string({ help: "network of a WireGuard interface on every node" }),
};

/** What comes after the nodes answer. */
const kubernetes = {
  skipBootPhaseFinishedCheck: bool({ until: "v1.4", help: "do not wait for the end of the boot" }),
  skipK8sNodeReadinessCheck: bool({
    since: "v1.8",
    help: "do not wait for ready Kubernetes nodes",
  }),
  skipKubeconfig: bool({ help: "do not touch the kubeconfig" }),
};

/** Containers. */
const docker = {
  dockerDisableIpv6: bool({ help: "no IPv6 in the containers (docker only)" }),
  dockerHostIp: string({ default: "0.0.0.0", help: "address to publish ports on (docker only)" }),
  exposedPorts: string({ short: "p", help: "ports to publish, <host>:<container> (docker only)" }),
  image: string({
    default: `${IMAGE_NAMESPACE}/${PRODUCT.toLowerCase()}:latest`,
    help: "node image (docker only)",
  }),
};

/** Resources of a node. */
const resources = {
  arch: string({ default: "amd64", help: "architecture of the nodes" }),
  cpus: string({ default: "2.0", help: "CPU share of a control plane" }),
  cpusWorkers: string({ default: "2.0", help: "CPU share of a worker" }),
  memory: int({ default: 2048, help: "memory of a control plane, MiB" }),
  memoryWorkers: int({ default: 2048, help: "memory of a worker, MiB" }),
  disk: int({ default: 6144, help: "first disk, MiB" }),
  diskPreallocate: bool({ since: "v1.8", default: true, help: "reserve disk space at once" }),
  extraDisks: int({ help: "more disks of each worker" }),
  extraDisksDrivers: strings({ since: "v1.8", help: "drivers of the extra disks, in order" }),
  extraDisksSize: int({ default: 5120, help: "size of an extra disk, MiB" }),
  userDisk: strings({ help: "a disk for user data, as <mount point>:<size>" }),
  diskEncryptionKeyTypes: stringArray({
    since: "v1.8",
    default: ["uuid"],
    help: "keys of encrypted partitions: uuid, kms",
  }),
  encryptEphemeral: bool({ help: "encrypt the partition with variable data" }),
  encryptState: bool({ help: "encrypt the partition with the configuration" }),
};

/** Virtual machines: how they boot. */
const boot = {
  badRtc: bool({ help: "start with a wrong clock" }),
  diskImagePath: string({ help: "disk image to copy onto the first disk" }),
  extraBootKernelArgs: string({ help: "more kernel arguments" }),
  extraUefiSearchPaths: strings({ help: "more folders with UEFI firmware" }),
  initrdPath: string({ default: "_out/initramfs-${ARCH}.xz", help: "initial ramdisk" }),
  ipxeBootScript: string({ since: "v1.8", help: "iPXE script to boot from" }),
  isoPath: string({ help: "ISO image to boot from" }),
  vmlinuzPath: string({ default: "_out/vmlinuz-${ARCH}", help: "kernel" }),
  withBootloader: bool({ default: true, help: "boot with the boot loader once installed" }),
  withTpm2: bool({ since: "v1.8", help: "give every machine a TPM 2" }),
  withUefi: bool({ default: true, help: "boot with UEFI" }),
};

/** Virtual machines: their network. */
const network = {
  cniBinPath: strings({ default: [`${HOME}/cni/bin`], help: "folders with CNI plugins" }),
  cniBundleUrl: string({
    default: { "v1.4": bundleUrl(OS_VERSION["v1.4"]), "v1.8": bundleUrl(OS_VERSION["v1.8"]) },
    help: "where to fetch missing CNI plugins",
  }),
  cniCacheDir: string({ default: `${HOME}/cni/cache`, help: "folder of CNI results" }),
  cniConfDir: string({ default: `${HOME}/cni/conf.d`, help: "folder of CNI configurations" }),
  disableDhcpHostname: bool({ help: "hand out no host names by DHCP" }),
  ipv4: bool({ default: true, help: "IPv4 in the cluster network" }),
  ipv6: bool({ help: "IPv6 in the cluster network" }),
  mtu: int({ default: 1500, help: "largest packet of the cluster network" }),
  nameservers: strings({
    default: ["8.8.8.8", "1.1.1.1", "2001:4860:4860::8888", "2606:4700:4700::1111"],
    help: "name servers of the nodes",
  }),
  noMasqueradeCidrs: strings({
    since: "v1.8",
    help: "networks reached without address translation",
  }),
  useVip: bool({ help: "shared address of the control planes" }),
  withNetworkBandwidth: int({ since: "v1.8", help: "limit of the bandwidth, kbit/s" }),
  withNetworkChaos: bool({ since: "v1.8", help: "disturb the network as the next flags say" }),
  withNetworkJitter: duration({ since: "v1.8", help: "variation of the latency" }),
  withNetworkLatency: duration({ since: "v1.8", help: "delay of every packet" }),
  withNetworkPacketCorrupt: float({ since: "v1.8", help: "share of corrupted packets, 0 to 1" }),
  withNetworkPacketLoss: float({ since: "v1.8", help: "share of lost packets, 0 to 1" }),
  withNetworkPacketReorder: float({ since: "v1.8", help: "share of reordered packets, 0 to 1" }),
  withNodelink: oneOf(["true", "wireguard", "tunnel"], {
    since: "v1.8",
    default: "none",
    help: "link every node to a management service",
  }),
};

/** Every flag of `cluster create`. */
export const createFlags = {
  ...shape,
  ...configuration,
  ...kubernetes,
  ...docker,
  ...resources,
  ...boot,
  ...network,
};

/** The flags the sandbox acts on; the group's own are not among them. */
export const SANDBOX_FLAGS: ReadonlySet<string> = new Set([
  "cidr",
  "controlplanes",
  "masters",
  "workers",
  "unconfigured",
  "alpn",
  "endpoint",
  "withUuidHostnames",
  "osconfig",
  "wait",
  "waitTimeout",
  "crashdump",
  "skipKubeconfig",
  "skipK8sNodeReadinessCheck",
  "skipBootPhaseFinishedCheck",
]);
