/**
 * What the machine is made of, and its figures.
 *
 * @module
 */
import {
  DOUBLE,
  encodeFields,
  type Fields,
  FLAG,
  list,
  message,
  TEXT,
  WHOLE,
} from "../spec_message.ts";
import type { Decimal } from "../yaml_text.ts";
import { define, type Definition } from "./definition.ts";

/** Memory; sizes in kB, counts of huge pages as they are. */
export type MemoryStats = Readonly<Record<string, number>>;

export const MEMORY_STATS: Definition<MemoryStats> = define<MemoryStats>({
  name: "MemoryStats.perf",
  namespace: "perf",
  columns: [["Used", "{.used}"], ["Total", "{.total}"]],
  // The fields are numbered in the order in which they stand in the spec.
  message: (stats) =>
    encodeFields<MemoryStats>(
      Object.fromEntries(Object.keys(stats).map((name, index) => [name, [index + 1, WHOLE]])),
      stats,
    ),
});

/** Where a processor spent its time, seconds since the machine started. */
export type CpuTimes = Readonly<Record<string, Decimal>>;

const TIMES: Fields<CpuTimes> = {
  user: [1, DOUBLE],
  nice: [2, DOUBLE],
  system: [3, DOUBLE],
  idle: [4, DOUBLE],
  iowait: [5, DOUBLE],
  irq: [6, DOUBLE],
  softIrq: [7, DOUBLE],
  steal: [8, DOUBLE],
  guest: [9, DOUBLE],
  guestNice: [10, DOUBLE],
};

export interface CpuStats {
  cpu: readonly CpuTimes[];
  cpuTotal: CpuTimes;
  irqTotal: number;
  contextSwitches: number;
  processCreated: number;
  processRunning: number;
  processBlocked: number;
  softIrqTotal: number;
}

export const CPU_STATS: Definition<CpuStats> = define<CpuStats>({
  name: "CPUStats.perf",
  namespace: "perf",
  columns: [["User", "{.cpuTotal.user}"], ["System", "{.cpuTotal.system}"]],
  message: {
    cpu: [1, list(message(TIMES))],
    cpuTotal: [2, message(TIMES)],
    irqTotal: [3, WHOLE],
    contextSwitches: [4, WHOLE],
    processCreated: [5, WHOLE],
    processRunning: [6, WHOLE],
    processBlocked: [7, WHOLE],
    softIrqTotal: [8, WHOLE],
  },
});

export interface Processor {
  socket: string;
  manufacturer: string;
  productName: string;
  bootSpeedMhz: number | undefined;
  coreCount: number | undefined;
  coreEnabled: number | undefined;
  threadCount: number | undefined;
}

export const PROCESSOR: Definition<Processor> = define<Processor>({
  name: "Processors.hardware",
  namespace: "hardware",
  aliases: ["cpus", "cpu"],
  columns: [
    ["Manufacturer", "{.manufacturer}"],
    ["Model", "{.productName}"],
    ["Cores", "{.coreCount}"],
    ["Threads", "{.threadCount}"],
  ],
  message: {
    socket: [1, TEXT],
    manufacturer: [2, TEXT],
    productName: [3, TEXT],
    bootSpeedMhz: [5, WHOLE],
    coreCount: [10, WHOLE],
    coreEnabled: [11, WHOLE],
    threadCount: [12, WHOLE],
  },
});

export interface SystemInformation {
  manufacturer: string | undefined;
  productName: string | undefined;
  version: string | undefined;
  serialnumber: string | undefined;
  uuid: string | undefined;
  skuNumber: string | undefined;
}

export const SYSTEM_INFORMATION: Definition<SystemInformation> = define<SystemInformation>({
  name: "SystemInformations.hardware",
  namespace: "hardware",
  aliases: ["systeminformation"],
  columns: [
    ["Manufacturer", "{.manufacturer}"],
    ["ProductName", "{.productName}"],
    ["Version", "{.version}"],
    ["SerialNumber", "{.serialnumber}"],
    ["UUID", "{.uuid}"],
    ["WakeUpType", "{.wakeUpType}"],
    ["SKUNumber", "{.skuNumber}"],
  ],
  message: {
    manufacturer: [1, TEXT],
    productName: [2, TEXT],
    version: [3, TEXT],
    serialnumber: [4, TEXT],
    uuid: [5, TEXT],
    skuNumber: [7, TEXT],
  },
});

export interface BlockDevice {
  type: "disk" | "partition";
  major: number;
  minor: number;
  partitionName: string | undefined;
  partitionNumber: number | undefined;
  devicePath: string;
  /** Counts what was found changed. */
  generation: number;
  parent: string | undefined;
}

export const BLOCK_DEVICE: Definition<BlockDevice> = define<BlockDevice>({
  name: "BlockDevices.block",
  namespace: "runtime",
  columns: [
    ["Type", "{.type}"],
    ["PartitionName", "{.partitionName}"],
    ["Generation", "{.generation}"],
  ],
  message: {
    type: [1, TEXT],
    major: [2, WHOLE],
    minor: [3, WHOLE],
    partitionName: [4, TEXT],
    partitionNumber: [5, WHOLE],
    generation: [6, WHOLE],
    devicePath: [7, TEXT],
    parent: [8, TEXT],
  },
});

export interface Disk {
  dev_path: string;
  /** Bytes. */
  size: number;
  pretty_size: string;
  io_size: number;
  sector_size: number;
  readonly: boolean;
  cdrom: boolean;
  model: string | undefined;
  serial: string | undefined;
  modalias: string | undefined;
  wwid: string | undefined;
  bus_path: string | undefined;
  sub_system: string | undefined;
  transport: string | undefined;
  rotational: true | undefined;
}

export const DISK: Definition<Disk> = define<Disk>({
  name: "Disks.block",
  namespace: "runtime",
  columns: [
    ["Size", "{.pretty_size}"],
    ["Read Only", "{.readonly}"],
    ["Transport", "{.transport}"],
    ["Rotational", "{.rotational}"],
    ["WWID", "{.wwid}"],
    ["Model", "{.model}"],
    ["Serial", "{.serial}"],
  ],
  message: {
    size: [1, WHOLE],
    io_size: [2, WHOLE],
    sector_size: [3, WHOLE],
    readonly: [4, FLAG],
    model: [5, TEXT],
    serial: [6, TEXT],
    modalias: [7, TEXT],
    wwid: [8, TEXT],
    bus_path: [9, TEXT],
    sub_system: [10, TEXT],
    transport: [11, TEXT],
    rotational: [12, FLAG],
    cdrom: [13, FLAG],
    dev_path: [14, TEXT],
    pretty_size: [15, TEXT],
  },
});
