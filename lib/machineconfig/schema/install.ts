/** Disks, installation and files. */
import { bool, list, object, one, TEXT, text } from "./types.ts";

const diskPartition = object("DiskPartition", "Partition of an additional disk", {
  size: text({
    doc: "Size as `100 GB` or in bytes; the last partition may omit it to use the remaining space",
    format: "diskSize",
    examples: [{ value: "100 GB" }],
  }),
  mountpoint: text({
    doc: "Mount path, below /var",
    examples: [{ value: "/var/mnt/data" }],
  }),
});

export const machineDisk = object(
  "MachineDisk",
  "Additional disk, partitioned and formatted only while empty",
  {
    device: text({
      doc: "Device path; paths below /dev/disk/by-id are stable across reboots",
      examples: [{ value: "/dev/sdb" }],
    }),
    partitions: list(diskPartition, {
      doc: "Partitions in disk order",
      examples: [{ value: [{ size: "100 GB", mountpoint: "/var/mnt/data" }] }],
    }),
  },
);

export const installDiskSelector = object(
  "InstallDiskSelector",
  "Install disk selector; all fields set must match",
  {
    size: text({
      doc: "Exact size or comparison",
      format: "diskMatch",
      examples: [
        { title: "Exact size", value: "500GB" },
        { title: "Minimum size", value: ">= 1TB" },
      ],
    }),
    name: text({
      doc: "Name in /sys/block/<disk>/device/name, with `*` wildcards",
      examples: [{ value: "MMC*" }],
    }),
    model: text({
      doc: "Model in /sys/block/<disk>/device/model, with `*` wildcards",
      examples: [{ value: "ACME SSD*" }],
    }),
    serial: text({
      doc: "Serial number in /sys/block/<disk>/serial, with `*` wildcards",
      examples: [{ value: "S1234*" }],
    }),
    modalias: text({
      doc: "Modalias in /sys/block/<disk>/device/modalias, with `*` wildcards",
      examples: [{ value: "scsi:t-0x00*" }],
    }),
    uuid: text({
      doc: "UUID in /sys/block/<disk>/uuid, with `*` wildcards",
      examples: [{ value: "6f1c2a0e-*" }],
    }),
    wwid: text({
      doc: "WWID in /sys/block/<disk>/wwid, with `*` wildcards",
      examples: [{ value: "naa.5002538*" }],
    }),
    type: text({
      doc: "Disk type",
      values: ["ssd", "hdd", "nvme", "sd"],
      examples: [{ value: "nvme" }],
    }),
    busPath: text({
      doc: "Bus path, with `*` wildcards",
      examples: [{ value: "/pci0000:00/0000:00:1f.2/ata3/*" }],
    }),
  },
);

const installExtensionConfig = object(
  "InstallExtensionConfig",
  "System extension",
  {
    image: text({
      doc: "Container image of the extension",
      always: true,
      examples: [{ value: "registry.example.com/extensions/gvisor:20240826.0" }],
    }),
  },
);

export const installConfig = object(
  "InstallConfig",
  "Installation settings; ignored by machines booted from an installed disk",
  {
    disk: text({
      doc: "Device path of the install disk",
      examples: [{ value: "/dev/nvme0n1" }],
    }),
    diskSelector: one(installDiskSelector, {
      doc: "Install disk selector; takes precedence over `disk`",
      examples: [{ value: { size: ">= 100GB", type: "nvme" } }],
    }),
    extraKernelArgs: list(TEXT, {
      doc: "Additional kernel arguments; prefix a name with `-` to remove a default one",
      examples: [{ value: ["console=ttyS2", "-selinux"] }],
    }),
    image: text({
      doc: "Installer image",
      examples: [{ value: "registry.example.com/installer:v1.8.0" }],
    }),
    extensions: list(installExtensionConfig, {
      doc: "System extensions to install",
      instead: "an installer image that contains the extensions",
      examples: [{ value: [{ image: "registry.example.com/extensions/gvisor:20240826.0" }] }],
    }),
    bootloader: bool({
      doc: "Boot loader installation; has no effect",
      instead: "nothing, a boot loader is always installed",
    }),
    wipe: bool({
      doc: "Erase the whole disk before installing",
      always: true,
      default: false,
      examples: [{ value: true }],
    }),
    legacyBIOSSupport: bool({
      doc: "Mark the boot partition active, as required by some legacy BIOSes",
      default: false,
      examples: [{ value: true }],
    }),
    grubUseUKICmdline: bool({
      doc: "Boot GRUB with the kernel command line of the installer's UKI",
      since: "v1.12",
      default: false,
      examples: [{ value: true }],
    }),
  },
);

export const machineFile = object("MachineFile", "File written at boot", {
  content: text({
    doc: "File content",
    always: true,
    secret: true,
    examples: [{ value: "hello\n" }],
  }),
  permissions: text({
    doc: "File mode in octal",
    always: true,
    format: "fileMode",
    examples: [{ value: "0o644" }],
  }),
  path: text({
    doc: "File path; new files must be below /var",
    always: true,
    examples: [{ value: "/var/etc/motd" }],
  }),
  op: text({
    doc: "Operation: `create` requires a new file, `append` and `overwrite` an existing one",
    always: true,
    checkedValues: ["create", "append", "overwrite"],
    examples: [{ value: "create" }],
  }),
});
