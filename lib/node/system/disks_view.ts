/**
 * View of disks.
 *
 * @module
 */
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { Column, View } from "../../output/rows.ts";
import { formatSize } from "../../output/size.ts";

/** A disk, its size in bytes. */
export interface DiskEntry {
  readonly size?: Integer;
  readonly model?: string | null | undefined;
  readonly deviceName?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly serial?: string | null | undefined;
  readonly modalias?: string | null | undefined;
  readonly uuid?: string | null | undefined;
  readonly wwid?: string | null | undefined;
  /** A number of {@linkcode DISK_TYPES}. */
  readonly type?: number | null | undefined;
  readonly busPath?: string | null | undefined;
  readonly systemDisk?: boolean | null | undefined;
  readonly subsystem?: string | null | undefined;
  readonly readonly?: boolean | null | undefined;
}

/** Disk types by number. */
const DISK_TYPES = ["UNKNOWN", "SSD", "HDD", "NVME", "SD", "CD"];

const typeOf = ({ type }: DiskEntry): string => DISK_TYPES[type ?? 0] ?? String(type);

/** Creates a text column; an absent value is a dash. */
const text = (header: string, value: (disk: DiskEntry) => string | null | undefined) => ({
  header,
  cell: (disk: DiskEntry) => value(disk) || "-",
});

const flag = (header: string, value: (disk: DiskEntry) => boolean | null | undefined) => ({
  header,
  cell: (disk: DiskEntry) => value(disk) ? "*" : "",
});

/** Returns the view of disks. `readOnly`: with the READ_ONLY column, absent in v1.4. */
export function disksView({ readOnly }: { readOnly: boolean }): View<DiskEntry> {
  const columns: Column<DiskEntry>[] = [
    text("DEV", ({ deviceName }) => deviceName),
    text("MODEL", ({ model }) => model),
    text("SERIAL", ({ serial }) => serial),
    { header: "TYPE", cell: typeOf },
    text("UUID", ({ uuid }) => uuid),
    text("WWID", ({ wwid }) => wwid),
    text("MODALIAS", ({ modalias }) => modalias),
    text("NAME", ({ name }) => name),
    {
      header: "SIZE",
      cell: ({ size }) => formatSize(toExactInteger(size)),
      key: ({ size }) => toExactInteger(size),
    },
    text("BUS_PATH", ({ busPath }) => busPath),
    text("SUBSYSTEM", ({ subsystem }) => subsystem),
  ];
  if (readOnly) columns.push(flag("READ_ONLY", (disk) => disk.readonly));
  columns.push(flag("SYSTEM_DISK", ({ systemDisk }) => systemDisk));
  return {
    columns,
    hideFirst: ["MODALIAS", "BUS_PATH", "UUID", "WWID", "SUBSYSTEM", "SERIAL", "READ_ONLY", "NAME"],
    fields: {
      device: ({ deviceName }) => deviceName ?? "",
      model: ({ model }) => model || null,
      serial: ({ serial }) => serial || null,
      type: typeOf,
      uuid: ({ uuid }) => uuid || null,
      wwid: ({ wwid }) => wwid || null,
      modalias: ({ modalias }) => modalias || null,
      name: ({ name }) => name || null,
      size: ({ size }) => toExactInteger(size),
      busPath: ({ busPath }) => busPath || null,
      subsystem: ({ subsystem }) => subsystem || null,
      readOnly: (disk) => disk.readonly ?? false,
      systemDisk: ({ systemDisk }) => systemDisk ?? false,
    },
  };
}
