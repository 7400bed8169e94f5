import { deepEqual, equal } from "node:assert/strict";
import { parseCpuInfo } from "../../../../lib/sandbox/machine/cpu_info.ts";
import {
  parseDiskStats,
  parseNetworkDevices,
  sumDiskStats,
  sumNetworkDevices,
} from "../../../../lib/sandbox/machine/device_stats.ts";
import { parseLoadAverage, parseSystemStat } from "../../../../lib/sandbox/machine/kernel_stat.ts";
import { memoryFields, parseMemoryInfo } from "../../../../lib/sandbox/machine/memory.ts";
import { parseMounts } from "../../../../lib/sandbox/machine/mounts.ts";

Deno.test("parseMemoryInfo() parses sizes and counts", () => {
  const text =
    "MemTotal:       24684084 kB\nActive(anon):       2972 kB\nHugePages_Total:       3\n";
  deepEqual([...parseMemoryInfo(text)], [
    ["MemTotal", 24684084],
    ["Active(anon)", 2972],
    ["HugePages_Total", 3],
  ]);
});

Deno.test("memoryFields() returns all message fields, 0 for those the kernel lacks", () => {
  const fields = memoryFields(
    "MemTotal: 10 kB\nCommitted_AS: 7 kB\nDirectMap1G: 5 kB\nNew: 1 kB\n",
  );
  equal(Object.keys(fields).length, 48);
  equal(fields.memtotal, 10);
  equal(fields.committedas, 7);
  equal(fields.directmap1g, 5);
  equal(fields.nfsunstable, 0);
});

Deno.test("parseMounts() decodes escaped names", () => {
  const text =
    "/dev/vda / ext4 rw 0 0\n//srv/a\\040b /mnt/with\\040space\\134\\011x cifs rw 0 0\n\n";
  deepEqual(parseMounts(text), [
    { filesystem: "/dev/vda", mountedOn: "/" },
    { filesystem: "//srv/a b", mountedOn: "/mnt/with space\\\tx" },
  ]);
});

Deno.test("parseLoadAverage() parses three averages", () => {
  deepEqual(parseLoadAverage("0.95 1.44 1.16 3/512 21870\n"), {
    load1: 0.95,
    load5: 1.44,
    load15: 1.16,
  });
});

Deno.test("parseSystemStat() converts ticks to seconds per CPU", () => {
  const stat = parseSystemStat(
    "cpu  200 1 2 300 4 5 6 7 8 9\n" +
      "cpu0 100 0 0 0 0 0 0 0 0 0\n" +
      "cpu2 50 0 0 0 0 0 0 0 0 0\n" +
      "intr 99 1 0 98\nctxt 123\nbtime 1795252096\nprocesses 21870\n" +
      "procs_running 9\nprocs_blocked 1\nsoftirq 55 1 2 3 4 5 6 7 8 9 10\n",
    100,
  );
  equal(stat.cpuTotal.user, 2);
  equal(stat.cpuTotal.guestNice, 0.09);
  deepEqual(stat.cpu.map(({ user }) => user), [1, 0, 0.5]);
  equal(stat.irqTotal, 99);
  deepEqual(stat.irq, [1, 0, 98]);
  equal(stat.contextSwitches, 123);
  equal(stat.bootTime, 1795252096);
  equal(stat.processCreated, 21870);
  equal(stat.processRunning, 9);
  equal(stat.processBlocked, 1);
  equal(stat.softIrqTotal, 55);
  deepEqual(Object.values(stat.softIrq), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

Deno.test("parseCpuInfo() parses x86 processors", () => {
  const block = (number: number) =>
    `processor\t: ${number}\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\n` +
    "model name\t: AMD EPYC: the best\ncpu MHz\t\t: 2599.998\ncache size\t: 1024 KB\n" +
    "siblings\t: 2\ncpu cores\t: 1\napicid\t\t: 1\nflags\t\t: fpu vme de\nbugs\t\t: sysret_ss\n" +
    "bogomips\t: 5199.99\nclflush size\t: 64\ncpuid level\t: 13\npower management:\n";
  const [first, second, ...others] = parseCpuInfo(`${block(0)}\n${block(1)}\n`);
  equal(others.length, 0);
  equal(first?.modelName, "AMD EPYC: the best");
  equal(first?.cpuMhz, 2599.998);
  equal(first?.apicId, "1");
  equal(first?.cpuIdLevel, 13);
  deepEqual(first?.flags, ["fpu", "vme", "de"]);
  equal(first?.powerManagement, "");
  equal(second?.processor, 1);
});

Deno.test("parseCpuInfo() parses ARM processors", () => {
  const text =
    "processor\t: 0\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\n" +
    "CPU part\t: 0xd0c\n\nHardware\t: board\n";
  const [cpu, ...others] = parseCpuInfo(text);
  equal(others.length, 0);
  equal(cpu?.vendorId, "0x41");
  equal(cpu?.bogoMips, 50);
  deepEqual(cpu?.flags, ["fp", "asimd"]);
});

Deno.test("parseDiskStats() parses counters and sumDiskStats() adds them", () => {
  const disks = parseDiskStats(
    " 254       0 vda 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n" +
      "   7       0 loop0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n 1 0 old 1 2 3 4 5 6 7 8 9 10 11\n",
  );
  deepEqual(disks.map(({ name }) => name), ["vda", "loop0"]);
  equal(disks[0]?.readSectors, 3);
  equal(disks[0]?.discardTimeMs, 15);
  const total = sumDiskStats(disks);
  equal(total.name, "");
  equal(total.readCompleted, 2);
  equal(total.writeSectors, 7);
});

Deno.test("parseNetworkDevices() parses counters and sumNetworkDevices() lists the devices", () => {
  const devices = parseNetworkDevices(
    "Inter-|   Receive                  |  Transmit\n face |bytes    packets errs\n" +
      "    lo: 100 2 0 0 0 0 0 0 100 2 0 0 0 0 0 0\n" +
      "eth0:7 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n" +
      "eth0:1: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n",
  );
  deepEqual(devices.map(({ name }) => name), ["lo", "eth0", "eth0:1"]);
  equal(devices[1]?.rxMulticast, 7);
  equal(devices[1]?.txCompressed, 15);
  const total = sumNetworkDevices(devices);
  equal(total.name, "eth0, eth0:1, lo");
  equal(total.rxBytes, 108);
});
