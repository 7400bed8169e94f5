import assert from "node:assert/strict";
import { createLogPrinter } from "../../../lib/output/log_printer.ts";
import { MemoryOutput } from "../../helpers/fake_system.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

async function printed(format: "table" | "json" | "yaml", pieces: [string, string][]) {
  const out = new MemoryOutput();
  const printer = createLogPrinter(out, { format, terminal: false });
  for (const [node, piece] of pieces) await printer.add(node, bytes(piece));
  await printer.end();
  return out.text;
}

Deno.test("logs in JSON are one object per line, of complete lines only", async () => {
  const text = await printed("json", [["a", "one\r\ntw"], ["b", "x"], ["a", "o\nthree\n"]]);
  assert.deepEqual(text.trim().split("\n").map((line) => JSON.parse(line)), [
    { node: "a", text: "one" },
    { node: "a", text: "two" },
    { node: "a", text: "three" },
    { node: "b", text: "x" },
  ]);
});

Deno.test("a long line in many chunks is one record", async () => {
  const pieces = Array.from({ length: 1000 }, (): [string, string] => ["a", "é".repeat(100)]);
  const record = JSON.parse(await printed("json", [...pieces, ["a", "\n"]]));
  assert.equal(record.text.length, 100_000);
});

Deno.test("logs in YAML are a list, an empty one without lines", async () => {
  assert.equal(await printed("yaml", [["a", "x\n"]]), "- node: a\n  text: x\n");
  assert.equal(await printed("yaml", []), "[]\n");
});

Deno.test("text is written at once", async () => {
  const out = new MemoryOutput();
  const printer = createLogPrinter(out, { format: "table", terminal: false });
  await printer.add("n", bytes("now\nlat"));
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.equal(out.text, "n: now\n");
  await printer.add("n", bytes("er"));
  await printer.end();
  assert.equal(out.text, "n: now\nn: later\n");
});
