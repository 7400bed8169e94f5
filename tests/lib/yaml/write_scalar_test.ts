import { strictEqual } from "node:assert/strict";
import { yamlScalar, yamlText } from "../../../lib/yaml/write_scalar.ts";

Deno.test("yamlScalar() writes the styles of Go's encoder", () => {
  const styles: [text: string, scalar: string][] = [
    ["a b", "a b"],
    ["a:b", "a:b"],
    ["a #b", "'a #b'"],
    ["#a", "'#a'"],
    ["-a", "-a"],
    ["- a", "'- a'"],
    ["it's", "it's"],
    ["'q", "'''q'"],
    [" lead", "' lead'"],
    ["a\tb", '"a\\tb"'],
    ["\x1b[2J", '"\\e[2J"'],
    ["\ufeff", '"\\uFEFF"'],
    ["é", "é"],
    ["😀", '"\\U0001F600"'],
    ["x \ny", '"x \\ny"'],
    ["x\r\ny", '"x\\r\\ny"'],
    ["  x\ny", "|4-\n      x\n    y"],
    ["\tx\ny", "|4-\n    \tx\n    y"],
    ["x\n\n", "|+\n    x\n"],
    ["---", "'---'"],
    ["true", "true"],
    ["12", "12"],
  ];
  for (const [text, scalar] of styles) strictEqual(yamlScalar(text, { indent: 4 }), scalar, text);
  strictEqual(yamlScalar("  x\ny", { indent: 6, deeper: 2 }), "|2-\n        x\n      y");
  strictEqual(yamlScalar("a\nb", { indent: 4, isKey: true }), '"a\\nb"');
  strictEqual(yamlScalar("", { indent: 4, isKey: true }), "''");
});

Deno.test("yamlText() quotes strings that YAML would parse as another type", () => {
  const others = [
    "",
    "~",
    "null",
    "True",
    "FALSE",
    "yes",
    "No",
    "on",
    "OFF",
    "y",
    "N",
    "1",
    "-1",
    "+1",
    "08",
    "0o17",
    "-0o7",
    "0x1F",
    "0b1",
    "1_000",
    "1.",
    ".5",
    "1e3",
    ".inf",
    "-.inf",
    ".NaN",
    "18446744073709551616",
    "12:30:45",
    "190:20:30.15",
    "2001-01-01",
    "2024-02-29",
    "2001-01-01 00:00:00",
    "2001-01-01T00:00:00.5Z",
    "2001-01-01T00:00:00+01:00",
  ];
  for (const text of others) strictEqual(yamlText(text, { indent: 4 }), `"${text}"`);
  strictEqual(yamlText("<<", { indent: 0, isKey: true }), '"<<"');
});

Deno.test("yamlText() leaves similar strings unquoted", () => {
  const texts = [
    "nULL",
    "tRUE",
    "yEs",
    "0o8",
    "0b2",
    "0x",
    "1e400",
    "1:60",
    "1:5x",
    "._5",
    ".",
    "0x1ffffffffffffffff",
    "2001-13-01",
    "2023-02-29",
    "2001-01-01T00:00:00",
    "2001-01-01 00:00:00Z",
    "2001-01-01T24:00:00Z",
    "10.0.0.1",
    "v1.8.0",
    "<<",
  ];
  for (const text of texts) strictEqual(yamlText(text, { indent: 4 }), text);
});

Deno.test("yamlScalar() writes strings of millions of characters", () => {
  const starts = { x: "xx", "a:b": "a:b", "- ": "'- - ", "a'\"": "a'\"a" };
  for (const [part, start] of Object.entries(starts)) {
    const written = yamlText(`${part.repeat(4_000_000)}.`, { indent: 4 });
    strictEqual(written.slice(0, start.length), start);
  }
});
