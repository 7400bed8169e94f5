import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { View } from "../../../../lib/output/rows.ts";
import { formatSize } from "../../../../lib/output/size.ts";
import { drawTable } from "../../../../lib/output/screen/table_frame.ts";
import {
  createTableState,
  pressKey,
  type ScreenTable,
  type TableState,
} from "../../../../lib/output/screen/table_state.ts";
import { createScreenColumns, watchTable } from "../../../../lib/output/screen/watch_table.ts";
import { FakeClock, fakeSystem } from "../../../helpers/fake_system.ts";

interface Process {
  pid: number;
  size: number;
  name: string;
}

const view: View<Process> = {
  columns: [
    { header: "PID", cell: ({ pid }) => String(pid) },
    { header: "SIZE", cell: ({ size }) => formatSize(size), key: ({ size }) => size },
    { header: "NAME", cell: ({ name }) => name, tint: ({ pid }) => pid === 9 ? "red" : undefined },
  ],
  fields: {},
};
const columns = createScreenColumns(view, []);
const { headers, keyHeaders } = columns;
const rows = [
  columns.toRow("10.5.0.2", { pid: 9, size: 20_000, name: "small\x1b[2J" }),
  columns.toRow("10.5.0.2", { pid: 10, size: 3_000_000, name: "large" }),
  columns.toRow("10.5.0.3", { pid: 1, size: 500_000, name: "other" }),
];
const table: ScreenTable = { headers, keyHeaders, rows, failures: ["10.5.0.9: refused"] };
const START: TableState = { ...createTableState({ intervalMs: 1000 }), table };
const LOOK = { title: "processes", sortKeys: { m: "SIZE" }, colour: false };

/** Presses keys, then draws. */
function screen(keys: readonly string[], size = { columns: 60, rows: 6 }, start = START): string[] {
  let state = start;
  for (const key of keys) state = pressKey(state, key, { page: 3, sortKeys: LOOK.sortKeys })!;
  return drawTable(state, LOOK, size).toString().split("\n");
}

Deno.test("the screen has the table, failures and a status line", () => {
  deepEqual(screen([]), [
    "NODE      PID  SIZE    NAME",
    "10.5.0.2  9    20 kB   small\\x1b[2J",
    "10.5.0.2  10   3.0 MB  large",
    "10.5.0.3  1    500 kB  other",
    "10.5.0.9: refused",
    " ?: keys  processes  3 rows  every 1s",
  ]);
});

Deno.test("keys sort by value, reverse, and move to other columns", () => {
  const names = (keys: string[]) => screen(keys).slice(1, 4).map((line) => line.split(/ +/).at(-1));
  deepEqual(names(["m"]), ["large", "other", "small\\x1b[2J"]);
  deepEqual(names(["m", "o"]), ["small\\x1b[2J", "other", "large"]);
  deepEqual(names([">", ">"]), ["other", "small\\x1b[2J", "large"], "9 sorts before 10");
  deepEqual(names(["<"]), ["large", "other", "small\\x1b[2J"], "the last column");
  match(screen(["m"])[0]!, /SIZE↓/);
  match(screen(["m", "o"])[0]!, /SIZE↑/);
  match(screen(["m"])[5]!, / sort: -SIZE /);
});

Deno.test("/ filters rows while the text is typed; Escape clears it", () => {
  const typed = screen(["/", "O", "t", "x", "backspace"]);
  match(typed[1]!, /other$/);
  equal(typed[2], "");
  match(typed[5]!, /^\/Ot_ {2}Enter keeps the filter/);
  match(screen(["/", "o", "t", "enter"])[5]!, / 1 of 3 rows {2}filter: ot /);
  match(screen(["/", "q", "enter"])[5]!, / 0 of 3 rows /, "q is part of the text");
  match(screen(["/", "o", "t", "enter", "escape"])[5]!, / 3 rows /);
});

Deno.test("keys scroll within the rows", () => {
  const many = Array.from(
    { length: 20 },
    (_, index) => columns.toRow("n", { pid: index, size: 1, name: `p${index}` }),
  );
  const start = { ...START, table: { ...table, rows: many, failures: [] } };
  const first = (...keys: string[]) =>
    /p\d+$/.exec(screen(keys, { columns: 60, rows: 5 }, start)[1]!)![0];
  equal(first("down", "down"), "p2");
  equal(first("down", "up", "up"), "p0");
  equal(first("page-down"), "p3");
  equal(first("end"), "p17");
  equal(first("end", "home"), "p0");
});

Deno.test("columns are hidden from a narrow screen, except with w", () => {
  const long = columns.toRow("10.5.0.2", { pid: 1, size: 1, name: "a".repeat(30) + "z" });
  const start = { ...START, table: { ...table, rows: [long], failures: [], hideFirst: [] } };
  const size = { columns: 50, rows: 4 };
  const [header, row, , status] = screen([], size, start);
  match(header!, /^NODE +PID +NAME$/);
  match(row!, /a{30}z$/);
  match(status!, / 1 rows {2}1 column hidden: w /);
  const wide = screen(["w"], size, start);
  match(wide[0]!, /^NODE +PID +SIZE +NAME$/);
  ok(!wide[3]!.includes("hidden"));
});

Deno.test("+ and - change the interval, Space pauses", () => {
  match(screen(["+"])[5]!, /every 2s$/);
  match(screen(["-"])[5]!, /every 500ms$/);
  match(screen(["-", "-", "-"])[5]!, /every 500ms$/);
  match(screen([" "])[5]!, /paused$/);
});

Deno.test("? lists the keys, any key closes the list", () => {
  const help = screen(["?"], { columns: 60, rows: 20 });
  equal(help[0], "Keys of processes");
  ok(help.some((line) => /^ {2}m +sort by SIZE$/.test(line)));
  ok(help.some((line) => /^ {2}q +quit$/.test(line)));
  equal(screen(["?", "x"])[0], screen([])[0]);
});

Deno.test("cells have colours by meaning, failures are red", () => {
  const frame = drawTable(START, { ...LOOK, colour: true }, { columns: 60, rows: 6 });
  const text = frame.changes(undefined);
  ok(text.includes("\x1b[0;31msmall"), text);
  ok(text.includes("\x1b[0;31m10.5.0.9: refused"));
  equal(frame.toString(), screen([]).join("\n"));
});

Deno.test("selected columns are shown, the others still sort", () => {
  const some = createScreenColumns(view, ["name"]);
  deepEqual(some.headers, ["NAME"]);
  deepEqual(some.parseSort("-size"), { header: "SIZE", isDescending: true });
  const row = some.toRow("n", { pid: 1, size: 5, name: "x" });
  deepEqual([row.cells, row.keys], [["x"], ["n", "1", 5, "x"]]);
});

/** A system whose keys are written by `press`. */
function withKeys() {
  const keys = new TransformStream<Uint8Array, Uint8Array>();
  const writer = keys.writable.getWriter();
  const clock = new FakeClock();
  const system = fakeSystem({
    terminals: ["stdin", "stdout"],
    size: { columns: 70, rows: 6 },
    stdin: keys.readable,
    clock,
  });
  const press = async (key: string) => {
    void writer.write(new TextEncoder().encode(key)).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { clock, system, press };
}

Deno.test("the table is read again after each interval; q ends it", async () => {
  const { clock, system, press } = withKeys();
  let reads = 0;
  const read = () => {
    reads++;
    return Promise.resolve(table);
  };
  const watching = watchTable(system, { ...LOOK, source: { intervalMs: 1000, read } });
  await press("");
  equal(reads, 1);
  await clock.advance(999);
  equal(reads, 1);
  await clock.advance(1);
  await press("");
  equal(reads, 2);
  await press("+");
  await clock.advance(1999);
  equal(reads, 2);
  await clock.advance(1);
  await press("");
  equal(reads, 3);
  const before = system.stdout.text.length;
  await press("m");
  match(system.stdout.text.slice(before), /large/);
  await press("q");
  await watching;
  equal(system.raw, false);
  equal(clock.waiting, 0);
});

Deno.test("events update the table; a paused one shows the last update when resumed", async () => {
  const { system, press } = withKeys();
  let update = (_: ScreenTable) => {};
  const follow = (listener: (table: ScreenTable) => void) => {
    update = listener;
    return new Promise<void>(() => {});
  };
  const watching = watchTable(system, { ...LOOK, source: { follow } });
  update(table);
  await press("");
  match(system.stdout.text, /live/);
  await press(" ");
  const before = system.stdout.text.length;
  update({ ...table, rows: rows.slice(0, 1) });
  await press("");
  equal(system.stdout.text.length, before);
  await press(" ");
  match(system.stdout.text.slice(before), /1/);
  await press("\x03");
  await watching;
});

Deno.test("a bug ends the screen", async () => {
  const { system } = withKeys();
  const read = () => Promise.reject(new TypeError("a bug"));
  const source = { intervalMs: 1000, read };
  await rejects(watchTable(system, { ...LOOK, source }), TypeError);
  equal(system.raw, false);
});
