import { deepEqual, equal } from "node:assert/strict";
import {
  formatCompact,
  formatLoad,
  formatShare,
  formatUptime,
  sparkline,
} from "../../../lib/dashboard/format.ts";
import { LogBuffer } from "../../../lib/dashboard/log_buffer.ts";
import { Series } from "../../../lib/dashboard/series.ts";
import { compareCpu, rateOf, toDiskUsage, toMemoryUsage } from "../../../lib/dashboard/usage.ts";

Deno.test("CPU shares cover the time between two samples", () => {
  const before = { user: 10, system: 5, idle: 100, iowait: 1, irq: 1, softIrq: 1, steal: 0 };
  const after = { user: 14, system: 7, idle: 111, iowait: 2, irq: 2, softIrq: 2, steal: 0 };
  deepEqual(compareCpu(before, after)!.shares, {
    usage: 0.4,
    user: 0.2,
    nice: 0,
    system: 0.1,
    idle: 0.55,
    iowait: 0.05,
    irq: 0.1,
    steal: 0,
  });
  equal(compareCpu(undefined, after), undefined);
  equal(compareCpu(after, after), undefined);
  equal(compareCpu(after, before), undefined, "after a restart");
});

Deno.test("rates are per second and unknown after a reset", () => {
  equal(rateOf(1000, 4000, 3000), 1000);
  equal(rateOf(4000, 1000, 3000), undefined);
  equal(rateOf(1000, 4000, 0), undefined);
  equal(rateOf({ low: 0, high: 1, unsigned: true }, 2 ** 32 + 10, 1000), 10);
});

Deno.test("used memory is neither free nor a cache; the disk is /var", () => {
  const memory = toMemoryUsage({
    meminfo: { memtotal: 100, memfree: 20, cached: 30, buffers: 10, memavailable: 60, shmem: 1 },
  });
  deepEqual(memory, {
    total: 102400,
    used: 40960,
    free: 20480,
    shared: 1024,
    buffers: 10240,
    cache: 30720,
    available: 61440,
  });
  const mounts = [
    { filesystem: "tmpfs", mountedOn: "/var", size: 9, available: 9 },
    { filesystem: "/dev/sda1", mountedOn: "/", size: 50, available: 10 },
    { filesystem: "/dev/sda6", mountedOn: "/var", size: 100, available: 25 },
  ];
  deepEqual(toDiskUsage(mounts), { used: 75, total: 100 });
  deepEqual(toDiskUsage(mounts.slice(0, 2)), { used: 40, total: 50 });
  equal(toDiskUsage(mounts.slice(0, 1)), undefined);
});

Deno.test("measures are short texts", () => {
  deepEqual([0, 9.4, 999, 999.6, 9949, 12_345, 2e6, 1.5e9].map(formatCompact), [
    ...["0", "9", "999", "1.0k", "9.9k", "12k", "2.0M", "1.5G"],
  ]);
  deepEqual([0, 59, 61, 3600, 90_061, undefined].map(formatUptime), [
    ...["0s", "59s", "1m1s", "1h0m", "1d1h", "-"],
  ]);
  deepEqual([0.123, 12.34, 123.4].map(formatLoad), ["0.12", "12.3", "123"]);
  deepEqual([0, 0.005, 1].map(formatShare), ["0%", "1%", "100%"]);
  equal(sparkline([0, 0.5, 1, 2], 1), "▁▅██");
  equal(sparkline([0, 0]), "▁▁");
  equal(sparkline([]), "");
});

Deno.test("a series has its latest values", () => {
  const series = new Series();
  for (let value = 0; value < 500; value++) series.push(value);
  deepEqual(series.latest(3), [497, 498, 499]);
  equal(series.latest(1000).length, 240);
  equal(series.latest(1000)[0], 260);
});

Deno.test("a log has its last lines, without colours, tabs and incomplete characters", () => {
  const log = new LogBuffer();
  const bytes = new TextEncoder().encode("a\tb\r\n\x1b[31mré\x1b[0m\nrest");
  for (const byte of bytes) log.push(Uint8Array.of(byte));
  deepEqual(log.lines, ["a       b", "ré"]);
  log.push(new TextEncoder().encode("x\n".repeat(1200) + "y".repeat(5000) + "\n"));
  equal(log.lines.length, 1000);
  equal(log.lines.at(-1)!.length, 2000);
  log.clear();
  deepEqual(log.lines, []);
});
