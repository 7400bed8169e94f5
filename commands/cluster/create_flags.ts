/**
 * Flags of `cluster create`, and those each provisioner supports. A given flag that is not supported is an
 * error.
 *
 * @module
 */
import {
  bool,
  duration,
  type Flag,
  type FlagTable,
  float,
  inSection,
  int,
  oneOf,
  string,
  stringArray,
  strings,
} from "../../lib/cli/flags.ts";
import type { ProvisionerName } from "../../lib/cluster/mod.ts";
import { declaredDefault, existsIn } from "../../lib/cli/release.ts";
import {
  DEFAULT_RELEASE,
  HOME_FOLDER,
  IMAGE_NAMESPACE,
  KUBERNETES_VERSION,
  OS_VERSION,
  PRODUCT,
  type Release,
  RELEASE_URL,
} from "../../lib/distribution.ts";

/** Placeholder of the home directory in defaults, printed in help and replaced at run time. */
const HOME = `<home>/${HOME_FOLDER}`;

const bundleUrl = (tag: string) => `${RELEASE_URL}/${tag}/osctl-cni-bundle-\${ARCH}.tar.gz`;

/** Number of nodes, network, and timeouts. */
const shape = {
  file: string({
    short: "f",
    extra: true,
    help: "cluster file that declares the nodes, instead of the flags",
    placeholder: "path",
    complete: "localFile",
  }),
  var: stringArray({
    extra: true,
    help: "set a variable of the cluster file: NAME=VALUE; repeatable",
    placeholder: "variable",
  }),
  cidr: string({
    default: "10.5.0.0/24",
    help: "cluster network CIDR; the sandbox picks a free 127.x.y.0/24 by default",
  }),
  controlPlanePort: int({ default: 6443, help: "port of the Kubernetes API" }),
  controlplanes: int({ default: 1, help: "number of control plane nodes" }),
  workers: int({ default: 1, help: "number of worker nodes" }),
  masters: int({ extra: true, hidden: true, help: "deprecated alias of --controlplanes" }),
  unconfigured: int({
    extra: true,
    help: "number of additional nodes in maintenance mode (sandbox only)",
  }),
  alpn: bool({
    extra: true,
    default: true,
    help: "negotiate HTTP/2 by ALPN; nodes before v1.8.2 do not (sandbox only)",
  }),
  endpoint: string({
    help: "endpoint to use instead of the provisioner's default",
  }),
  initNodeAsEndpoint: bool({ help: "use the first control plane node as the only endpoint" }),
  withInitNode: bool({ help: "create the first control plane node as an init node" }),
  withUuidHostnames: bool({ since: "v1.8", help: "use machine UUIDs as node hostnames" }),
  osconfig: string({
    help: "client configuration file for the new context",
    placeholder: "path",
    complete: "localFile",
  }),
  wait: bool({ default: true, help: "wait for the cluster to be ready" }),
  waitTimeout: duration({ default: 20 * 60_000, help: "timeout of --wait" }),
  crashdump: bool({ help: "write the cluster's logs to a file on failure" }),
  keep: bool({ extra: true, help: "keep the partial cluster after a failure or an interrupt" }),
};

/** Machine configuration. */
const configuration = {
  configPatch: stringArray({ help: "patch for all machine configurations, or @file" }),
  configPatchControlPlane: stringArray({
    help: "patch for control plane configurations, or @file",
  }),
  configPatchWorker: stringArray({ help: "patch for worker configurations, or @file" }),
  customCniUrl: string({ help: "URL of a custom CNI manifest" }),
  dnsDomain: string({ default: "cluster.local", help: "Kubernetes DNS domain" }),
  inputDir: string({
    short: "i",
    help: "directory with pre-generated machine configurations",
    complete: "localFolder",
  }),
  installImage: string({
    default: `${IMAGE_NAMESPACE}/installer:latest`,
    help: "installer image",
  }),
  kubernetesVersion: string({ default: KUBERNETES_VERSION, help: "Kubernetes version" }),
  localproxyPort: int({
    since: "v1.8",
    default: 7445,
    help: "port of the node-local API proxy; 0 disables it",
  }),
  osVersion: string({
    help: "Talos Linux version of generated configurations and of sandbox nodes",
  }),
  registryInsecureSkipVerify: strings({
    help: "registries to connect to without TLS verification",
  }),
  registryMirror: strings({ help: "registry mirrors, <registry>=<url>" }),
  skipInjectingConfig: bool({
    help: "write configurations to the working directory and start nodes without them",
  }),
  withApplyConfig: bool({ help: "apply configurations to nodes in maintenance mode" }),
  withClusterDiscovery: bool({ default: true, help: "enable cluster discovery" }),
  withDebug: bool({ help: "send service logs to the console" }),
  withFirewall: string({
    since: "v1.8",
    help: "enable the ingress firewall with this default action: accept or block",
  }),
  withMeshnet: bool({ help: "enable KubeSpan, the encrypted mesh network" }),
  wireguardCidr: string({ help: "CIDR of the WireGuard network" }),
};

/** Steps after the nodes are up. */
const kubernetes = {
  skipBootPhaseFinishedCheck: bool({ until: "v1.4", help: "skip the boot phase check" }),
  skipK8sNodeReadinessCheck: bool({
    since: "v1.8",
    help: "skip the Kubernetes node readiness check",
  }),
  skipKubeconfig: bool({ help: "skip merging the kubeconfig" }),
};

/** docker only. */
const docker = {
  dockerDisableIpv6: bool({ help: "disable IPv6 in containers (docker only)" }),
  dockerHostIp: string({ default: "0.0.0.0", help: "host IP of published ports (docker only)" }),
  exposedPorts: string({
    short: "p",
    help: "ports to publish, <host>:<container>/<protocol> (docker only)",
  }),
  image: string({
    default: `${IMAGE_NAMESPACE}/${PRODUCT.toLowerCase()}:latest`,
    help: "node image (docker only)",
  }),
  imageArchive: string({
    extra: true,
    help: "node image archive to load, written by docker save (docker only)",
    placeholder: "path",
    complete: "localFile",
  }),
};

/** Resources per node. */
const resources = {
  arch: string({ default: "amd64", help: "node architecture" }),
  cpus: string({ default: "2.0", help: "CPUs per control plane node" }),
  cpusWorkers: string({ default: "2.0", help: "CPUs per worker node" }),
  memory: int({ default: 2048, help: "memory per control plane node, MiB" }),
  memoryWorkers: int({ default: 2048, help: "memory per worker node, MiB" }),
  disk: int({ default: 6144, help: "system disk size, MiB" }),
  diskPreallocate: bool({ since: "v1.8", default: true, help: "preallocate disk space" }),
  extraDisks: int({ help: "number of extra disks per worker node" }),
  extraDisksDrivers: strings({ since: "v1.8", help: "drivers of the extra disks, in order" }),
  extraDisksSize: int({ default: 5120, help: "extra disk size, MiB" }),
  userDisk: strings({ help: "user disk, <mount point>:<size>" }),
  diskEncryptionKeyTypes: stringArray({
    since: "v1.8",
    default: ["uuid"],
    help: "disk encryption key types: uuid, kms",
  }),
  encryptEphemeral: bool({ help: "encrypt the EPHEMERAL partition" }),
  encryptState: bool({ help: "encrypt the STATE partition" }),
};

/** Virtual machines: boot. */
const boot = {
  badRtc: bool({ help: "start virtual machines with a wrong RTC" }),
  diskImagePath: string({ help: "disk image to boot from" }),
  extraBootKernelArgs: string({ help: "additional kernel arguments" }),
  extraUefiSearchPaths: strings({ help: "additional directories to search for UEFI firmware" }),
  initrdPath: string({ default: "_out/initramfs-${ARCH}.xz", help: "initramfs image" }),
  ipxeBootScript: string({ since: "v1.8", help: "iPXE boot script URL" }),
  isoPath: string({ help: "ISO image to boot from" }),
  vmlinuzPath: string({ default: "_out/vmlinuz-${ARCH}", help: "kernel" }),
  withBootloader: bool({
    default: true,
    help: "boot from the disk's boot loader after installation",
  }),
  withTpm2: bool({ since: "v1.8", help: "enable TPM 2.0 emulation" }),
  withUefi: bool({ default: true, help: "boot with UEFI" }),
};

/** Virtual machines: network. */
const network = {
  cniBinPath: strings({ default: [`${HOME}/cni/bin`], help: "directories with CNI plugins" }),
  cniBundleUrl: string({
    default: { "v1.4": bundleUrl(OS_VERSION["v1.4"]), "v1.8": bundleUrl(OS_VERSION["v1.8"]) },
    help: "URL of the CNI plugin bundle",
  }),
  cniCacheDir: string({ default: `${HOME}/cni/cache`, help: "CNI cache directory" }),
  cniConfDir: string({ default: `${HOME}/cni/conf.d`, help: "CNI configuration directory" }),
  disableDhcpHostname: bool({ help: "omit hostnames from DHCP responses" }),
  ipv4: bool({ default: true, help: "enable IPv4" }),
  ipv6: bool({ help: "enable IPv6" }),
  mtu: int({ default: 1500, help: "MTU of the cluster network" }),
  nameservers: strings({
    default: ["8.8.8.8", "1.1.1.1", "2001:4860:4860::8888", "2606:4700:4700::1111"],
    help: "nameservers of the nodes",
  }),
  noMasqueradeCidrs: strings({
    since: "v1.8",
    help: "CIDRs excluded from NAT",
  }),
  useVip: bool({ help: "use a virtual IP as the control plane endpoint" }),
  withNetworkBandwidth: int({ since: "v1.8", help: "bandwidth limit, kbit/s" }),
  withNetworkChaos: bool({ since: "v1.8", help: "enable network chaos with the flags below" }),
  withNetworkJitter: duration({ since: "v1.8", help: "latency jitter" }),
  withNetworkLatency: duration({ since: "v1.8", help: "latency" }),
  withNetworkPacketCorrupt: float({ since: "v1.8", help: "packet corruption, 0 to 1" }),
  withNetworkPacketLoss: float({ since: "v1.8", help: "packet loss, 0 to 1" }),
  withNetworkPacketReorder: float({ since: "v1.8", help: "packet reordering, 0 to 1" }),
  withNodelink: oneOf(["true", "wireguard", "tunnel"], {
    since: "v1.8",
    default: "none",
    help: "connect nodes to a SideroLink agent",
  }),
  rootless: bool({
    extra: true,
    help: "create the network in a user namespace, without root (qemu only)",
  }),
};

const flags = {
  ...shape,
  ...inSection("Machine configuration", configuration),
  ...inSection("Readiness and kubeconfig", kubernetes),
  ...inSection("Containers (docker)", docker),
  ...inSection("CPUs, memory and disks", resources),
  ...inSection("Boot of virtual machines", boot),
  ...inSection("Network", network),
};

/** Flags that virtual machines do not support. */
const NOT_QEMU = [
  ...Object.keys(docker),
  ...["unconfigured", "alpn", "cniBinPath", "cniBundleUrl", "cniCacheDir", "cniConfDir"],
];

/** Flags that containers do not support: disks, boot, and the network of virtual machines. */
const NOT_DOCKER = [
  ...["unconfigured", "alpn"],
  ...["arch", "disk", "diskPreallocate", "extraDisks", "extraDisksDrivers", "extraDisksSize"],
  ...["userDisk", "diskEncryptionKeyTypes", "encryptEphemeral", "encryptState"],
  ...Object.keys(boot),
  ...["cniBinPath", "cniBundleUrl", "cniCacheDir", "cniConfDir", "disableDhcpHostname"],
  ...["ipv4", "ipv6", "noMasqueradeCidrs"],
  ...["withNetworkBandwidth", "withNetworkChaos", "withNetworkJitter", "withNetworkLatency"],
  ...["withNetworkPacketCorrupt", "withNetworkPacketLoss", "withNetworkPacketReorder"],
  ...["withNodelink", "rootless"],
];

const except = (names: readonly string[]) =>
  new Set(Object.keys(flags).filter((key) => !names.includes(key)));

/** Flags that each provisioner supports, without the group's. */
export const SUPPORTED_FLAGS: Readonly<Record<ProvisionerName, ReadonlySet<string>>> = {
  docker: except(NOT_DOCKER),
  qemu: except(NOT_QEMU),
  sandbox: new Set([
    ...["file", "var"],
    ...["cidr", "controlPlanePort", "controlplanes", "masters", "workers", "unconfigured", "alpn"],
    ...["osVersion", "endpoint", "withUuidHostnames", "osconfig", "wait", "waitTimeout"],
    ...["crashdump", "keep", "skipKubeconfig", "skipK8sNodeReadinessCheck"],
    ...["skipBootPhaseFinishedCheck", "kubernetesVersion"],
  ]),
};

/** Marks the flags in help that the sandbox rejects. */
function markUnsupported<Table extends FlagTable>(table: Table): Table {
  const entries = Object.entries(table).map(([key, flag]) => {
    const isMarked = SUPPORTED_FLAGS.sandbox.has(key) || flag.help.endsWith(" only)");
    return [key, isMarked ? flag : { ...flag, help: `${flag.help} (not sandbox)` }];
  });
  return Object.fromEntries(entries);
}

/** All flags of `cluster create`. */
export const createFlags = markUnsupported(flags);

/** Adds the defaults of flags that a release does not have. */
export function withAbsentFlags<Values extends object>(values: Values, release: Release): Values {
  const absent = Object.entries(createFlags)
    .filter(([, flag]) => !existsIn(flag, release))
    .map(([key, flag]) => [key, declaredDefault(flag as Flag<unknown>, DEFAULT_RELEASE)] as const);
  return { ...values, ...Object.fromEntries(absent) };
}
