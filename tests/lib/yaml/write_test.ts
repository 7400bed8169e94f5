import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  NARROW_LAYOUT,
  parseYaml,
  RawScalar,
  toData,
  writeYaml,
  type YamlValue,
} from "../../../lib/yaml/mod.ts";

const VALUE: YamlValue = {
  text: "a\nb\n",
  none: null,
  left: undefined,
  mode: new RawScalar("0o644", 420),
  list: [{ a: 1, b: ["x"] }, ["y", []], "two\nlines"],
  "a: b": { "1": true, big: 2n ** 64n - 1n },
};

Deno.test("writeYaml() writes Go's layout", () => {
  strictEqual(
    writeYaml(VALUE),
    `text: |
    a
    b
none: null
mode: 0o644
list:
    - a: 1
      b:
        - x
    - - "y"
      - []
    - |-
      two
      lines
'a: b':
    "1": true
    big: 18446744073709551615
`,
  );
});

Deno.test("writeYaml() keeps white space of keys that is not a space", () => {
  strictEqual(
    writeYaml([{ "\u202f": 1 }, { "\u3000a": [{ "\u2003": 2 }] }]),
    "- \u202f: 1\n- \u3000a:\n    - \u2003: 2\n",
  );
});

Deno.test("writeYaml() writes two spaces of indentation in a narrow layout", () => {
  strictEqual(
    writeYaml({ a: [{ b: { c: [1] } }] }, NARROW_LAYOUT),
    "a:\n  - b:\n      c:\n        - 1\n",
  );
});

Deno.test("writeYaml() writes text that parses to the same data", () => {
  for (const layout of [undefined, NARROW_LAYOUT]) {
    const { documents, problems } = parseYaml(writeYaml(VALUE, layout));
    deepStrictEqual(problems, []);
    deepStrictEqual(toData(documents[0]!.root), {
      text: "a\nb\n",
      none: null,
      mode: 420,
      list: [{ a: 1, b: ["x"] }, ["y", []], "two\nlines"],
      "a: b": { "1": true, big: 2n ** 64n - 1n },
    });
  }
});

Deno.test("writeYaml() retains Unicode spaces at the start of keys in lists", () => {
  const value: YamlValue = { list: [{ "\u3000": "a", "\u3000b": ["\u2003"] }, [{ "\u00a0c": 1 }]] };
  deepStrictEqual(toData(parseYaml(writeYaml(value)).documents[0]!.root), value);
});
