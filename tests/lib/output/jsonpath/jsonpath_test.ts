import { ok, strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../../lib/errors.ts";
import { JsonPath } from "../../../../lib/output/jsonpath/mod.ts";
import { parseSpec } from "../../../../lib/resource/yaml_value.ts";

const DOCUMENT = parseSpec(
  `a: 1
b: text
c: [1, 2, 3, 4, 5]
d: {x: 1, y: {z: [a, b]}, "q.r": dot}
items:
  - {name: one, n: 1, on: true, tags: [a, b], sub: {k: v}}
  - {name: two, n: 2, on: false, tags: [c], f: 2.5}
  - {name: three, n: 3, tags: [], z: null}
t: 2026-01-01T00:00:00Z
n: null
e: []
m: {}
f: 1.5
`,
  "the test",
);

/** Templates and their results, as in client-go unless noted. */
const TEXTS: [template: string, text: string][] = [
  ["", ""],
  ["plain } text", "plain } text"],
  ["{.a}", "1"],
  ["{ .a }", "1"],
  ["[{.b}]", "[text]"],
  ["{.t}", '"2026-01-01T00:00:00Z"'],
  ["{.n}", "null"],
  ["{.n.x}", ""],
  ["{.nope}", ""],
  ["{.a.b}", ""],
  ["{.e}{.m}", "[]{}"],
  ["{.d.y}", '{"z":["a","b"]}'],
  ["{.d['x']}", "1"],
  ['{.d["x"]}', "1"],
  ["{.d['x','y']}", '1 {"z":["a","b"]}'],
  ["{.d.q\\.r}", "dot"],
  ["{.d['q\\.r']}", "dot"],
  // client-go splits a quoted key at its dot.
  ["{.d['q.r']}", "dot"],
  ["{['a','b']}", "1 text"],
  ["{.c[0]}", "1"],
  ["{.c[-1]}", "5"],
  ["{.c[1:3]}", "2 3"],
  ["{.c[1:]}", "2 3 4 5"],
  ["{.c[:-1]}", "1 2 3 4"],
  ["{.c[::2]}", "1 3 5"],
  ["{.c[-3:-1]}", "3 4"],
  ["{.c[2:2]}", ""],
  // client-go rejects bounds beyond the end.
  ["{.c[0:9]}", "1 2 3 4 5"],
  ["{.c[9]}", ""],
  ["{.c[0,2]}", "1 3"],
  ["{.c[*]}", "1 2 3 4 5"],
  ["{.items[*].name}", "one two three"],
  ["{.items[*]['name','n']}", "one two three 1 2 3"],
  ["{.items.name}", ""],
  ["{.items[0,2].name}", "one three"],
  ["{.items[?(@.n>1)].name}", "two three"],
  ["{.items[?(@.n>=2)].name}", "two three"],
  ["{.items[?(@.n<2)].name}", "one"],
  ["{.items[?(@.n<=1)].name}", "one"],
  ["{.items[?(@.n!=2)].name}", "one three"],
  ["{.items[?(@.name == 'two')].n}", "2"],
  ['{.items[?(@.name=="a)b")].n}', ""],
  ["{.items[?('one'==@.name)].n}", "1"],
  ["{.items[?(@.on==true)].name}", "one"],
  ["{.items[?(@.f>2)].name}", "two"],
  ["{.items[?(@.tags)].name}", "one two three"],
  ["{.items[?(@.sub.k=='v')].name}", "one"],
  ["{.items[?(@.nope==1)].name}", ""],
  ["{.items[?(@.name>1)].name}", ""],
  ["{.items[?(@.n==$.a)].name}", "one"],
  ["{.c[?(@>2)]}", "3 4 5"],
  ["{..name}", "one two three"],
  ["{.d..z}", '["a","b"]'],
  ["{..tags[0]}", "a c"],
  ["{.d.y.*}", '["a","b"]'],
  ["{range .items[*]}{.name}={.n};{end}.", "one=1;two=2;three=3;."],
  ["{range .items[*]}[{.name}:{range .tags[*]}{@},{end}]{end}", "[one:a,b,][two:c,][three:]"],
  ["{range .e[*]}x{end}y", "y"],
  ['{"a\\tb"}{\'it\\\'s\'}{"\\u00e9\\x41\\101"}', "a\tbit'séAA"],
  ["{1}{-2}{1.5}{true}", "1-21.5true"],
  ["{$.a}{@.a}", "11"],
];

Deno.test("templates return the results of client-go", () => {
  for (const [template, text] of TEXTS) {
    strictEqual(
      new JsonPath(template, { allowMissing: true }).text(DOCUMENT, "null"),
      text,
      template,
    );
  }
});

Deno.test("a missing field is an error, unless allowed", () => {
  const wrong: [template: string, reason: RegExp][] = [
    ["{.nope}", /"nope" is not found/],
    ["{.a.b}", /"b" is not found/],
    ["{.items[*].sub.nope}", /"nope" is not found/],
    ["{.c[9]}", /index 9 is out of range: the list has 5 items/],
    ["{.a[0]}", /the indexed value is not a list/],
    ["{.a[?(@.x)]}", /the filtered value is not a list/],
    ["{.items[?(@.tags[*]=='a')]}", /operand has several values/],
  ];
  for (const [template, reason] of wrong) {
    throws(
      () => new JsonPath(template).results(DOCUMENT),
      (error: unknown) =>
        error instanceof OsctlError && error.kind === "input" && reason.test(error.message),
      template,
    );
  }
  strictEqual(new JsonPath("{.items[*].f}").text(DOCUMENT, ""), "2.5");
});

Deno.test("an invalid template is an error with its position", () => {
  const wrong = [
    ...[
      "{",
      "{.a",
      "{.a[",
      "{.a[}",
      "{.a[b]}",
      "{.a[1:2:0]}",
      "{.a[-]}",
      "{.c[1",
      "{foo}",
      "{.}x{",
    ],
    ...["{end}", "{range .c[*]}", "{range .c[*]}{end}{end}", "{.a{.b}}", "{end .a}", "{....a}"],
    ...["{.a[?(@.n>1]}", "{.a[?(@.n=~1)]}", "{.a[?(@.n>)]}", "{.a[?()]}", "{.a[?(@.x && @.y)]}"],
    ...["{'a}", '{"\\q"}', '{"\\u12"}', '{"\\UFFFFFFFF"}', "{.a[99999999999999999999]}"],
    "{" + "[?(".repeat(100) + "}",
    "{range .a}".repeat(100),
  ];
  for (const template of wrong) {
    throws(
      () => new JsonPath(template),
      (error: unknown) =>
        error instanceof OsctlError && error.kind === "usage" &&
        /at character \d+: /.test(error.message),
      template,
    );
  }
});

Deno.test("random templates return a result or an error", () => {
  const atoms = [
    ...["{", "}", ".", "..", "[", "]", "*", "a", "items", "name", "?(", ")", "@", "$", "==", ">"],
    ...["1", "-1", ":", ",", "'x'", '"n"', "range ", "end", " ", "\\", "{.a}", "{end}", "😀", "\n"],
  ];
  let state = 42;
  const next = (below: number) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor(state / 65536) % below;
  };
  let worked = 0;
  for (let round = 0; round < 20_000; round++) {
    const length = 1 + next(9);
    const inside = Array.from({ length }, () => atoms[next(atoms.length)]).join("");
    const template = next(4) === 0 ? inside : `{${inside}}`;
    try {
      new JsonPath(template, { allowMissing: next(2) === 0 }).text(DOCUMENT, "null");
      worked++;
    } catch (error) {
      ok(error instanceof OsctlError, `${JSON.stringify(template)}: ${error}`);
    }
  }
  ok(worked > 100);
});
