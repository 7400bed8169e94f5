import { equal, match } from "node:assert/strict";
import {
  formatLogDuration,
  formatLogTime,
  ServiceLog,
  serviceLogPath,
} from "../../../lib/sandbox/service_log.ts";

const clock = { now: () => Date.UTC(2026, 10, 21, 8, 16, 1, 580) + 0.176 };

async function inFolder(action: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await action(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a line has time, service and message, and is written synchronously", () =>
  inFolder(async (folder) => {
    using log = new ServiceLog(folder, "machined", clock);
    log.write("first");
    log.write("two\nlines");
    const path = serviceLogPath(folder, "machined");
    equal(
      await Deno.readTextFile(path),
      "2026/11/21 08:16:01.580176 machined first\n2026/11/21 08:16:01.580176 machined two lines\n",
    );
    equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  }));

Deno.test("reopening a log appends to it", () =>
  inFolder(async (folder) => {
    for (const message of ["one", "two"]) {
      using log = new ServiceLog(folder, "apid", clock);
      log.write(message);
    }
    const text = await Deno.readTextFile(serviceLogPath(folder, "apid"));
    equal(text.split("\n").length, 3);
  }));

Deno.test("a log is rotated at its size limit and keeps one old file", () =>
  inFolder(async (folder) => {
    using log = new ServiceLog(folder, "apid", clock, 100);
    for (let line = 1; line <= 10; line++) log.write(`line ${line}`);
    const path = serviceLogPath(folder, "apid");
    equal((await Deno.stat(path)).size <= 100, true);
    match(await Deno.readTextFile(path), /line 10\n$/);
    match(await Deno.readTextFile(`${path}.1`), /line \d+\n$/);
  }));

Deno.test("a log with removed folder closes without error", () =>
  inFolder(async (folder) => {
    using log = new ServiceLog(folder, "apid", clock, 60);
    log.write("a line before");
    await Deno.remove(`${folder}/logs`, { recursive: true });
    log.write("a line that begins a new file");
    log.write("another line");
  }));

Deno.test("times and durations have the format of Talos nodes", () => {
  equal(formatLogTime(0), "1970/01/01 00:00:00.000000");
  equal(formatLogDuration(0.169872), "169.872µs");
  equal(formatLogDuration(1.25), "1.25ms");
  equal(formatLogDuration(2500), "2.5s");
});
