/** Kernel, files, memory pressure, environment and installation. */
import { bool, document, type DocumentType, list, map, object, one, TEXT, text } from "./types.ts";

const environmentConfig = object(
  "EnvironmentConfig",
  "Environment variables of all machine services, such as proxy settings",
  {
    variables: map(TEXT, {
      doc: "Values by name",
      always: true,
      secret: true,
      examples: [{ value: { https_proxy: "http://proxy.example.com:3128" } }],
    }),
  },
);

const oomConfig = object("OOMConfig", "Handling of memory pressure (out of memory, OOM)", {
  triggerExpression: text({
    doc: "CEL expression over memory pressure, true when a process group must be killed",
    format: "expression",
    examples: [{ value: "memory_full_avg10 > 12.0 && time_since_trigger > duration('500ms')" }],
  }),
  cgroupRankingExpression: text({
    doc: "CEL expression over a process group; the one with the highest result is killed",
    format: "expression",
    examples: [{ value: "double(memory_current.orValue(0u))" }],
  }),
  strictCgroupClassOrdering: bool({
    doc: "Kill all groups of a lower class before any of a higher one",
    default: true,
    examples: [{ value: false }],
  }),
  sampleInterval: text({
    doc: "Interval of measurements",
    default: "500ms",
    format: "duration",
    examples: [{ value: "500ms" }],
  }),
});

const pciDriverRebindConfig = object("PCIDriverRebindConfig", "Kernel driver of a PCI device", {
  name: text({
    doc: "PCI address of the device",
    always: true,
    examples: [{ value: "0000:04:00.0" }],
  }),
  targetDriver: text({
    doc: "Kernel driver",
    always: true,
    examples: [{ value: "vfio-pci" }],
  }),
});

const etcFileConfig = object("EtcFileConfig", "File below /etc", {
  name: text({
    doc: "Path below /etc",
    required: true,
    always: true,
    examples: [{ value: "nfsmount.conf" }],
  }),
  mode: text({
    doc: "File mode in octal; 0 means 0o644",
    always: true,
    format: "fileMode",
    examples: [{ value: "0o644" }],
  }),
  contents: text({
    doc: "File content",
    always: true,
    secret: true,
    examples: [{ value: "[NFSMount_Global_Options]\n" }],
  }),
});

const kernelModuleConfig = object("KernelModuleDocument", "Kernel module loaded at boot", {
  name: text({ doc: "Module name", required: true, always: true, examples: [{ value: "btrfs" }] }),
  parameters: list(TEXT, { doc: "Module parameters", examples: [{ value: ["debug=1"] }] }),
});

const sysctlConfig = object("SysctlConfig", "Kernel parameters in /proc/sys", {
  params: map(TEXT, {
    doc: "Values by name in dotted notation",
    always: true,
    examples: [{ value: { "kernel.panic": "10" } }],
  }),
});

const sysfsConfig = object("SysfsConfig", "Kernel parameters in /sys", {
  params: map(TEXT, {
    doc: "Values by name in dotted notation",
    always: true,
    examples: [{ value: { "kernel.mm.transparent_hugepage.enabled": "madvise" } }],
  }),
});

const udevRulesConfig = object("UdevRulesConfig", "Additional udev rules", {
  rules: list(TEXT, {
    doc: "udev rules",
    examples: [{ value: ['SUBSYSTEM=="tty", KERNEL=="ttyUSB*", GROUP="20"'] }],
  }),
});

const securityProfileConfig = object("SecurityProfileConfig", "Security profile of the machine", {
  workloadIsolation: bool({
    doc: "Run Kubernetes workloads in namespaces of their own, apart from machine services",
    default: false,
    examples: [{ value: true }],
  }),
});

const installerSpec = object("InstallerSpec", "Installer", {
  image: text({
    doc: "Installer image; defaults to the boot medium's",
    examples: [{ value: "registry.example.com/installer:v1.14.0" }],
  }),
}, { inline: true });

const DISK = { match: 'disk.dev_path == "/dev/sda"' };

const installDisk = object("DiskSelectorSpec", "Selector of the install disk", {
  match: text({
    doc: "CEL expression over `disk`, true for the install disk",
    required: true,
    format: "expression",
    examples: [{ value: DISK.match }],
  }),
}, { inline: true });

const installProvisioning = object("InstallProvisioningSpec", "Install disk", {
  diskSelector: one(installDisk, {
    doc: "Selector of the install disk",
    required: true,
    examples: [{ value: DISK }],
  }),
  wipe: bool({ doc: "Erase the whole disk first", default: false, examples: [{ value: true }] }),
}, { inline: true });

const unattendedInstallConfig = object(
  "UnattendedInstallConfig",
  "Installation of machines booted from other media",
  {
    reboot: bool({
      doc: "Reboot after the installation",
      default: true,
      examples: [{ value: false }],
    }),
    installer: one(installerSpec, {
      doc: "Installer",
      always: true,
      examples: [{ value: { image: "registry.example.com/installer:v1.14.0" } }],
    }),
    provisioning: one(installProvisioning, {
      doc: "Install disk",
      required: true,
      always: true,
      examples: [{ value: { diskSelector: DISK, wipe: false } }],
    }),
  },
);

export const SYSTEM_DOCUMENTS: readonly DocumentType[] = [
  document(pciDriverRebindConfig, { since: "v1.10", named: true }, {
    name: "0000:04:00.0",
    targetDriver: "vfio-pci",
  }),
  document(oomConfig, { since: "v1.12" }, { sampleInterval: "500ms" }),
  document(environmentConfig, { since: "v1.13" }, {
    variables: { https_proxy: "http://proxy.example.com:3128" },
  }),
  document(etcFileConfig, { since: "v1.14", named: true }, {
    name: "nfsmount.conf",
    mode: "0o644",
    contents: "[NFSMount_Global_Options]\n",
  }),
  document(kernelModuleConfig, { kind: "KernelModuleConfig", since: "v1.14", named: true }, {
    name: "btrfs",
  }),
  document(sysctlConfig, { since: "v1.14" }, { params: { "kernel.panic": "10" } }),
  document(sysfsConfig, { since: "v1.14" }, {
    params: { "kernel.mm.transparent_hugepage.enabled": "madvise" },
  }),
  document(udevRulesConfig, { since: "v1.14" }, {
    rules: ['SUBSYSTEM=="tty", KERNEL=="ttyUSB*", GROUP="20"'],
  }),
  document(securityProfileConfig, { since: "v1.14" }, { workloadIsolation: true }),
  document(unattendedInstallConfig, { since: "v1.14" }, {
    installer: { image: "registry.example.com/installer:v1.14.0" },
    provisioning: { diskSelector: DISK },
  }),
];
