/**
 * Resource types of hardware, block devices and statistics.
 *
 * @module
 */
import {
  BOOL,
  DOUBLE,
  encodeFields,
  type Fields,
  message,
  repeated,
  STRING,
  UINT64,
} from "../encode_fields.ts";
import type { Decimal } from "../yaml_text.ts";
import { define, type Definition } from "./definition.ts";

/** Memory statistics in kB; huge pages as counts. */
export type MemoryStats = Readonly<Record<string, number>>;

export const MEMORY_STATS: Definition<MemoryStats> = define<MemoryStats>({
  name: "MemoryStats.perf",
  namespace: "perf",
  columns: [["Used", "{.used}"], ["Total", "{.total}"]],
  // Field numbers follow the order of the spec.
  message: (stats) =>
    encodeFields<MemoryStats>(
      Object.fromEntries(Object.keys(stats).map((name, index) => [name, [index + 1, UINT64]])),
      stats,
    ),
});

/** CPU times since boot, seconds. */
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
    cpu: [1, repeated(message(TIMES))],
    cpuTotal: [2, message(TIMES)],
    irqTotal: [3, UINT64],
    contextSwitches: [4, UINT64],
    processCreated: [5, UINT64],
    processRunning: [6, UINT64],
    processBlocked: [7, UINT64],
    softIrqTotal: [8, UINT64],
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
    socket: [1, STRING],
    manufacturer: [2, STRING],
    productName: [3, STRING],
    bootSpeedMhz: [5, UINT64],
    coreCount: [10, UINT64],
    coreEnabled: [11, UINT64],
    threadCount: [12, UINT64],
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
    manufacturer: [1, STRING],
    productName: [2, STRING],
    version: [3, STRING],
    serialnumber: [4, STRING],
    uuid: [5, STRING],
    skuNumber: [7, STRING],
  },
});

export interface BlockDevice {
  type: "disk" | "partition";
  major: number;
  minor: number;
  partitionName: string | undefined;
  partitionNumber: number | undefined;
  devicePath: string;
  /** Incremented by every detected change. */
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
    type: [1, STRING],
    major: [2, UINT64],
    minor: [3, UINT64],
    partitionName: [4, STRING],
    partitionNumber: [5, UINT64],
    generation: [6, UINT64],
    devicePath: [7, STRING],
    parent: [8, STRING],
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
    size: [1, UINT64],
    io_size: [2, UINT64],
    sector_size: [3, UINT64],
    readonly: [4, BOOL],
    model: [5, STRING],
    serial: [6, STRING],
    modalias: [7, STRING],
    wwid: [8, STRING],
    bus_path: [9, STRING],
    sub_system: [10, STRING],
    transport: [11, STRING],
    rotational: [12, BOOL],
    cdrom: [13, BOOL],
    dev_path: [14, STRING],
    pretty_size: [15, STRING],
  },
});
