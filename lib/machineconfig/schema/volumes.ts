/** Volumes. */
import { EXAMPLE_ENCRYPTION, volumeEncryption } from "./volume_encryption.ts";
import {
  EXAMPLE_DISK,
  existingMountSpec,
  externalMountSpec,
  filesystemSpec,
  maintenance,
  mountSpec,
  provisioningSpec,
  systemFilesystemSpec,
  userMountSpec,
} from "./volume_parts.ts";
import { bool, document, type DocumentType, INT, number, object, one, text } from "./types.ts";

const provisioning = one(provisioningSpec, {
  doc: "Volume provisioning",
  examples: [{ value: { diskSelector: { match: EXAMPLE_DISK }, maxSize: "100GiB" } }],
});

const encryption = one(volumeEncryption, {
  doc: "Volume encryption",
  examples: [{ value: EXAMPLE_ENCRYPTION }],
});

export const volumeConfig = object("VolumeConfig", "System volume settings", {
  name: text({
    doc: "Volume name; EPHEMERAL until v1.8, IMAGECACHE from v1.9, STATE from v1.11, others later",
    required: true,
    always: true,
    checkedValues: [
      "EPHEMERAL",
      "IMAGECACHE",
      "STATE",
      "ETCD",
      "CRI",
      "KUBELET",
      "LOG",
    ],
    examples: [{ value: "EPHEMERAL" }],
  }),
  provisioning,
  filesystem: one(systemFilesystemSpec, {
    doc: "File system options",
    since: "v1.14",
    examples: [{ value: { xfs: { minAllocationGroupSize: "1GiB" } } }],
  }),
  encryption: { ...encryption, since: "v1.11" },
  mount: one(mountSpec, {
    doc: "Mount options",
    since: "v1.13",
    examples: [{ value: { secure: true } }],
  }),
  ...maintenance,
});

const userVolumeConfig = object(
  "UserVolumeConfig",
  "Volume for pods, mounted at /var/mnt/<name>",
  {
    name: text({
      doc: "Volume name, up to 34 ASCII letters, digits and hyphens",
      required: true,
      always: true,
      examples: [{ value: "data" }],
    }),
    volumeType: text({
      doc: "A partition, a whole disk, or a directory of the EPHEMERAL volume",
      since: "v1.12",
      default: "partition",
      values: ["partition", "disk", "directory"],
      examples: [{ value: "directory" }],
    }),
    provisioning,
    filesystem: one(filesystemSpec, {
      doc: "File system",
      examples: [{ value: { type: "ext4" } }],
    }),
    encryption,
    mount: one(userMountSpec, {
      doc: "Mount options",
      since: "v1.13",
      examples: [{ value: { disableAccessTime: true } }],
    }),
    ...maintenance,
  },
);

const rawVolumeConfig = object("RawVolumeConfig", "Partition without a file system", {
  name: text({
    doc: "Volume name, up to 34 ASCII letters, digits and hyphens",
    required: true,
    always: true,
    examples: [{ value: "block" }],
  }),
  provisioning,
  encryption,
});

const swapVolumeConfig = object("SwapVolumeConfig", "Swap partition", {
  name: text({
    doc: "Volume name, up to 34 ASCII letters, digits and hyphens",
    required: true,
    always: true,
    examples: [{ value: "swap1" }],
  }),
  provisioning,
  encryption,
});

const volumeSelector = object("VolumeSelector", "Selector of an existing volume", {
  match: text({
    doc: "CEL expression over `volume` and `disk`, true for one volume",
    format: "expression",
    examples: [{ value: 'volume.partition_label == "DATA"' }],
  }),
}, { inline: true });

const volumeDiscoverySpec = object("VolumeDiscoverySpec", "Discovery of a volume", {
  volumeSelector: one(volumeSelector, {
    doc: "Volume selector",
    required: true,
    examples: [{ value: { match: 'volume.partition_label == "DATA"' } }],
  }),
}, { inline: true });

const existingVolumeConfig = object(
  "ExistingVolumeConfig",
  "Volume created elsewhere, mounted at /var/mnt/<name>",
  {
    name: text({
      doc: "Volume name: ASCII letters, digits and hyphens",
      required: true,
      always: true,
      examples: [{ value: "archive" }],
    }),
    discovery: one(volumeDiscoverySpec, {
      doc: "Discovery of the volume",
      required: true,
      examples: [{ value: { volumeSelector: { match: 'volume.partition_label == "DATA"' } } }],
    }),
    mount: one(existingMountSpec, {
      doc: "Mount options",
      examples: [{ value: { readOnly: true } }],
    }),
    ...maintenance,
  },
);

const externalVolumeConfig = object(
  "ExternalVolumeConfig",
  "Volume provided by the hypervisor, mounted at /var/mnt/<name>",
  {
    name: text({
      doc: "Volume name, up to 34 ASCII letters, digits and hyphens",
      required: true,
      always: true,
      examples: [{ value: "shared" }],
    }),
    filesystemType: text({
      doc: "File system type; only `virtiofs` is supported",
      required: true,
      always: true,
      values: ["none", "virtiofs"],
      zero: "none",
      examples: [{ value: "virtiofs" }],
    }),
    mount: one(externalMountSpec, {
      doc: "Mount options",
      examples: [{ value: { virtiofs: { tag: "data" } } }],
    }),
  },
);

const zswapConfig = object("ZswapConfig", "Compressed cache of swapped pages in memory", {
  maxPoolPercent: number({
    doc: "Maximum share of memory in percent, 0 to 100",
    default: 20,
    examples: [{ value: 25 }],
    ...INT,
    optional: true,
  }),
  shrinkerEnabled: bool({
    doc: "Write cold pages back to swap when memory is short",
    default: false,
    examples: [{ value: true }],
  }),
});

const interval = (doc: string) =>
  text({ doc, format: "duration", examples: [{ value: "168h0m0s" }] });

const filesystemTrimConfig = object(
  "FilesystemTrimConfig",
  "Periodic discard of unused blocks on all volumes",
  { interval: interval("Interval; 0 disables it") },
);

const filesystemScrubConfig = object(
  "FilesystemScrubConfig",
  "Periodic online check of all file systems",
  { interval: interval("Interval, at least 10 s; 0 disables it") },
);

const PROVISIONING = { diskSelector: { match: EXAMPLE_DISK }, minSize: "10GiB", maxSize: "100GiB" };

export const VOLUME_DOCUMENTS: readonly DocumentType[] = [
  {
    kind: "VolumeConfig",
    object: volumeConfig,
    named: true,
    since: "v1.8",
    examples: [{
      title: "Pod storage on a separate disk",
      value: {
        name: "EPHEMERAL",
        provisioning: { diskSelector: { match: EXAMPLE_DISK }, maxSize: "100GiB" },
      },
    }],
  },
  document(userVolumeConfig, { since: "v1.10", named: true }, {
    name: "data",
    provisioning: PROVISIONING,
    filesystem: { type: "ext4" },
  }),
  document(rawVolumeConfig, { since: "v1.11", named: true }, {
    name: "block",
    provisioning: PROVISIONING,
  }),
  document(existingVolumeConfig, { since: "v1.11", named: true }, {
    name: "archive",
    discovery: { volumeSelector: { match: 'volume.partition_label == "DATA"' } },
  }),
  document(swapVolumeConfig, { since: "v1.11", named: true }, {
    name: "swap1",
    provisioning: PROVISIONING,
    encryption: EXAMPLE_ENCRYPTION,
  }),
  document(externalVolumeConfig, { since: "v1.13", named: true }, {
    name: "shared",
    filesystemType: "virtiofs",
    mount: { virtiofs: { tag: "data" } },
  }),
  document(zswapConfig, { since: "v1.11" }, { maxPoolPercent: 25, shrinkerEnabled: true }),
  document(filesystemTrimConfig, { since: "v1.14" }, { interval: "168h0m0s" }),
  document(filesystemScrubConfig, { since: "v1.14" }, { interval: "168h0m0s" }),
];
