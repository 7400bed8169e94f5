/** Filters of rows. */
import { equal, throws } from "node:assert/strict";
import type { OsctlError } from "../../../lib/errors.ts";
import { createFilter } from "../../../lib/output/filter.ts";
import type { FieldValue } from "../../../lib/output/records.ts";

const ROW: Readonly<Record<string, FieldValue>> = {
  node: "10.5.0.2",
  name: "etcd",
  namespace: "system",
  size: 20 * 1024 * 1024,
  big: 2n ** 60n,
  load: 0.25,
  elapsed: 90,
  running: true,
  error: null,
  labels: { zone: "a", "with.dot": "b" },
  ports: [80, 443],
};
const FIELDS = Object.keys(ROW);

const matches = (text: string) => createFilter(text, FIELDS)((name) => ROW[name]!);

Deno.test("an expression compares the fields of a record", () => {
  const cases: [text: string, expected: boolean][] = [
    ['name == "etcd"', true],
    ["size > 10 * MiB && size < 21 * MiB", true],
    ["size / 2 == 10 * MiB", true],
    ["size >= 1 * GB", false],
    ["big > 1 * EB", true],
    ["load > 0.2 && load < 1", true],
    ['elapsed > seconds("1m") && elapsed < seconds("2m")', true],
    ["running && !(size == 0)", true],
    ['name.matches("^e.c") || name.startsWith("x")', true],
    ['labels.zone == "a" && labels["with.dot"] == "b"', true],
    ["443 in ports && ports.exists(port, port > 80)", true],
    ['row["namespace"] == "system"', true],
    ['node == "10.5.0.3"', false],
    // A row without a value does not match.
    ["error == null", true],
    ['error.startsWith("x")', false],
    ["error > 3", false],
    ['labels.missing == "a"', false],
    ["has(labels.missing)", false],
  ];
  for (const [text, expected] of cases) equal(matches(text), expected, text);
});

Deno.test("an invalid expression is refused with the position", () => {
  const cases: [text: string, message: string, hint: string][] = [
    ["nmae == 3", 'character 1: unknown field "nmae"', 'did you mean "name"'],
    ["size > 3 && zzzzz", 'character 13: unknown field "zzzzz"', "fields: node, name"],
    ["size >", 'character 6: unexpected ">"', "for example"],
    ['name == "a" and running', "character 13: use &&, || and !", "for example"],
    ["name > 3", 'character 6: ">" cannot be applied to string, int', "for example"],
    ["size", "character 1: the result is not true or false", "for example"],
    ["", "character 1: the expression is incomplete", "for example"],
    ["foo(size)", 'character 1: unknown function "foo"', "for example"],
  ];
  for (const [text, message, hint] of cases) {
    throws(() => matches(text), (error) => {
      const { kind, message: found, hint: shown = "" } = error as OsctlError;
      equal(kind, "usage");
      equal(found, `invalid --filter at ${message}`);
      equal(shown.includes(hint), true, `${text}: ${shown}`);
      return true;
    }, text);
  }
});

/** Expressions that nest or chain more than any person writes; each a function of its size. */
const DEEP: readonly ((size: number) => string)[] = [
  (size) => `${"(".repeat(size)}running${")".repeat(size)}`,
  (size) => `${"[".repeat(size)}${"]".repeat(size)} == []`,
  (size) => "(".repeat(size),
  (size) => `${"!".repeat(size * 2)}running`,
  (size) => `${"-".repeat(size * 2)}size > 1`,
  (size) => `${"- ".repeat(size * 2)}size > 1`,
  (size) => `size${" + 1".repeat(size)} > 0`,
  (size) => `running${" && running".repeat(size)}`,
  (size) => `running${" ? running : running".repeat(size)}`,
  (size) => `row${".a".repeat(size)} == 1`,
  (size) => `row${'["a"]'.repeat(size)} == 1`,
  (size) => `${"size(".repeat(size)}name${")".repeat(size)} == 1`,
  (size) => `${"ports.exists(p, ".repeat(size)}true${")".repeat(size)}`,
  (size) => `${'{"a": '.repeat(size)}1${"}".repeat(size)} == {}`,
];

Deno.test("deep and long expressions are evaluated or rejected, and quickly", () => {
  for (const [index, deep] of DEEP.entries()) {
    for (const size of [10, 100, 300, 1000, 10_000, 100_000]) {
      const start = performance.now();
      try {
        matches(deep(size));
      } catch (error) {
        const { kind, message } = error as OsctlError;
        equal(kind, "usage", `${index} ${size}: ${error}`);
        equal(message.length < 1000, true, message.slice(0, 200));
      }
      const ms = performance.now() - start;
      equal(ms < 5000, true, `${index} ${size}: ${ms} ms`);
    }
  }
});
