import { strictEqual } from "node:assert/strict";
import { canSuspend, type ProcessIds } from "../../../lib/platform/job.ts";

/** Looks up processes in a table of parent, group and session. */
function table(rows: Record<number, readonly [number, number, number]>) {
  return (pid: number): ProcessIds | undefined => {
    const row = rows[pid];
    return row && { parent: row[0], group: row[1], session: row[2] };
  };
}

const linux = { ignore: Deno.build.os !== "linux" };

Deno.test({
  ...linux,
  name: "a job can be suspended when a shell of its session stands above it",
  fn() {
    strictEqual(canSuspend(table({ 9: [5, 9, 5], 5: [1, 5, 5], 1: [0, 1, 1] }), 9), true);
    // Started by a script in the same process group.
    const script = { 9: [8, 8, 5], 8: [5, 8, 5], 5: [1, 5, 5], 1: [0, 1, 1] } as const;
    strictEqual(canSuspend(table(script), 9), true);
  },
});

Deno.test({
  ...linux,
  name: "a job alone in its session, or without its shell, cannot be suspended",
  fn() {
    strictEqual(canSuspend(table({ 9: [1, 9, 9], 1: [0, 1, 1] }), 9), false);
    strictEqual(canSuspend(table({ 9: [1, 9, 5], 1: [0, 1, 1] }), 9), false);
    strictEqual(canSuspend(table({ 9: [0, 9, 9] }), 9), false);
    strictEqual(canSuspend(() => undefined, 9), false);
  },
});
