import { deepEqual, equal } from "node:assert/strict";
import { createRow, drawRows } from "../../../../lib/console/ca_rotation/reporter.ts";
import { PHASES } from "../../../../lib/procedures/ca_rotation/types.ts";
import { createColours } from "../../../../lib/output/colour.ts";
import { fakeSystem } from "../../../helpers/fake_system.ts";

const system = fakeSystem({ env: { NO_COLOR: "1" } });
const size = { columns: 60, rows: 24, colours: createColours(system, "stderr") };
const now = Date.UTC(2026, 0, 1);

function rows() {
  const [accept, issue, drop] = PHASES.map((phase) =>
    createRow({ authority: "os", direction: "rotate", phase }, phase === "accept")
  );
  return [accept!, issue!, drop!] as const;
}

Deno.test("the list has a line per step: complete ones, the present one, the rest", () => {
  const [accept, issue, drop] = rows();
  issue.startedAt = now - 1500;
  issue.text = "10.5.0.2: the kubelet has not restarted, which is a long text";
  const lines = drawRows([accept, issue, drop], { ...size, clock: { now: () => now } });
  deepEqual(lines, [
    "✓ node API: accept the new CA              complete",
    "• node API: issue with the new CA  1.5s    10.5.0.2: the ku…",
    "  node API: drop the old CA",
  ]);
  equal(lines[1]!.length, 60);
});

Deno.test("with too few rows, the list ends with the present step", () => {
  const [accept, issue, drop] = rows();
  issue.startedAt = now;
  const lines = drawRows([accept, issue, drop], { ...size, rows: 1, clock: { now: () => now } });
  equal(lines.length, 1);
  equal(lines[0]!.startsWith("• node API: issue"), true);
});
