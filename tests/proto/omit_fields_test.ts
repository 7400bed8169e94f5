import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { machine, MachineService } from "../../proto/machine.ts";
import { omitFields, omitFromMessages } from "../../proto/omit_fields.ts";

const { SystemStat } = MachineService;
const trimmed = omitFields(SystemStat, [4, 6, 12]);

Deno.test("omitted fields are absent, all others are as sent", () => {
  const stat = {
    metadata: { hostname: "a", error: "x" },
    bootTime: 1_700_000_000,
    cpuTotal: { user: 1.5, idle: 1e9 },
    cpu: [{ user: 1 }, { user: 2 }],
    irq: Array.from({ length: 500 }, (_, index) => index * 1000),
    contextSwitches: 2 ** 40,
    softIrq: { hi: 1 },
  };
  const bytes = SystemStat.encodeResponse({ messages: [stat, { bootTime: 5 }] });
  const { cpu: _cpu, irq: _irq, softIrq: _softIrq, ...rest } = stat;
  deepEqual(
    trimmed.decodeResponse(bytes),
    machine.SystemStatResponse.decode(
      SystemStat.encodeResponse({ messages: [rest, { bootTime: 5 }] }),
    ),
  );
  ok(omitFromMessages(bytes, [4, 6, 12]).length < 120);
  deepEqual(omitFromMessages(bytes, []), bytes);
  deepEqual(omitFromMessages(new Uint8Array(), [1]), new Uint8Array());
});

Deno.test("malformed responses fail as before", () => {
  const bytes = SystemStat.encodeResponse({ messages: [{ bootTime: 1, irq: [1, 2, 3] }] });
  for (let length = 1; length < bytes.length; length++) {
    throws(() => trimmed.decodeResponse(bytes.subarray(0, length)), /cannot decode response/);
  }
  equal(trimmed.path, SystemStat.path);
});
