/** LVM and software RAID. */
import { document, type DocumentType, number, object, one, text, UINT32 } from "./types.ts";

const name = (doc: string, value: string) =>
  text({ doc, required: true, always: true, examples: [{ value }] });

const MATCH = 'volume.partition_label == "DATA"';

const selector = (type: string) => {
  const volumeSelector = object(type, "Selector of the volumes of a group or an array", {
    match: text({
      doc: "CEL expression over `volume` and `disk`, true for matching volumes",
      required: true,
      format: "expression",
      examples: [{ value: MATCH }],
    }),
  }, { inline: true });
  return one(volumeSelector, {
    doc: "Volume selector",
    required: true,
    examples: [{ value: { match: MATCH } }],
  });
};

const groupProvisioning = object("LVMVolumeGroupProvisioningSpec", "Volumes of a volume group", {
  volumeSelector: selector("LVMVolumeSelectorSpec"),
}, { inline: true });

const volumeGroupConfig = object("LVMVolumeGroupConfig", "LVM volume group", {
  name: name("Name, up to 63 ASCII letters, digits, hyphens and underscores", "vg0"),
  provisioning: one(groupProvisioning, {
    doc: "Volumes of the group",
    required: true,
    always: true,
    examples: [{ value: { volumeSelector: { match: MATCH } } }],
  }),
});

const volumeProvisioning = object(
  "LVMLogicalVolumeProvisioningSpec",
  "Size and volume group of a logical volume",
  {
    volumeGroup: name("Name of the volume group", "vg0"),
    minSize: text({ doc: "Minimum size", format: "byteSize", examples: [{ value: "10GiB" }] }),
    maxSize: text({
      doc: "Maximum size, or percentage of the volume group",
      required: true,
      format: "relativeSize",
      examples: [{ value: "50%" }],
    }),
  },
  { inline: true },
);

const logicalVolumeConfig = object("LVMLogicalVolumeConfig", "LVM logical volume", {
  name: name("Name, up to 63 ASCII letters, digits, hyphens and underscores", "data"),
  type: text({
    doc: "Layout",
    always: true,
    default: "linear",
    values: ["linear", "raid1", "raid0", "raid10"],
    zero: "linear",
    examples: [{ value: "raid1" }],
  }),
  mirrors: number({
    doc: "Number of additional copies; raid1 and raid10 only",
    examples: [{ value: 1 }],
    ...UINT32,
    optional: true,
  }),
  stripes: number({
    doc: "Number of stripes, at least 2; raid0 and raid10 only",
    examples: [{ value: 2 }],
    ...UINT32,
    optional: true,
  }),
  provisioning: one(volumeProvisioning, {
    doc: "Size and volume group",
    required: true,
    always: true,
    examples: [{ value: { volumeGroup: "vg0", maxSize: "50%" } }],
  }),
});

const arrayProvisioning = object("RAIDProvisioningSpec", "Volumes of a RAID array", {
  volumeSelector: { ...selector("RAIDVolumeSelector"), always: true },
}, { inline: true });

const raidArrayConfig = object("RAIDArrayConfig", "Software RAID array (md)", {
  name: name("Name, up to 32 ASCII letters, digits, hyphens and underscores", "md0"),
  level: text({
    doc: "RAID level",
    always: true,
    values: ["raid1"],
    zero: "raid1",
    examples: [{ value: "raid1" }],
  }),
  metadata: text({
    doc: "Metadata version",
    default: "1.0",
    values: ["1.0", "1.2"],
    zero: "1.0",
    examples: [{ value: "1.2" }],
  }),
  provisioning: one(arrayProvisioning, {
    doc: "Volumes of the array",
    required: true,
    always: true,
    examples: [{ value: { volumeSelector: { match: MATCH } } }],
  }),
});

export const STORAGE_DOCUMENTS: readonly DocumentType[] = [
  document(volumeGroupConfig, { since: "v1.14", named: true }, {
    name: "vg0",
    provisioning: { volumeSelector: { match: MATCH } },
  }),
  document(logicalVolumeConfig, { since: "v1.14", named: true }, {
    name: "data",
    type: "raid1",
    mirrors: 1,
    provisioning: { volumeGroup: "vg0", maxSize: "50%" },
  }),
  document(raidArrayConfig, { since: "v1.14", named: true }, {
    name: "md0",
    level: "raid1",
    provisioning: { volumeSelector: { match: MATCH } },
  }),
];
