/** Where the system's volumes are put. */
import { bool, object, one, text } from "./types.ts";

const volumeDiskSelector = object("VolumeDiskSelector", "On which disks a volume can be", {
  match: text({
    doc: "CEL expression over `disk` and `system_disk` that is true for such disks",
    format: "expression",
    examples: [
      { value: 'disk.transport == "nvme"' },
      { title: "By size", value: "disk.size > 200u * GB && !disk.rotational" },
    ],
  }),
}, { inline: true });

const provisioningSpec = object("ProvisioningSpec", "How a volume comes to be", {
  diskSelector: one(volumeDiskSelector, {
    doc: "On which disks the volume can be; on the system's disk without it",
    examples: [{ value: { match: 'disk.transport == "nvme"' } }],
  }),
  grow: bool({
    doc: "Whether the volume grows with its disk",
    examples: [{ value: true }],
  }),
  minSize: text({
    doc: "The least size, below which a disk does not do",
    format: "byteSize",
    examples: [{ value: "10GiB" }],
  }),
  maxSize: text({
    doc: "The largest size; all of the disk without it",
    format: "byteSize",
    examples: [{ value: "100GiB" }],
  }),
}, { inline: true });

export const volumeConfig = object("VolumeConfig", "Where a volume of the system is put", {
  name: text({
    doc: "Name of the volume",
    required: true,
    always: true,
    words: ["EPHEMERAL"],
    examples: [{ value: "EPHEMERAL" }],
  }),
  provisioning: one(provisioningSpec, {
    doc: "How the volume comes to be",
    examples: [{
      value: { diskSelector: { match: 'disk.transport == "nvme"' }, maxSize: "100GiB" },
    }],
  }),
});
