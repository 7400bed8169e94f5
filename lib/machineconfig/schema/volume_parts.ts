/** Provisioning, file systems, mounts and maintenance of volumes. */
import { bool, object, one, text } from "./types.ts";

export const EXAMPLE_DISK = 'disk.transport == "nvme"';

const volumeDiskSelector = object("VolumeDiskSelector", "Disk selector of a volume", {
  match: text({
    doc: "CEL expression over `disk` and `system_disk`, true for matching disks",
    format: "expression",
    examples: [
      { value: EXAMPLE_DISK },
      { title: "By size", value: "disk.size > 200u * GB && !disk.rotational" },
    ],
  }),
}, { inline: true });

export const provisioningSpec = object("ProvisioningSpec", "Volume provisioning", {
  diskSelector: one(volumeDiskSelector, {
    doc: "Disk selector; system volumes default to the system disk",
    examples: [{ value: { match: EXAMPLE_DISK } }],
  }),
  grow: bool({
    doc: "Grow the volume with its disk",
    examples: [{ value: true }],
  }),
  minSize: text({
    doc: "Minimum size, required of a disk",
    format: "byteSize",
    examples: [{ value: "10GiB" }],
  }),
  maxSize: text({
    doc: "Maximum size; from v1.12 on also in percent, or negative for the space to leave free",
    format: "relativeSize",
    examples: [{ value: "100GiB" }, { title: "Half of the disk", value: "50%" }],
  }),
}, { inline: true });

const xfsSpec = object("XFSSpec", "XFS options", {
  minAllocationGroupSize: text({
    doc: "Minimum size of allocation groups",
    format: "byteSize",
    examples: [{ value: "1GiB" }],
  }),
});

const xfs = one(xfsSpec, {
  doc: "XFS options",
  since: "v1.14",
  examples: [{ value: { minAllocationGroupSize: "1GiB" } }],
});

export const filesystemSpec = object("FilesystemSpec", "File system of a volume", {
  type: text({
    doc: "File system type",
    default: "xfs",
    values: ["none", "xfs", "ext4", "btrfs"],
    zero: "none",
    examples: [{ value: "ext4" }],
  }),
  projectQuotaSupport: bool({
    doc: "Project quotas; XFS only",
    since: "v1.11",
    default: false,
    examples: [{ value: true }],
  }),
  xfs,
}, { inline: true });

export const systemFilesystemSpec = object(
  "SystemVolumeFilesystemSpec",
  "File system of a system volume",
  { xfs },
  { inline: true },
);

const secure = bool({
  doc: "Mount with nosuid and nodev",
  since: "v1.13",
  default: true,
  examples: [{ value: true }],
});
const disableAccessTime = bool({
  doc: "Mount without access times (noatime)",
  since: "v1.13",
  default: false,
  examples: [{ value: true }],
});
const readOnly = bool({ doc: "Mount read-only", default: false, examples: [{ value: true }] });

export const mountSpec = object("MountSpec", "Mount options of a system volume", {
  secure,
  disableAccessTime: { ...disableAccessTime, since: "v1.14" },
}, { inline: true });

export const userMountSpec = object("UserMountSpec", "Mount options of a user volume", {
  disableAccessTime,
  secure,
}, { inline: true });

export const existingMountSpec = object(
  "ExistingMountSpec",
  "Mount options of an existing volume",
  { readOnly, disableAccessTime, secure },
  { inline: true },
);

const virtiofsMountSpec = object("VirtiofsMountSpec", "Mount of a virtiofs share", {
  tag: text({
    doc: "Tag of the share, set by the hypervisor",
    required: true,
    always: true,
    examples: [{ value: "data" }],
  }),
});

export const externalMountSpec = object(
  "ExternalMountSpec",
  "Mount options of an external volume",
  {
    readOnly,
    disableAccessTime,
    secure,
    virtiofs: one(virtiofsMountSpec, {
      doc: "virtiofs share",
      examples: [{ value: { tag: "data" } }],
    }),
  },
  { inline: true },
);

const trimConfig = object("TrimConfig", "Discard of unused blocks", {
  enabled: bool({ doc: "Discard unused blocks", default: true, examples: [{ value: false }] }),
  interval: text({
    doc: "Interval; default: from FilesystemTrimConfig",
    format: "duration",
    examples: [{ value: "168h0m0s" }],
  }),
});

const scrubConfig = object("ScrubConfig", "Online check of a file system", {
  enabled: bool({ doc: "Check the file system", default: true, examples: [{ value: false }] }),
  interval: text({
    doc: "Interval, at least 10 s; default: from FilesystemScrubConfig",
    format: "duration",
    examples: [{ value: "168h0m0s" }],
  }),
});

/** Maintenance of a mounted volume. */
export const maintenance = {
  trim: one(trimConfig, {
    doc: "Discard of unused blocks",
    since: "v1.14",
    examples: [{ value: { enabled: false } }],
  }),
  scrub: one(scrubConfig, {
    doc: "Online check of the file system",
    since: "v1.14",
    examples: [{ value: { interval: "168h0m0s" } }],
  }),
};
