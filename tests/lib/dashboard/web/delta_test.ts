/** Differences of snapshots, applied by the page. */
import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { createDelta, type Json } from "../../../../lib/dashboard/web/delta.ts";
import { applyDelta } from "../../../../lib/dashboard/web/page/delta.js";

/** Sends a change as text, as the program does. */
function send(before: Json, after: Json): { readonly value: Json; readonly size: number } {
  const delta = createDelta(before, after);
  if (delta === undefined) return { value: before, size: 0 };
  const text = JSON.stringify(delta);
  return { value: applyDelta(before, JSON.parse(text)), size: text.length };
}

const row = fc.record({ id: fc.constantFrom("a", "b", "c", "d"), cells: fc.array(fc.string()) });
const snapshot = fc.record({
  rows: fc.array(row),
  lines: fc.array(fc.constantFrom("x", "y", "z")),
  values: fc.array(fc.option(fc.integer({ min: 0, max: 3 }))),
  other: fc.oneof(fc.constant(null), fc.dictionary(fc.constantFrom("k", "l"), fc.jsonValue())),
});

Deno.test("a page that applies changes has what the program has", () => {
  fc.assert(fc.property(fc.array(snapshot, { minLength: 1 }), (snapshots) => {
    let shown: Json = null;
    let before: Json = null;
    for (const next of snapshots as unknown as Json[]) {
      shown = send(before, next).size === 0 ? shown : applyDelta(shown, createDelta(before, next));
      before = next;
      deepEqual(JSON.parse(JSON.stringify(shown)), JSON.parse(JSON.stringify(next)));
    }
  }));
});

Deno.test("of many rows only those that change are sent", () => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({
    id: `node-${index}`,
    cells: [`node-${index}`, "running", "12%"],
  }));
  const changed = rows.map((one, index) =>
    index === 700 ? { ...one, cells: [...one.cells.slice(0, 2), "13%"] } : one
  );
  const { value, size } = send({ rows }, { rows: changed });
  deepEqual(value, { rows: changed });
  ok(size < 200, `${size} characters`);
  // Another order of the same rows is sent without their cells.
  const reversed = send({ rows }, { rows: rows.toReversed() });
  deepEqual(reversed.value, { rows: rows.toReversed() });
  ok(reversed.size < 50_000, `${reversed.size} characters`);
  equal(createDelta({ rows }, { rows: structuredClone(rows) }), undefined);
});

Deno.test("lines that are appended, and the oldest that leave, are a few characters", () => {
  const lines = Array.from({ length: 1000 }, (_, index) => [`line ${index}`, null, 0]);
  const next = [...lines.slice(2), ["line 1000", "error", 0], ["line 1001", null, 0]];
  const { value, size } = send({ lines }, { lines: next });
  deepEqual(value, { lines: next });
  ok(size < 150, `${size} characters`);
});
