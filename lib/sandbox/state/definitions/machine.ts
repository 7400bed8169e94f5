/**
 * What the machine is made of, and its figures.
 *
 * @module
 */
import type { Decimal } from "../yaml_text.ts";
import { define, type Definition } from "./definition.ts";

/** Memory; sizes in kB, counts of huge pages as they are. */
export type MemoryStats = Readonly<Record<string, number>>;

export const MEMORY_STATS: Definition<MemoryStats> = define({
  name: "MemoryStats.perf",
  namespace: "perf",
  columns: [["Used", "{.used}"], ["Total", "{.total}"]],
});

/** Where a processor spent its time, seconds since the machine started. */
export type CpuTimes = Readonly<Record<string, Decimal>>;

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

export const CPU_STATS: Definition<CpuStats> = define({
  name: "CPUStats.perf",
  namespace: "perf",
  columns: [["User", "{.cpuTotal.user}"], ["System", "{.cpuTotal.system}"]],
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

export const PROCESSOR: Definition<Processor> = define({
  name: "Processors.hardware",
  namespace: "hardware",
  aliases: ["cpus", "cpu"],
  columns: [
    ["Manufacturer", "{.manufacturer}"],
    ["Model", "{.productName}"],
    ["Cores", "{.coreCount}"],
    ["Threads", "{.threadCount}"],
  ],
});

export interface SystemInformation {
  manufacturer: string | undefined;
  productName: string | undefined;
  version: string | undefined;
  serialnumber: string | undefined;
  uuid: string | undefined;
  skuNumber: string | undefined;
}

export const SYSTEM_INFORMATION: Definition<SystemInformation> = define({
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

export const BLOCK_DEVICE: Definition<BlockDevice> = define({
  name: "BlockDevices.block",
  namespace: "runtime",
  columns: [
    ["Type", "{.type}"],
    ["PartitionName", "{.partitionName}"],
    ["Generation", "{.generation}"],
  ],
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

export const DISK: Definition<Disk> = define({
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
});
