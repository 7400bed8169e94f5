/** Disks, the installation and files. */
import { bool, list, object, one, TEXT, text } from "./types.ts";

export const diskPartition = object("DiskPartition", "", {
  size: text({ doc: "", format: "diskSize" }),
  mountpoint: text({ doc: "" }),
});

export const machineDisk = object("MachineDisk", "", {
  device: text({ doc: "" }),
  partitions: list(diskPartition, { doc: "" }),
});

export const installDiskSelector = object("InstallDiskSelector", "", {
  size: text({ doc: "", format: "diskMatch" }),
  name: text({ doc: "" }),
  model: text({ doc: "" }),
  serial: text({ doc: "" }),
  modalias: text({ doc: "" }),
  uuid: text({ doc: "" }),
  wwid: text({ doc: "" }),
  type: text({ doc: "", values: ["ssd", "hdd", "nvme", "sd"] }),
  busPath: text({ doc: "" }),
});

export const installExtensionConfig = object("InstallExtensionConfig", "", {
  image: text({ doc: "", always: true }),
});

export const installConfig = object("InstallConfig", "", {
  disk: text({ doc: "" }),
  diskSelector: one(installDiskSelector, { doc: "" }),
  extraKernelArgs: list(TEXT, { doc: "" }),
  image: text({ doc: "" }),
  extensions: list(installExtensionConfig, { doc: "" }),
  bootloader: bool({ doc: "" }),
  wipe: bool({ doc: "", always: true }),
  legacyBIOSSupport: bool({ doc: "" }),
});

export const machineFile = object("MachineFile", "", {
  content: text({ doc: "", always: true }),
  permissions: text({ doc: "", always: true, format: "fileMode" }),
  path: text({ doc: "", always: true }),
  op: text({ doc: "", always: true }),
});
