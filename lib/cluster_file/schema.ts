/**
 * The schema of a cluster file: one table, from which decoding, the JSON Schema and `explain` are
 * derived.
 *
 * @module
 */
import { clusterNetworkConfig, cniConfig } from "../machineconfig/schema/cluster_network.ts";
import { installDiskSelector } from "../machineconfig/schema/install.ts";
import {
  bool,
  type DocumentType,
  FREE,
  free,
  list,
  map,
  number,
  object,
  one,
  TEXT,
  text,
} from "../machineconfig/schema/types.ts";

const patch = object("ClusterPatch", "Patch of machine configurations, in one of three forms", {
  file: text({
    doc: "Path of a patch file, relative to this file; variables in it are replaced",
    examples: [{ value: "patches/registry.yaml" }],
  }),
  merge: free({
    doc: "Strategic merge patch; other documents than the main one name their kind",
    examples: [{ value: { machine: { sysctls: { "vm.max_map_count": "262144" } } } }],
  }),
  json: list(FREE, {
    doc: "Operations of a JSON patch (RFC 6902)",
    examples: [{ value: [{ op: "remove", path: "/cluster/discovery" }] }],
  }),
});

const patches = (of: string) => list(patch, { doc: `Patches of ${of}, applied in order` });

const overlay = object("ClusterOverlay", "Board support of the system image", {
  name: text({ doc: "Name", required: true, examples: [{ value: "rpi_generic" }] }),
  image: text({
    doc: "Image of the overlay",
    required: true,
    examples: [{ value: "siderolabs/sbc-raspberrypi" }],
  }),
  options: free({ doc: "Options of the overlay", examples: [{ value: { board: "rpi4" } }] }),
});

const customization = object("ClusterCustomization", "Other parts of a schematic", {
  embeddedMachineConfiguration: text({
    doc: "Machine configuration in the image",
    examples: [{ value: "apiVersion: v1alpha1\nkind: HostnameConfig\nhostname: cp-1\n" }],
  }),
  meta: list(
    object("ClusterMeta", "Initial value of META", {
      key: number({ doc: "Key", min: 0, max: 255, required: true, examples: [{ value: 12 }] }),
      value: text({ doc: "Value", examples: [{ value: "machineLabels:\n  rack: r12\n" }] }),
    }),
    { doc: "Initial values of META", merge: "replace" },
  ),
  bootloader: text({
    doc: "Bootloader; by default systemd-boot for UEFI, and GRUB for BIOS",
    values: ["none", "dual-boot", "sd-boot", "grub"],
    examples: [{ value: "grub" }],
  }),
  secureboot: one(
    object("ClusterSecureBoot", "Enrolment of Secure Boot keys", {
      enrollKeys: text({
        doc: "When systemd-boot enrolls the keys",
        values: ["off", "manual", "if-safe", "force"],
        examples: [{ value: "force" }],
      }),
      includeWellKnownCertificates: bool({
        doc: "Enroll the well-known UEFI certificates, too",
        default: false,
      }),
    }),
    { doc: "Enrolment of Secure Boot keys" },
  ),
  diskImage: one(
    object("ClusterDiskImage", "Disk image", {
      sectorSize: number({
        doc: "Size of a sector in bytes; 512 by default",
        min: 0,
        max: 0xffff,
        examples: [{ value: 4096 }],
      }),
    }),
    { doc: "Disk image" },
  ),
});

const os = object("ClusterOs", "Version and image of Talos Linux", {
  version: text({ doc: "Installed version", examples: [{ value: "v1.8.4" }] }),
  image: text({
    doc: "Installer image without tag, instead of schematic or extensions",
    examples: [{ value: "ghcr.io/siderolabs/installer" }],
  }),
  schematic: text({
    doc: "ID of a schematic of the image factory, instead of image or extensions",
    examples: [{ value: "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d32b4ba" }],
  }),
  extensions: list(TEXT, {
    doc: "System extensions; with kernel arguments and overlay they define the schematic",
    merge: "replace",
    examples: [{ value: ["siderolabs/iscsi-tools"] }],
  }),
  kernelArguments: list(TEXT, {
    doc: "Additional kernel arguments",
    merge: "replace",
    examples: [{ value: ["net.ifnames=0"] }],
  }),
  overlay: one(overlay, { doc: "Board support" }),
  customization: one(customization, {
    doc: "Other parts of the schematic, with the names of the image factory",
    examples: [{ value: { bootloader: "grub" } }],
  }),
  factory: text({
    doc: "Host of the image factory",
    default: "factory.talos.dev",
    examples: [{ value: "factory.talos.dev" }],
  }),
  platform: text({
    doc: "Platform in the name of the factory's image, such as metal-installer; none by default",
    examples: [{ value: "metal" }],
  }),
  secureBoot: bool({ doc: "Install the image for Secure Boot", default: false }),
});

const install = object("ClusterInstall", "Disk to install on: a path or a selector", {
  disk: text({ doc: "Path of the disk", examples: [{ value: "/dev/sda" }] }),
  diskSelector: one(installDiskSelector, {
    doc: "Selector of the disk",
    examples: [{ value: { size: ">= 100GB", type: "ssd" } }],
  }),
});

const labels = map(TEXT, {
  doc: "Labels of the Kubernetes nodes",
  examples: [{ value: { "example.com/rack": "r12" } }],
});

const taints = map(TEXT, {
  doc: "Taints of the Kubernetes nodes as `value:effect` by key; of workers, at registration",
  examples: [{ value: { "example.com/dedicated": "storage:NoSchedule" } }],
});

const update = object("ClusterUpdate", "How a rolling change goes through a group", {
  maxUnavailable: text({
    doc: "Workers that change at the same time: a number or a percentage",
    default: "1",
    examples: [{ value: "25%" }],
  }),
  canary: number({
    doc: "Workers to change one at a time before the others",
    min: 0,
    max: 0xffff,
    default: 1,
    optional: true,
  }),
  order: text({
    doc: "Order of the nodes: `name`, or `zone:<label>` for one zone after the other",
    default: "name",
    examples: [{ value: "zone:topology.kubernetes.io/zone" }],
  }),
  drain: bool({ doc: "Move pods to other nodes before a reboot", default: true }),
});

const identity = object("ClusterIdentity", "Identification of a machine before its configuration", {
  uuid: text({
    doc: "UUID of SMBIOS, as in get systeminformation --insecure",
    examples: [{ value: "4c4c4544-0039-4a10-8057-b4c04f4d3532" }],
  }),
  mac: text({
    doc: "MAC address of one of its network interfaces, as in get links --insecure",
    examples: [{ value: "52:54:00:12:34:56" }],
  }),
  fingerprint: text({
    doc: "SHA-256 fingerprint of its certificate in maintenance mode, on its console, base64",
    examples: [{ value: "HFyg9zcyq5wbCcVHVdnlKBYwsRcRhzCvXvGo7zpjU3k=" }],
  }),
});

const node = object("ClusterNode", "A machine of the cluster", {
  name: text({
    doc: "Host name, unique in the cluster",
    required: true,
    examples: [{ value: "cp-1" }],
  }),
  addresses: list(TEXT, {
    doc: "Addresses of its node API; the first one that responds is used",
    examples: [{ value: ["10.0.0.11"] }],
  }),
  identity: one(identity, {
    doc: "Checked before cluster apply configures the machine; all given values must match",
  }),
  install: one(install, { doc: "Disk to install on, instead of the group's" }),
  os: one(os, { doc: "Version and image of Talos Linux, over the settings of the group" }),
  labels,
  taints,
  patches: patches("this node"),
  locked: bool({ doc: "Never change this node; report its differences only", default: false }),
  remove: bool({ doc: "Remove the node from the cluster and reset it", default: false }),
});

const group = object("ClusterGroup", "Nodes with common settings", {
  nodes: list(node, { doc: "Machines of the group" }),
  install: one(install, { doc: "Disk to install on" }),
  os: one(os, { doc: "Version and image of Talos Linux, over the settings of the cluster" }),
  labels,
  taints,
  patches: patches("the group"),
  update: one(update, { doc: "How a rolling change goes through the group" }),
});

const vip = object("ClusterVip", "Virtual IP that the control planes share", {
  address: text({
    doc: "Address, in the network of the control planes",
    format: "address",
    required: true,
    examples: [{ value: "10.0.0.10" }],
  }),
  interface: text({
    doc: "Network interface of the control planes that announces it",
    required: true,
    examples: [{ value: "eth0" }],
  }),
});

const network = object("ClusterNetwork", "Networks of pods and services", {
  podSubnets: clusterNetworkConfig.fields["podSubnets"]!,
  serviceSubnets: clusterNetworkConfig.fields["serviceSubnets"]!,
  dnsDomain: text({
    doc: "DNS domain of the services",
    default: "cluster.local",
    examples: [{ value: "cluster.local" }],
  }),
  cni: one(cniConfig, {
    doc: "Pod network (CNI) plugin",
    examples: [{ value: { name: "none" } }],
  }),
});

const kubernetes = object("ClusterKubernetes", "Kubernetes of the cluster", {
  version: text({ doc: "Version", required: true, examples: [{ value: "v1.31.4" }] }),
});

const clusterFile = object("ClusterFile", "A whole cluster", {
  name: text({ doc: "Name of the cluster", required: true, examples: [{ value: "lab" }] }),
  endpoint: text({
    doc: "URL of the Kubernetes API",
    required: true,
    examples: [{ value: "https://10.0.0.10:6443" }],
  }),
  vip: one(vip, { doc: "Virtual IP that the control planes share" }),
  contract: text({
    doc: "Talos Linux version of the cluster's creation; upgrades keep it",
    required: true,
    examples: [{ value: "v1.8" }],
  }),
  os: one(os, { doc: "Version and image of Talos Linux", required: true }),
  kubernetes: one(kubernetes, { doc: "Kubernetes of the cluster", required: true }),
  secrets: text({
    doc: "Path of the secrets file of gen secrets, relative to this file",
    default: "secrets.yaml",
    examples: [{ value: "secrets.yaml" }],
  }),
  install: one(install, { doc: "Disk to install on" }),
  network: one(network, { doc: "Networks of pods and services" }),
  allowSchedulingOnControlPlanes: bool({ doc: "Run pods on control planes", default: false }),
  certSANs: list(TEXT, {
    doc: "Additional names and addresses of the node and API server certificates",
    examples: [{ value: ["api.lab.example.com"] }],
  }),
  setHostnames: bool({
    doc: "Write the names of the nodes into their configurations",
    default: true,
  }),
  discovery: bool({ doc: "Nodes find each other by the discovery service", default: true }),
  controlPlane: one(group, { doc: "Control plane nodes", required: true }),
  workers: map(group, { doc: "Groups of worker nodes by name" }),
  labels,
  patches: patches("all nodes"),
  gates: list(TEXT, {
    doc: "Gates that must hold before each node changes",
    examples: [{ value: ["health", "longhorn"] }],
  }),
  variables: map(TEXT, {
    doc: "Values of ${NAME} in this file and its patches; null: set by --var or the environment",
    examples: [{ value: { DOMAIN: "lab.example.com" } }],
  }),
  include: list(TEXT, {
    doc: "Files that this one extends: its values win, lists are appended to theirs",
    examples: [{ value: ["../common.yaml"] }],
  }),
});

/** The only kind of document in a cluster file. */
export const CLUSTER_FILE: DocumentType = { kind: "ClusterFile", object: clusterFile };
