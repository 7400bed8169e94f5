/**
 * Handlers of the methods that report kernel statistics: memory, mounts, load, CPUs, device
 * counters, sockets and the kernel log.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { type Binding, type Call, stream, unary } from "../types.ts";
import { parseCpuInfo } from "./cpu_info.ts";
import {
  parseDiskStats,
  parseNetworkDevices,
  sumDiskStats,
  sumNetworkDevices,
} from "./device_stats.ts";
import { readKernelLog } from "./kernel_log.ts";
import { parseLoadAverage, parseSystemStat } from "./kernel_stat.ts";
import { readKernelUnits } from "./process_stat.ts";
import { memoryFields } from "./memory.ts";
import { listMounts } from "./mounts.ts";
import { netstat } from "./netstat.ts";

/** Returns the bindings of the statistics methods, which require Linux. */
export function statisticsBindings(): Binding[] {
  return [
    unary(MachineService.Memory, async () =>
      machine.MemoryResponse.create({
        messages: [{ meminfo: memoryFields(await Deno.readTextFile("/proc/meminfo")) }],
      })),
    unary(
      MachineService.Mounts,
      async () => machine.MountsResponse.create({ messages: [{ stats: await listMounts() }] }),
    ),
    unary(MachineService.LoadAvg, async () =>
      machine.LoadAvgResponse.create({
        messages: [parseLoadAverage(await Deno.readTextFile("/proc/loadavg"))],
      })),
    unary(MachineService.SystemStat, systemStat),
    unary(MachineService.CPUInfo, async () =>
      machine.CPUInfoResponse.create({
        messages: [{ cpuInfo: parseCpuInfo(await Deno.readTextFile("/proc/cpuinfo")) }],
      })),
    unary(MachineService.DiskStats, diskStats),
    unary(MachineService.NetworkDeviceStats, networkDeviceStats),
    unary(MachineService.Netstat, netstat),
    stream(MachineService.Dmesg, dmesg),
  ];
}

async function systemStat(): Promise<machine.SystemStatResponse> {
  const text = await Deno.readTextFile("/proc/stat");
  const stat = parseSystemStat(text, readKernelUnits().ticksPerSecond);
  return machine.SystemStatResponse.create({
    messages: [{ ...stat, cpu: [...stat.cpu], irq: [...stat.irq] }],
  });
}

async function diskStats(): Promise<machine.DiskStatsResponse> {
  const devices = parseDiskStats(await Deno.readTextFile("/proc/diskstats"));
  return machine.DiskStatsResponse.create({
    messages: [{ devices, total: sumDiskStats(devices) }],
  });
}

async function networkDeviceStats(): Promise<machine.NetworkDeviceStatsResponse> {
  const devices = parseNetworkDevices(await Deno.readTextFile("/proc/net/dev"));
  return machine.NetworkDeviceStatsResponse.create({
    messages: [{ devices, total: sumNetworkDevices(devices) }],
  });
}

async function* dmesg(
  request: machine.IDmesgRequest,
  { signal }: Call,
): AsyncGenerator<common.Data> {
  const utf8 = new TextEncoder();
  const range = { follow: request.follow ?? false, tail: request.tail ?? false };
  for await (const line of readKernelLog(range, signal)) {
    yield common.Data.create({ bytes: utf8.encode(line) });
  }
}
