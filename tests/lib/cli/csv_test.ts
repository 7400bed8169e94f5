import { deepEqual, throws } from "node:assert/strict";
import { readCsvRecord } from "../../../lib/cli/csv.ts";

Deno.test("readCsvRecord() splits at commas and parses quotes", () => {
  const known: [string, string[]][] = [
    ["", []],
    ["a", ["a"]],
    ["a,b,c", ["a", "b", "c"]],
    ['"a,b",c', ["a,b", "c"]],
    ['c,"a,b"', ["c", "a,b"]],
    ['"say ""hi""",x', ['say "hi"', "x"]],
    ['""', [""]],
    [",", ["", ""]],
    ["a,,b", ["a", "", "b"]],
    ["a,", ["a", ""]],
    [" a , b ", [" a ", " b "]],
    ['"two\nlines",x', ["two\nlines", "x"]],
    ["a,b\n", ["a", "b"]],
    ["a,b\r\n", ["a", "b"]],
    ["ünï,cødé", ["ünï", "cødé"]],
  ];
  for (const [text, fields] of known) deepEqual(readCsvRecord(text), fields, text);
});

Deno.test("readCsvRecord() rejects misplaced quotes", () => {
  for (const text of ['a"b', 'a,b"', '"a', '"a"b', '"a" ,b', 'a,"b', ' "a"']) {
    throws(() => readCsvRecord(text), { name: "RangeError", message: /quote/ }, text);
  }
});

Deno.test("readCsvRecord() rejects a second line", () => {
  throws(() => readCsvRecord("a\nb"), { name: "RangeError", message: /line break/ });
});
