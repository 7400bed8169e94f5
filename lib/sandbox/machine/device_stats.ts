/**
 * Counters of disks and network devices: `/proc/diskstats` and `/proc/net/dev` (proc(5)).
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

/** The counters of one device, or of all together. */
export type Counters<Field extends string> = { name: string } & Record<Field, number>;

/** The counters of a disk; sectors have 512 bytes. */
export type DiskCounters = Counters<typeof DISK_FIELDS[number]>;

/** The counters of a network device. */
export type NetworkCounters = Counters<typeof NETWORK_FIELDS[number]>;

/** Reads `/proc/diskstats`. Kernels without discard counters are not understood, as by a node. */
export function parseDiskStats(text: string): DiskCounters[] {
  return text.split("\n").map((line) => line.trim().split(/\s+/))
    .filter((words) => words.length >= 3 + DISK_FIELDS.length)
    .map((words) => counters(words[2] ?? "", DISK_FIELDS, words.slice(3)));
}

/** Reads `/proc/net/dev`, two lines of heading and one for each device. */
export function parseNetworkDevices(text: string): NetworkCounters[] {
  return text.split("\n").flatMap((line) => {
    // A name can hold colons itself (an alias).
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

/** The sums over all disks, without a name. */
export function totalOfDisks(disks: readonly DiskCounters[]): DiskCounters {
  return total("", DISK_FIELDS, disks);
}

/** The sums over all network devices, named after all of them. */
export function totalOfNetwork(devices: readonly NetworkCounters[]): NetworkCounters {
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
