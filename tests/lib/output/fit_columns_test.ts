import { deepEqual, equal } from "node:assert/strict";
import { fitColumns, formatHidden, shortenMiddle } from "../../../lib/output/fit_columns.ts";
import { EndlessTable } from "../../../lib/output/endless_table.ts";
import { Table } from "../../../lib/output/table.ts";

/** Columns by header and width; those after `=` have one value. */
function columnsOf(...texts: string[]) {
  return texts.map((text) => {
    const [, mark, header, width] = /^(=?)(.+) (\d+)$/.exec(text)!;
    return { header: header!, width: Number(width), isUniform: mark === "=" };
  });
}

Deno.test("a table that fits is unchanged", () => {
  equal(fitColumns(columnsOf("NODE 10", "A 10"), { padding: 3, columns: 23 }), undefined);
});

Deno.test("identities that do not fit hide the unimportant columns", () => {
  const all = columnsOf("NODE 40", "ID 40", "A 30", "=B 9", "C 9");
  deepEqual(fitColumns(all, { padding: 2, columns: 80, hideFirst: ["C"] }), {
    shown: [0, 1, 2],
    widths: [40, 40, 24],
    padding: 2,
    hidden: 2,
  });
  equal(fitColumns(all, { padding: 2, columns: 80, canHide: false }), undefined);
});

Deno.test("redundant and unimportant uniform columns are hidden before cells are shortened", () => {
  const all = columnsOf("NODE 8", "=TYPE 8", "ID 8", "A 40", "=B 10");
  const shown = (columns: number, redundant: string[] = []) =>
    fitColumns(
      all.map((column) => ({ ...column, isRedundant: redundant.includes(column.header) })),
      { padding: 2, columns, hideFirst: ["TYPE"] },
    );
  deepEqual(shown(79)?.widths, [8, 8, 40, 10]);
  deepEqual(shown(72, ["B"])?.widths, [8, 8, 8, 40]);
  deepEqual(shown(62, ["B"])?.widths, [8, 8, 40]);
});

Deno.test("further identities are neither hidden nor shortened", () => {
  const all = columnsOf("NODE 8", "A 40", "B 40").map((column) => ({
    ...column,
    isIdentity: column.header !== "A",
  }));
  deepEqual(fitColumns(all, { padding: 2, columns: 60 })?.shown, [0, 2]);
});

Deno.test("a column keeps its least width by hiding less important ones", () => {
  const all = [...columnsOf("NODE 8", "PID 5", "TIME 9"), {
    header: "COMMAND",
    width: 90,
    isUniform: false,
    minWidth: 40,
  }];
  deepEqual(fitColumns(all, { padding: 2, columns: 60, hideFirst: ["TIME"] })?.widths, [8, 5, 43]);
  deepEqual(fitColumns(all, { padding: 2, columns: 70, hideFirst: ["TIME"] })?.shown, [0, 1, 2, 3]);
});

Deno.test("padding is reduced when that is enough", () => {
  deepEqual(fitColumns(columnsOf("A 9", "B 9", "C 9", "D 9"), { padding: 3, columns: 43 }), {
    shown: [0, 1, 2, 3],
    widths: [9, 9, 9, 9],
    padding: 2,
    hidden: 0,
  });
});

Deno.test("columns with one value are hidden first, then the least important", () => {
  const all = columnsOf("=NODE 8", "ID 20", "A 20", "=B 10", "C 10", "D 10");
  const fit = (columns: number, hideFirst: string[] = []) =>
    fitColumns(all, { padding: 2, columns, hideFirst })?.shown;
  equal(fit(88), undefined);
  deepEqual(fit(87), [0, 1, 2, 4, 5]);
  deepEqual(fit(75), [0, 1, 2, 4]);
  deepEqual(fit(75, ["C"]), [0, 1, 2, 5]);
  deepEqual(fit(60, ["A"]), [0, 1, 4, 5]);
  deepEqual(fit(31), [0, 1]);
});

Deno.test("in a finite table, the only node is hidden before columns with several values", () => {
  const all = columnsOf("=NODE 25", "ID 30", "A 20", "=B 10");
  const shown = (columns: number, isFinite: boolean) =>
    fitColumns(all, { padding: 2, columns, isFinite })?.shown;
  deepEqual(shown(80, true), [0, 1, 2]);
  deepEqual(shown(60, true), [1, 2]);
  deepEqual(shown(60, false), [0, 1]);
});

Deno.test("an identity that is named as unimportant is hidden", () => {
  const all = columnsOf("NODE 25", "ID 20", "TEXT 24");
  deepEqual(fitColumns(all, { padding: 2, columns: 60, hideFirst: ["ID"] })?.shown, [0, 2]);
});

Deno.test("a few long identities make their lines longer than the terminal, not all lines", () => {
  const filled = (long: number) => {
    const table = new Table(2, { headers: ["NODE", "ID", "TEXT"] });
    table.addHeader();
    for (let row = 0; row < 20; row++) {
      table.add([`n${row}`, row < long ? "x".repeat(70) : "y".repeat(26), `text ${row}`]);
    }
    return table.takeText(60).trimEnd().split("\n");
  };
  const lines = filled(2);
  equal(lines[0], `NODE  ID${" ".repeat(45)}TEXT`);
  equal(lines[1], `n0    ${"x".repeat(70)}  text 0`);
  equal(lines[3], `n2    ${"y".repeat(26)}${" ".repeat(21)}text 2`);
  // When most are long, the column is at least as wide as a third of the terminal.
  equal(filled(18)[20], `n19   ${"y".repeat(26)}${" ".repeat(21)}text 19`);
});

Deno.test("a column hidden in vain is shown again", () => {
  const all = columnsOf("ID 20", "A 20", "B 5");
  deepEqual(fitColumns(all, { padding: 2, columns: 30 })?.shown, [0, 2]);
});

Deno.test("long cells are shortened to 24 before columns are hidden, identities never", () => {
  const all = columnsOf("NODE 8", "NAME 30", "A 90", "B 70");
  deepEqual(fitColumns(all, { padding: 2, columns: 101 }), {
    shown: [0, 1, 2, 3],
    widths: [8, 30, 29, 28],
    padding: 2,
    hidden: 0,
  });
  deepEqual(fitColumns(all, { padding: 2, columns: 80 }), {
    shown: [0, 1, 2],
    widths: [8, 30, 38],
    padding: 2,
    hidden: 1,
  });
});

Deno.test("columns that the user selected are shortened, not hidden", () => {
  deepEqual(
    fitColumns(columnsOf("A 10", "=B 40", "C 30"), { padding: 3, columns: 51, canHide: false }),
    { shown: [0, 1, 2], widths: [10, 19, 18], padding: 2, hidden: 0 },
  );
});

Deno.test("the notice counts hidden columns", () => {
  equal(formatHidden(1), "1 column hidden: --wide");
  equal(formatHidden(3), "3 columns hidden: --wide");
});

Deno.test("a cell is shortened in the middle and keeps its colour", () => {
  equal(shortenMiddle("abcdefghij", 10), "abcdefghij");
  equal(shortenMiddle("abcdefghij", 5), "ab…ij");
  equal(shortenMiddle("abcdefghij", 6), "abc…ij");
  equal(shortenMiddle("\x1b[31mabcdefghij\x1b[39m", 5), "\x1b[31mab…ij\x1b[39m");
  equal(shortenMiddle("äöü😀äöü", 5), "äö…öü");
});

Deno.test("a list is shortened after whole elements", () => {
  equal(shortenMiddle("10.5.0.2,10.5.0.3,10.5.0.4", 20), "10.5.0.2,10.5.0.3,…");
  equal(shortenMiddle("10.5.0.2,10.5.0.3,10.5.0.4", 18), "10.5.0.2,…");
  equal(shortenMiddle('["10.5.0.2","10.5.0.3"]', 20), '["10.5.0.2",…]');
  equal(shortenMiddle("10.5.0.2,10.5.0.3", 9), "10.5….0.3");
  equal(shortenMiddle("run --a=b,c --verbose", 11), "run -…rbose");
});

Deno.test("a table hides columns from a narrow terminal and counts them in its last line", () => {
  const filled = () => {
    const table = new Table(3, { headers: ["NODE", "KIND", "ID", "TEXT"] });
    table.addHeader();
    table.add(["10.5.0.2", "Member", "a", "\x1b[32m" + "x".repeat(50) + "\x1b[39m"]);
    table.add(["10.5.0.3", "Member", "b".repeat(20), "y"]);
    return table;
  };
  // deno-lint-ignore no-control-regex -- SGR sequences start with ESC
  const plain = filled().takeText(60).replaceAll(/\x1b\[\d+m/g, "");
  deepEqual(plain.split("\n"), [
    "NODE      ID                    TEXT",
    `10.5.0.2  a                     ${"x".repeat(14)}…${"x".repeat(13)}`,
    `10.5.0.3  ${"b".repeat(20)}  y`,
    "1 column hidden: --wide",
    "",
  ]);
  equal(filled().takeText(200), filled().takeText());
});

Deno.test("the first lines of a stream decide which columns fit; later cells are shortened", () => {
  const headers = ["NODE", "KIND", "ACTOR", "MESSAGE"];
  const table = new EndlessTable({ headers, hideFirst: ["ACTOR"], columns: 40 });
  equal(
    table.begin([["10.5.0.2", "a", "x".repeat(22), "short"]], true),
    "1 column hidden: --wide\nNODE      KIND  MESSAGE\n10.5.0.2  a     short\n",
  );
  equal(
    table.line(["10.5.0.3", "b", "y", "z".repeat(60)]),
    `10.5.0.3  b     ${"z".repeat(12)}…${"z".repeat(11)}`,
  );
});
