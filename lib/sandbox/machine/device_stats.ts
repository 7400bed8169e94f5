/**
 * Parsers of `/proc/diskstats` and `/proc/net/dev` (proc(5)).
 *
 * @module
 */

const DISK_FIELDS = [
  "readCompleted",
  "readMerged",
  "readSectors",
  "readTimeMs",
  "writeCompleted",
  "writeMerged",
  "writeSectors",
  "writeTimeMs",
  "ioInProgress",
  "ioTimeMs",
  "ioTimeWeightedMs",
  "discardCompleted",
  "discardMerged",
  "discardSectors",
  "discardTimeMs",
] as const;

const NETWORK_FIELDS = [
  "rxBytes",
  "rxPackets",
  "rxErrors",
  "rxDropped",
  "rxFifo",
  "rxFrame",
  "rxCompressed",
  "rxMulticast",
  "txBytes",
  "txPackets",
  "txErrors",
  "txDropped",
  "txFifo",
  "txCollisions",
  "txCarrier",
  "txCompressed",
] as const;

/** Counters of a device, or their sum over all devices. */
export type Counters<Field extends string> = { name: string } & Record<Field, number>;

/** Counters of a disk; a sector has 512 bytes. */
export type DiskCounters = Counters<typeof DISK_FIELDS[number]>;

/** Counters of a network device. */
export type NetworkCounters = Counters<typeof NETWORK_FIELDS[number]>;

/** Parses `/proc/diskstats`. Lines without discard counters are skipped, as on Talos nodes. */
export function parseDiskStats(text: string): DiskCounters[] {
  return text.split("\n").map((line) => line.trim().split(/\s+/))
    .filter((words) => words.length >= 3 + DISK_FIELDS.length)
    .map((words) => counters(words[2] ?? "", DISK_FIELDS, words.slice(3)));
}

/** Parses `/proc/net/dev`: two header lines, then one line per device. */
export function parseNetworkDevices(text: string): NetworkCounters[] {
  return text.split("\n").flatMap((line) => {
    // Alias names contain colons.
    const [, name, values] = /^\s*(\S+):\s*([0-9][0-9\s]*)$/.exec(line) ?? [];
    if (name === undefined || values === undefined) return [];
    return [counters(name, NETWORK_FIELDS, values.trim().split(/\s+/))];
  });
}

function counters<Field extends string>(
  name: string,
  fields: readonly Field[],
  values: readonly string[],
): Counters<Field> {
  const numbers = fields.map((field, i) => [field, Number(values[i] ?? 0)]);
  return { name, ...Object.fromEntries(numbers) };
}

/** Returns the sums over all disks, with an empty name. */
export function sumDiskStats(disks: readonly DiskCounters[]): DiskCounters {
  return total("", DISK_FIELDS, disks);
}

/** Returns the sums over all network devices; the name lists all of them. */
export function sumNetworkDevices(devices: readonly NetworkCounters[]): NetworkCounters {
  const names = devices.map(({ name }) => name).sort();
  return total(names.join(", "), NETWORK_FIELDS, devices);
}

function total<Field extends string>(
  name: string,
  fields: readonly Field[],
  devices: readonly Counters<Field>[],
): Counters<Field> {
  const sums = fields.map((field) => [
    field,
    devices.reduce((sum, device) => sum + device[field], 0),
  ]);
  return { name, ...Object.fromEntries(sums) };
}
