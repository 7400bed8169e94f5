import assert from "node:assert/strict";
import { parse } from "yaml";
import { type FieldValue, formatJson, YAML_ITEM } from "../../../lib/output/records.ts";

const TEXTS = [
  "",
  "plain",
  "two words",
  "/etc/ssl",
  "true",
  "No",
  "null",
  "~",
  "123",
  "1e3",
  "0x1f",
  "2023-11-14",
  "12:30:45",
  "-",
  "- item",
  "? key",
  "key: value",
  "a # comment",
  "#",
  "*alias",
  "&anchor",
  "!tag",
  "%directive",
  "@at",
  "`tick",
  " leading",
  "trailing ",
  "line\nbreak",
  "tab\t",
  'quote"d',
  "back\\slash",
  "{}",
  "[]",
  "---",
  "...",
  ".inf",
  "日本語 😀",
  "\u2028\u0085\ufeff\x7f\x1b[31m",
  "=",
  "<<",
];

Deno.test("JSON strings round-trip", () => {
  for (const text of TEXTS) assert.equal(JSON.parse(formatJson(text)), text);
});

Deno.test("YAML strings round-trip in YAML 1.1 and 1.2", () => {
  for (const text of TEXTS) {
    const item = YAML_ITEM.start + YAML_ITEM.name("field") + YAML_ITEM.value(text) + YAML_ITEM.end;
    for (const version of ["1.1", "1.2"] as const) {
      assert.deepEqual(parse(item, { version }), [{ field: text }], JSON.stringify(text));
    }
  }
});

Deno.test("both encodings escape control characters", () => {
  const hostile = "\x1b]0;x\x07\u202e\x9b\u2028";
  for (const text of [formatJson(hostile), String(YAML_ITEM.value(hostile))]) {
    assert.match(text, /^[ -~]*$/);
  }
});

Deno.test("numbers keep all digits", () => {
  assert.equal(formatJson(1.5), "1.5");
  assert.equal(formatJson(-0), "0");
  assert.equal(formatJson(18_446_744_073_709_551_615n), "18446744073709551615");
  assert.equal(formatJson(Infinity), "null");
  assert.equal(formatJson(NaN), "null");
});

Deno.test("lists and records nest", () => {
  const value: FieldValue = { urls: ["a", "b"], empty: [], none: null, deep: { big: 2n ** 60n } };
  assert.equal(
    formatJson(value),
    '{"urls":["a","b"],"empty":[],"none":null,"deep":{"big":1152921504606846976}}',
  );
  const item = YAML_ITEM.start + YAML_ITEM.name("x") + YAML_ITEM.value(value) + YAML_ITEM.end;
  assert.deepEqual(parse(item, { intAsBigInt: true }), [{
    x: { urls: ["a", "b"], empty: [], none: null, deep: { big: 2n ** 60n } },
  }]);
});

Deno.test("lists and maps of a YAML record are blocks, empty ones are not", () => {
  const value: FieldValue = {
    urls: ["a: b", "c"],
    events: [{ state: "Running", data: { "1": [], two: {} } }, { state: "" }],
    lists: [["x", ["z"]], []],
  };
  const item = YAML_ITEM.start + YAML_ITEM.name("value") + YAML_ITEM.value(value) + YAML_ITEM.end;
  assert.equal(
    item,
    `- value:
    urls:
      - "a: b"
      - c
    events:
      - state: Running
        data:
          "1": []
          two: {}
      - state: ""
    lists:
      - - x
        - - z
      - []
`,
  );
  assert.deepEqual(parse(item), [{ value }]);
});
