/** System volume placement. */
import { bool, object, one, text } from "./types.ts";

const volumeDiskSelector = object("VolumeDiskSelector", "Disk selector of a volume", {
  match: text({
    doc: "CEL expression over `disk` and `system_disk`, true for matching disks",
    format: "expression",
    examples: [
      { value: 'disk.transport == "nvme"' },
      { title: "By size", value: "disk.size > 200u * GB && !disk.rotational" },
    ],
  }),
}, { inline: true });

const provisioningSpec = object("ProvisioningSpec", "Volume provisioning", {
  diskSelector: one(volumeDiskSelector, {
    doc: "Disk selector; defaults to the system disk",
    examples: [{ value: { match: 'disk.transport == "nvme"' } }],
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
    doc: "Maximum size; defaults to the whole disk",
    format: "byteSize",
    examples: [{ value: "100GiB" }],
  }),
}, { inline: true });

export const volumeConfig = object("VolumeConfig", "System volume settings", {
  name: text({
    doc: "Volume name",
    required: true,
    always: true,
    checkedValues: ["EPHEMERAL"],
    examples: [{ value: "EPHEMERAL" }],
  }),
  provisioning: one(provisioningSpec, {
    doc: "Volume provisioning",
    examples: [{
      value: { diskSelector: { match: 'disk.transport == "nvme"' }, maxSize: "100GiB" },
    }],
  }),
});
