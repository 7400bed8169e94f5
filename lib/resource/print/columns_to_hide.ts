/**
 * The columns of resources that a narrow terminal hides first.
 *
 * @module
 */
import type { Definition } from "../definitions.ts";

/** Of every type: namespace and type are usually given by the command. */
const FIXED = ["NAMESPACE", "TYPE", "VERSION"];

/** Further columns of types whose last column is not the least important. */
const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  "AddressStatuses.net.talos.dev": ["HARDWARE ADDR"],
  "Affiliates.cluster.talos.dev": ["HOSTNAME"],
  "BlockDevices.block.talos.dev": ["GENERATION"],
  "DiscoveredVolumes.block.talos.dev": ["PARTITIONLABEL", "DISCOVERED"],
  "Disks.block.talos.dev": ["WWID", "ROTATIONAL", "SERIAL", "READ ONLY"],
  "LinkStatuses.net.talos.dev": ["ALIAS", "KIND", "HW ADDR", "MTU"],
  "Members.cluster.talos.dev": ["HOSTNAME", "OS"],
  "SystemInformations.hardware.talos.dev": ["SKUNUMBER", "WAKEUPTYPE", "UUID"],
};

/** Returns the headers of a type's least important columns, the first to hide first. */
export function columnsToHide({ type }: Pick<Definition, "type">): readonly string[] {
  return [...FIXED, ...BY_TYPE[type] ?? []];
}
