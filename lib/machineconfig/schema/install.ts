/** Disks, the installation and files. */
import { bool, list, object, one, TEXT, text } from "./types.ts";

const diskPartition = object("DiskPartition", "A partition of a further disk", {
  size: text({
    doc: "Size, as `100 GB` or in bytes; the last partition may leave it out and takes the rest",
    format: "diskSize",
    examples: [{ value: "100 GB" }],
  }),
  mountpoint: text({
    doc: "Path that the partition is mounted on, below /var",
    examples: [{ value: "/var/mnt/data" }],
  }),
});

export const machineDisk = object(
  "MachineDisk",
  "A further disk, which is partitioned and formatted once, when it is still empty",
  {
    device: text({
      doc: "Path of the disk; one below /dev/disk/by-id stays the same over reboots",
      examples: [{ value: "/dev/sdb" }],
    }),
    partitions: list(diskPartition, {
      doc: "Partitions in their order on the disk",
      examples: [{ value: [{ size: "100 GB", mountpoint: "/var/mnt/data" }] }],
    }),
  },
);

const installDiskSelector = object(
  "InstallDiskSelector",
  "What the disk to install on is like; every field that is set has to fit",
  {
    size: text({
      doc: "Size, or a comparison with one",
      format: "diskMatch",
      examples: [
        { title: "That size exactly", value: "500GB" },
        { title: "That size or more", value: ">= 1TB" },
      ],
    }),
    name: text({
      doc: "Name as in /sys/block/<disk>/device/name; `*` stands for any part",
      examples: [{ value: "MMC*" }],
    }),
    model: text({
      doc: "Model as in /sys/block/<disk>/device/model; `*` stands for any part",
      examples: [{ value: "ACME SSD*" }],
    }),
    serial: text({
      doc: "Serial number as in /sys/block/<disk>/serial; `*` stands for any part",
      examples: [{ value: "S1234*" }],
    }),
    modalias: text({
      doc: "Modalias as in /sys/block/<disk>/device/modalias; `*` stands for any part",
      examples: [{ value: "scsi:t-0x00*" }],
    }),
    uuid: text({
      doc: "UUID as in /sys/block/<disk>/uuid; `*` stands for any part",
      examples: [{ value: "6f1c2a0e-*" }],
    }),
    wwid: text({
      doc: "World-wide identifier as in /sys/block/<disk>/wwid; `*` stands for any part",
      examples: [{ value: "naa.5002538*" }],
    }),
    type: text({
      doc: "Kind of the disk",
      values: ["ssd", "hdd", "nvme", "sd"],
      examples: [{ value: "nvme" }],
    }),
    busPath: text({
      doc: "Where the disk is plugged in; `*` stands for any part",
      examples: [{ value: "/pci0000:00/0000:00:1f.2/ata3/*" }],
    }),
  },
);

const installExtensionConfig = object(
  "InstallExtensionConfig",
  "An extension of the system",
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
  "How the system gets onto a disk; machines that boot from an installed one ignore it",
  {
    disk: text({
      doc: "Path of the disk to install on",
      examples: [{ value: "/dev/nvme0n1" }],
    }),
    diskSelector: one(installDiskSelector, {
      doc: "What the disk to install on is like; wins over `disk`",
      examples: [{ value: { size: ">= 100GB", type: "nvme" } }],
    }),
    extraKernelArgs: list(TEXT, {
      doc: "Arguments of the kernel; a `-` before a name takes away one the system brings",
      examples: [{ value: ["console=ttyS2", "-selinux"] }],
    }),
    image: text({
      doc: "Container image that installs the system",
      examples: [{ value: "registry.example.com/installer:v1.8.0" }],
    }),
    extensions: list(installExtensionConfig, {
      doc: "Extensions of the system that are installed with it",
      instead: "an installer image that contains the extensions",
      examples: [{ value: [{ image: "registry.example.com/extensions/gvisor:20240826.0" }] }],
    }),
    bootloader: bool({
      doc: "Meant to leave out the boot loader; it never did",
      instead: "nothing, a boot loader is always installed",
    }),
    wipe: bool({
      doc: "Whether everything on the disk is erased before the installation",
      always: true,
      default: false,
      examples: [{ value: true }],
    }),
    legacyBIOSSupport: bool({
      doc: "Whether the boot partition is marked active, which some old BIOSes insist on",
      default: false,
      examples: [{ value: true }],
    }),
  },
);

export const machineFile = object("MachineFile", "A file that the machine writes as it boots", {
  content: text({
    doc: "What is in the file",
    always: true,
    secret: true,
    examples: [{ value: "hello\n" }],
  }),
  permissions: text({
    doc: "Permissions in octal",
    always: true,
    format: "fileMode",
    examples: [{ value: "0o644" }],
  }),
  path: text({
    doc: "Path of the file, below /var unless it is appended to or overwritten",
    always: true,
    examples: [{ value: "/var/etc/motd" }],
  }),
  op: text({
    doc: "`create` wants no file there, `append` and `overwrite` want one",
    always: true,
    words: ["create", "append", "overwrite"],
    examples: [{ value: "create" }],
  }),
});
