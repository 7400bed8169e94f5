import { deepEqual, equal } from "node:assert/strict";
import { fitColumns, shortenMiddle } from "../../../lib/output/fit_columns.ts";
import { Table } from "../../../lib/output/table.ts";

Deno.test("a table that fits, or cannot fit, is not shortened", () => {
  equal(fitColumns([10, 10], 3, 23), undefined);
  equal(fitColumns([10, 10, 10], 3, 12), undefined);
});

Deno.test("the widest column is shortened first, then the next ones to an equal width", () => {
  deepEqual(fitColumns([10, 40, 12], 3, 50), { widths: [10, 24, 12], padding: 2 });
  deepEqual(fitColumns([10, 40, 30], 3, 50), { widths: [10, 18, 18], padding: 2 });
  deepEqual(fitColumns([10, 40, 30], 3, 51), { widths: [10, 19, 18], padding: 2 });
});

Deno.test("a narrow first column is not shortened", () => {
  deepEqual(fitColumns([10, 40, 9], 3, 40), { widths: [10, 17, 9], padding: 2 });
  deepEqual(fitColumns([10, 9, 9, 9], 2, 40), { widths: [10, 8, 8, 8], padding: 2 });
  deepEqual(fitColumns([20, 9, 9], 2, 30), { widths: [9, 9, 8], padding: 2 });
});

Deno.test("padding is reduced when that is enough, and in a narrow terminal", () => {
  deepEqual(fitColumns([9, 9, 9, 9], 3, 43), { widths: [9, 9, 9, 9], padding: 2 });
  deepEqual(fitColumns([10, 20, 20], 3, 30), { widths: [9, 9, 8], padding: 2 });
});

Deno.test("a cell is shortened in the middle and keeps its colour", () => {
  equal(shortenMiddle("abcdefghij", 10), "abcdefghij");
  equal(shortenMiddle("abcdefghij", 5), "ab…ij");
  equal(shortenMiddle("abcdefghij", 6), "abc…ij");
  equal(shortenMiddle("\x1b[31mabcdefghij\x1b[39m", 5), "\x1b[31mab…ij\x1b[39m");
  equal(shortenMiddle("äöü😀äöü", 5), "äö…öü");
});

Deno.test("lines of a shortened table have the width of the terminal", () => {
  const filled = () => {
    const table = new Table();
    table.add(["NODE", "ID", "TEXT"]);
    table.add(["10.5.0.2", "\x1b[32m" + "x".repeat(50) + "\x1b[39m", "y".repeat(40)]);
    return table;
  };
  // deno-lint-ignore no-control-regex -- SGR sequences start with ESC
  const plain = filled().takeText(60).replaceAll(/\x1b\[\d+m/g, "");
  const shortened = (char: string) => `${char.repeat(12)}…${char.repeat(11)}`;
  deepEqual(plain.split("\n"), [
    "NODE      ID                        TEXT",
    `10.5.0.2  ${shortened("x")}  ${shortened("y")}`,
    "",
  ]);
  equal(filled().takeText(200), filled().takeText());
});
