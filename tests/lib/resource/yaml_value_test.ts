import { deepStrictEqual, rejects, strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { compactJson, indentedJson } from "../../../lib/output/go_json.ts";
import { goText } from "../../../lib/output/go_text.ts";
import { Decimal, Timestamp, type Value } from "../../../lib/output/value.ts";
import { readSpec } from "../../../lib/resource/spec.ts";
import { parseSpec } from "../../../lib/resource/yaml_value.ts";
import { State } from "../../../proto/cosi.ts";
import { answers } from "../../wire/frames.ts";

const json = (text: string) => compactJson(parseSpec(text, "the test"));

Deno.test("specs are parsed with Go's numbers, strings and timestamps", () => {
  deepStrictEqual(
    [
      json("stage: running\nready: false\nn: 18446744073709551615\nf: 1e+06\nempty: null\n"),
      json('version: "1.0"\nmac: "00:00:00:00:00:00"\nplain: 02:42:0a:5b:00:02\n'),
      json("at: 2026-11-21T07:41:09.5Z\nday: 2026-11-21\nquoted: '2026-11-21'\n"),
      json("text: |\n    a\n\n    b\nfolded: >-\n    c\n    d\n"),
      json("list:\n    - a\n    - b: c\n      d: []\n    - {}\n"),
      json("base: &x\n    q: 1\nall:\n    <<: *x\n    r: *x\n"),
      json("a: !!binary aGVsbG8=\nb: !!str 1\nc: !!int '7'\nd: !!float 2\n"),
      json("1: a\ntrue: b\n~: c\n__proto__: d\n"),
      json("just text\n"),
      json(""),
      json("# nothing\n"),
    ],
    [
      '{"empty":null,"f":1000000,"n":18446744073709551615,"ready":false,"stage":"running"}',
      '{"mac":"00:00:00:00:00:00","plain":"02:42:0a:5b:00:02","version":"1.0"}',
      '{"at":"2026-11-21T07:41:09.5Z","day":"2026-11-21T00:00:00Z","quoted":"2026-11-21"}',
      '{"folded":"c d","text":"a\\n\\nb\\n"}',
      '{"list":["a",{"b":"c","d":[]},{}]}',
      '{"all":{"q":1,"r":{"q":1}},"base":{"q":1}}',
      '{"a":"hello","b":"1","c":7,"d":2}',
      '{"1":"a","__proto__":"d","null":"c","true":"b"}',
      '"just text"',
      "null",
      "null",
    ],
  );
});

Deno.test("readSpec() returns the same values, in plain form and in others", async () => {
  const specs = answers("cosi-list-rd", State.List).map(({ resource }) => resource!.spec!.yamlSpec);
  for (
    const text of [
      ...specs,
      "a: 1\nb: 1.0\nc: '1'\nd: \"true\"\ne: true\nf: ~\ng:\nh: []\ni: {}\nj: 2026-11-21\nk: 0o17\n",
      "- 02:42:0a:5b:00:02\n- ::1/128\n- - y\n  - a: b\n    __proto__: c\n- 18446744073709551615\n",
      ...["null: a\n", "1: a\n", "text\n", "12\n", "a: |\n    b\n", ""],
    ]
  ) deepStrictEqual(await readSpec(text, "the test"), parseSpec(text, "the test"), text);
  await rejects(
    readSpec("a: b: c", 'Members.x "y"'),
    /^OsctlError: cannot parse the spec of Members.x "y"/,
  );
});

/** The spec of a file on v1.8: the content as a list of one integer per byte. */
const fileSpec = (bytes: number) =>
  `name: ca\ncontents:\n${"        - 45\n".repeat(bytes)}mode: 420\n`;

Deno.test("a spec has as many values as a message of a node can carry", async () => {
  const value = await readSpec(fileSpec(300_000), "the test") as { contents: readonly Value[] };
  strictEqual(value.contents.length, 300_000);
  // More than 32 MiB of such a list, or a denser text.
  throws(() => parseSpec(`[${"1,".repeat(2_500_001)}]`, "the test"), /more than 2500000 keys/);
});

Deno.test("a YAML error contains the resource", () => {
  for (
    const text of ["'a", "a: b: c", "a: 1\na: 2\n", "- a\nb: c", "a: 1\n---\nb: 2\n", "a: *x\n"]
  ) {
    throws(
      () => parseSpec(text, 'Members.x "y"'),
      (error: unknown) =>
        error instanceof OsctlError && error.kind === "node" &&
        error.message.startsWith('cannot parse the spec of Members.x "y": line ') &&
        !error.message.includes("\n"),
      text,
    );
  }
});

Deno.test("JSON is formatted like by Go: sorted, four spaces, HTML-escaped", () => {
  strictEqual(
    indentedJson({ z: [], b: { "😀": 1, "\uffee": 2, é: 3 }, a: ["<&>", 1e21, 1e-7], m: {} }),
    `{
    "a": [
        "\\u003c\\u0026\\u003e",
        1e+21,
        1e-7
    ],
    "b": {
        "é": 3,
        "￮": 2,
        "😀": 1
    },
    "m": {},
    "z": []
}`,
  );
  strictEqual(
    compactJson(["\u2028\x1b\u009b\u202e\x7f", -0, new Decimal(NaN)]),
    '["\\u2028\\u001b\\u009b\\u202e\\u007f",-0,null]',
  );
  strictEqual(JSON.parse(compactJson('a"\\\n\u0000😀')), 'a"\\\n\u0000😀');
});

Deno.test("values in tables are formatted like by Go", () => {
  const texts: [value: Value, text: string][] = [
    [null, "null"],
    [true, "true"],
    ["a\nb", "a\nb"],
    [1_000_000, "1000000"],
    [18446744073709551615n, "18446744073709551615"],
    [new Decimal(1_000_000), "1e+06"],
    [new Decimal(100_000), "100000"],
    [1234567.5, "1.2345675e+06"],
    [123456.75, "123456.75"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [new Decimal(Infinity), "+Inf"],
    [new Decimal(-Infinity), "-Inf"],
    [new Decimal(NaN), "NaN"],
    [new Decimal(-0), "-0"],
    [["a", { b: 1 }], '["a",{"b":1}]'],
    [new Timestamp("2026-11-21T00:00:00Z"), '"2026-11-21T00:00:00Z"'],
  ];
  for (const [value, text] of texts) strictEqual(goText(value, "null"), text);
});
