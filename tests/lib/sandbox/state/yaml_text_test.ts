import { deepEqual, equal } from "node:assert/strict";
import { parse } from "yaml";
import { Decimal, yamlText, type YamlValue } from "../../../../lib/sandbox/state/yaml_text.ts";

Deno.test("maps, lists and maps in lists are laid out as nodes do", () => {
  const value = {
    stage: "running",
    status: { ready: false, unmetConditions: [{ name: "time", reason: "not yet" }] },
    addresses: ["10.0.0.1", "fd00::1"],
    nested: [["a", "b"], []],
    none: [],
    empty: {},
    left: undefined,
    nothing: null,
  };
  equal(
    yamlText(value),
    `stage: running
status:
    ready: false
    unmetConditions:
        - name: time
          reason: not yet
addresses:
    - 10.0.0.1
    - fd00::1
nested:
    - - a
      - b
    - []
none: []
empty: {}
nothing: null
`,
  );
});

Deno.test("a spec can be a single word, a list or nothing", () => {
  equal(yamlText("worker"), "worker\n");
  equal(yamlText(["a", "b"]), "- a\n- b\n");
  equal(yamlText({}), "{}\n");
  equal(yamlText([]), "[]\n");
});

Deno.test("texts are quoted only where they would read as something else", () => {
  const written = (text: string) => yamlText({ k: text }).slice(3, -1);
  const plain = [
    "eth0",
    "10.0.0.1/24",
    "fd00::1/64",
    "02:42:0a:5b:00:02",
    "1.2.3",
    'node "x"',
    "a#b",
  ];
  deepEqual(plain.map(written), plain);
  const double = [
    "",
    "true",
    "yes",
    "null",
    "~",
    "12",
    "0x1f",
    "1e3",
    "1.0",
    "12:30:45",
    "2024-01-02",
  ];
  deepEqual(
    [...double, "00:00:00:00:00:00"].map(written),
    [...double, "00:00:00:00:00:00"].map((text) => `"${text}"`),
  );
  equal(written("a\tb"), String.raw`"a\tb"`);
  equal(written("\u0007"), String.raw`"\a"`);
  const single = ["{.type}", "- a", "a: b", "a #b", " a", "a ", "#a", "*a", "@a", "it: isn't"];
  deepEqual(single.map(written), single.map((text) => `'${text.replaceAll("'", "''")}'`));
});

Deno.test("several lines stand below a bar", () => {
  equal(yamlText({ pem: "one\ntwo\n" }), "pem: |\n    one\n    two\n");
  equal(yamlText({ pem: "one\n\ntwo" }), "pem: |-\n    one\n\n    two\n");
  equal(yamlText({ l: ["one\ntwo\n"] }), "l:\n    - |\n      one\n      two\n");
});

Deno.test("numbers keep their digits", () => {
  const value = {
    big: 2n ** 64n - 1n,
    size: 274877906944,
    load: new Decimal(0.25),
    whole: new Decimal(3),
    tiny: new Decimal(0.00000125),
    huge: new Decimal(1e21),
  };
  equal(
    yamlText(value),
    "big: 18446744073709551615\nsize: 274877906944\nload: 0.25\nwhole: 3\ntiny: 1.25e-06\nhuge: 1e+21\n",
  );
});

Deno.test("whatever is written reads back as the same", () => {
  const pieces = [
    "a",
    "1",
    ":",
    " ",
    "-",
    "#",
    "'",
    '"',
    "\n",
    ".",
    "{",
    "y",
    "_",
    "\t",
    "\\",
    "é",
    "😀",
  ];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 2147483648 * below);
  };
  const text = () =>
    Array.from({ length: random(8) }, () => pieces[random(pieces.length)]).join("");
  for (let round = 0; round < 3000; round++) {
    const value: YamlValue = { [text()]: text(), l: [text(), { k: text(), m: [text()] }] };
    deepEqual(parse(yamlText(value)), value, yamlText(value));
  }
});
