import { deepEqual, equal } from "node:assert/strict";
import {
  formatKernelRecord,
  parseKernelRecord,
} from "../../../../lib/sandbox/machine/kernel_record.ts";

Deno.test("parseKernelRecord() parses priority, facility, clock and message", () => {
  deepEqual(parseKernelRecord("4,2,1234567,-;[Firmware Bug]: TSC; odd\n"), {
    facility: "kern",
    priority: "warning",
    clock: 1234567,
    message: "[Firmware Bug]: TSC; odd\n",
  });
  equal(parseKernelRecord("30,2,0,-;x\n")?.facility, "daemon");
  equal(parseKernelRecord("30,2,0,-;x\n")?.priority, "info");
  equal(parseKernelRecord("135,2,0,c,caller=T1;x\n")?.facility, "local0");
});

Deno.test("parseKernelRecord() keeps device lines and decodes escapes", () => {
  const text = "6,9,5,-;caf\\xc3\\xa9 a\\x5cb\\x\n SUBSYSTEM=pci\n DEVICE=+pci:0\n";
  const message = "café a\\b\\x\n SUBSYSTEM=pci\n DEVICE=+pci:0\n";
  equal(parseKernelRecord(text)?.message, message);
});

Deno.test("parseKernelRecord() returns undefined for malformed records", () => {
  for (const text of ["", "no prefix\n", "4,2;x\n", "a,b,c,-;x\n"]) {
    equal(parseKernelRecord(text), undefined, text);
  }
});

Deno.test("formatKernelRecord() formats facility, priority, time and message", () => {
  const record = { facility: "kern", priority: "info", clock: 1_500_000, message: "hello\n" };
  const start = Date.UTC(2026, 10, 21, 7, 41, 8);
  equal(formatKernelRecord(record, start), "kern:    info: [2026-11-21T07:41:09.5Z]: hello\n");
  equal(
    formatKernelRecord({ ...record, clock: 12, priority: "warning" }, start),
    "kern: warning: [2026-11-21T07:41:08.000012Z]: hello\n",
  );
  equal(
    formatKernelRecord({ ...record, clock: 0, priority: "err" }, start),
    "kern:     err: [2026-11-21T07:41:08Z]: hello\n",
  );
  equal(
    formatKernelRecord({ ...record, clock: 0 }, start),
    "kern:    info: [2026-11-21T07:41:08Z]: hello\n",
  );
});
