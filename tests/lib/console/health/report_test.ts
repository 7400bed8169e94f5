/** Lines of the live screen. */
import assert from "node:assert/strict";
import { CheckLog } from "../../../../lib/procedures/health/check_log.ts";
import { drawChecks } from "../../../../lib/console/health/report.ts";
import { createColours } from "../../../../lib/output/colour.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

const plain = createColours({ env: { get: () => "1" }, terminal: { isTerminal: () => true } });

async function logOf(): Promise<CheckLog> {
  const clock = new FakeClock();
  const log = new CheckLog(clock, () => {});
  for (const id of ["etcd", "apid", "disks", "kubelet"]) {
    log.add({ id, name: `${id} ready`, remedy: "" });
  }
  log.set("etcd", "running");
  await clock.advance(2300);
  log.set("etcd", "ok");
  log.set("apid", "skipped");
  log.set("disks", "running");
  log.set("disks", "failing", "10.0.0.2: too\nsmall");
  await clock.advance(65_000);
  return log;
}

Deno.test("each check has a line with its mark, name, elapsed time and reason", async () => {
  const lines = drawChecks(await logOf(), { columns: 60, rows: 10, colours: plain });
  assert.deepEqual(lines, [
    "✓ etcd ready     2.3s",
    "- apid ready     skipped",
    "! disks ready    1m05s  10.0.0.2: too\\nsmall",
    "  kubelet ready",
  ]);
});

Deno.test("lines are truncated to the width, and the last started checks stay visible", async () => {
  const log = await logOf();
  const narrow = drawChecks(log, { columns: 30, rows: 10, colours: plain });
  assert.equal(narrow[2], "! disks ready    1m05s  10.0.…");
  const low = drawChecks(log, { columns: 60, rows: 2, colours: plain });
  assert.deepEqual(low, ["! disks ready    1m05s  10.0.0.2: too\\nsmall", "  kubelet ready"]);
  log.set("kubelet", "running");
  const end = drawChecks(log, { columns: 60, rows: 1, colours: plain });
  assert.deepEqual(end, ["• kubelet ready  0ms"]);
});
