import assert from "node:assert/strict";
import { EndlessTable } from "../../../lib/output/endless_table.ts";
import { Table } from "../../../lib/output/table.ts";

function table(lines: readonly (readonly string[])[], padding?: number): string {
  const made = new Table(padding);
  for (const line of lines) made.add(line);
  return made.takeText();
}

Deno.test("a table aligns columns with three spaces and leaves the last cell unpadded", () => {
  assert.equal(
    table([["NODE", "NAME"], ["10.91.0.2", "."], ["10.91.0.2", ".dockerenv"]]),
    "NODE        NAME\n10.91.0.2   .\n10.91.0.2   .dockerenv\n",
  );
});

Deno.test("an empty column is three wide, and a line may end in an empty cell", () => {
  assert.equal(table([["a", "", "b"], ["cc", "", ""]]), "a       b\ncc      \n");
});

Deno.test("widths are code points", () => {
  assert.equal(
    table([["日本語", "x"], ["😀x", "y"], ["ab", "z"]]),
    "日本語   x\n😀x    y\nab    z\n",
  );
});

Deno.test("a line with fewer cells ends the alignment of the missing columns", () => {
  assert.equal(
    table([["long-cell", "1"], ["single"], ["a", "2"]]),
    "long-cell   1\nsingle\na   2\n",
  );
  assert.equal(
    table([["a", "b", "c"], ["wide-one", "x"], ["a", "bbbbb", "c"]]),
    "a          b   c\nwide-one   x\na          bbbbb   c\n",
  );
});

Deno.test("lines without cells are empty lines", () => {
  assert.equal(table([["a", "b"], [], ["c", "d"]]), "a   b\n\nc   d\n");
});

Deno.test("the padding is configurable", () => {
  assert.equal(table([["PID", "COMMAND"], ["1", "init"]], 2), "PID  COMMAND\n1    init\n");
});

Deno.test("a table without lines is an empty string", () => assert.equal(table([]), ""));

Deno.test("an endless table aligns with the widest cells so far", () => {
  const endless = new EndlessTable();
  assert.equal(endless.line(["NODE", "ID"]), "NODE   ID");
  assert.equal(endless.line(["10.5.0.2", "x"]), "10.5.0.2   x");
  assert.equal(endless.line(["a", "y"]), "a          y");
  assert.equal(endless.line(["a", "y", "z"]), "a          y   z");
  assert.equal(endless.line([]), "");
});

Deno.test("SGR sequences have no width", () => {
  const red = "\x1b[31mFail\x1b[39m";
  assert.equal(
    table([["A", "B"], [red, "x"], ["Running", "y"]]),
    `A         B\n${red}      x\nRunning   y\n`,
  );
  const endless = new EndlessTable();
  assert.equal(endless.line([red, "x"]), `${red}   x`);
});

Deno.test("thousands of lines keep order, content and columns", () => {
  const rows = Array.from({ length: 1500 }, (_, index) => {
    const name = index % 512 === 0 ? "\ufeffä" : `n${index}`;
    return index % 700 === 699 ? [name] : [name, "ü", ""];
  });
  const lines = table(rows).split("\n");
  assert.equal(lines.pop(), "");
  assert.equal(lines.length, rows.length);
  assert.equal(lines[0], "\ufeffä     ü   ");
  assert.equal(lines[512], "\ufeffä     ü   ");
  assert.equal(lines[699], "n699");
  assert.equal(lines[1024], "\ufeffä      ü   ");
  assert.equal(lines[1499], "n1499   ü   ");
});

Deno.test("a table yields its lines in blocks, and is empty afterwards", () => {
  const made = new Table();
  const name = "n".repeat(99);
  for (let index = 0; index < 3000; index++) made.add(["node", `${name}${index}`]);
  const sizes: number[] = [];
  let lines = 0;
  for (const bytes of made.takeBytes()) {
    assert.equal(bytes.at(-1), 10);
    sizes.push(bytes.length);
    lines += bytes.filter((byte) => byte === 10).length;
  }
  assert.equal(lines, 3000);
  assert.ok(sizes.length > 4, `${sizes.length} blocks`);
  assert.ok(Math.max(...sizes) < 65 * 1024, `${Math.max(...sizes)} bytes`);
  made.add(["a", "b"]);
  assert.equal(made.takeText(), "a   b\n");
});

Deno.test("cells longer than a block keep their content and alignment", () => {
  const long = "ä".repeat(100_000);
  assert.equal(
    table([["a", "x"], [long, "y"], ["b", long]]),
    `a${" ".repeat(100_002)}x\n${long}   y\nb${" ".repeat(100_002)}${long}\n`,
  );
});

Deno.test("text that only resembles an SGR sequence has its width", () => {
  assert.equal(table([["[31m", "x"], ["\x1b[m]", "y"]]), "[31m   x\n\x1b[m]   y\n");
});
