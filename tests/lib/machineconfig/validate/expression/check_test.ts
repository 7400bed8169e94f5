import { tests as checkingSuite } from "@bufbuild/cel-spec/testdata/checking.js";
import { tests as comprehensionSuite } from "@bufbuild/cel-spec/testdata/comprehension.js";
import { tests as conformanceSuite } from "@bufbuild/cel-spec/testdata/conformance.js";
import { tests as parsingSuite } from "@bufbuild/cel-spec/testdata/parsing.js";
import assert from "node:assert/strict";
import { checkExpression } from "../../../../../lib/machineconfig/validate/expression/check.ts";

const ACCEPTED = [
  "true",
  "disk.size > 10u * GiB && !system_disk",
  'disk.transport in ["nvme", "usb"]',
  'disk.model.startsWith("A") || disk.serial.matches("^b.*$")',
  "int(disk.size) > 10",
  "size(disk.model) > 3",
  "disk.model.size() == 3",
  "has(disk.model)",
  "has((disk.model))",
  "type(disk.size) == uint",
  "disk == null",
  "[1, 2].all(x, x > 0)",
  "[[1]].all(x, x.all(x, x > 0) && x.size() == 1)",
  "[1, 2,].map(x, x + 1) == [2, 3]",
  "[1, 2].map(x, x > 1, x * 2) == [4]",
  '{"a": 1}["a"] == 1',
  '{"a": 1}.exists(key, key == "a")',
  'disk.rotational ? disk.cdrom : disk.model == r"a\\b"',
  "disk.size % 512u == 0u // whole sectors",
  'duration("1h") > duration("1m")',
  'duration("2h") - duration("1h") > duration("1s")',
  'timestamp("2026-01-01T00:00:00Z") - duration("1h") < timestamp("2026-01-01T00:00:00Z")',
  'timestamp("2026-01-01T00:00:00Z").getFullYear() == 2026',
  'google.protobuf.Duration{seconds: 1} == duration("1s")',
  "dyn(1) == 'a'",
  "- -1 == 1",
  "-9223372036854775808 < 0",
  ".disk.cdrom",
];

for (const text of ACCEPTED) {
  Deno.test(`checkExpression() accepts ${text}`, () => {
    assert.deepEqual(checkExpression(text), []);
  });
}

type Refused = readonly [text: string, message: RegExp, hint?: RegExp];

const DOUBTED: readonly Refused[] = [
  ["disk.size > 10", /^">" does not apply to uint and int$/, /such as 10u/],
  ["disk.size", /^the expression is of type uint, not bool$/, /disk\.size > 10u \* GiB/],
  ["disk.sizee > 1u", /^unknown field of a disk "sizee"$/, /did you mean "size"/],
  ["dsk.size > 1u", /^unknown name "dsk"$/, /did you mean "disk"/],
  ['globb("a*", disk.model)', /^unknown function "globb"$/, /did you mean "glob"/],
  ['disk.model.startWith("a")', /^unknown method "startWith"$/, /did you mean "startsWith"/],
  ["disk.cdrom || 1", /^"\|\|" does not apply to bool and int$/],
  ["!disk.size", /^"!" does not apply to uint$/],
  ["-disk.size > 1", /^"-" does not apply to uint$/],
  ['disk["size"] > 1u', /^"\[\]" does not apply to disk and string$/],
  ["disk.model.size > 1", /^a string has no field "size"$/],
  ["size(1) > 1", /^"size" does not apply to int$/],
  ['"a".contains(1)', /^"contains" does not apply to string and int$/],
  ["true ? true : 1", /^the branches of "\?:" are of types bool and int$/],
  ["1 ? true : false", /^the condition before "\?" is of type int, not bool$/],
  ["[1].exists(x, x)", /^the predicate of "exists" is of type int, not bool$/],
  ["disk.model.all(x, true)", /^"all" does not apply to string$/],
  ["1 in disk.model", /^"in" does not apply to int and string$/],
  ["[1, 2] == ['a']", /^"==" does not apply to list\(int\) and list\(string\)$/],
  ["dyn(disk.cdrom)", /^the expression is of type dyn, not bool$/],
];

for (const [text, message, hint] of DOUBTED) {
  Deno.test(`checkExpression() warns about ${text}`, () => {
    const [finding, ...others] = checkExpression(text);
    assert.equal(finding?.severity, "warning");
    assert.match(finding.message, message);
    if (hint !== undefined) assert.match(finding.hint ?? "", hint);
    assert.deepEqual(others, []);
  });
}

const REFUSED: readonly Refused[] = [
  ["", /^unexpected end of the expression$/],
  ["disk.size >", /^unexpected end of the expression$/],
  ["disk.size > 10u GB", /^unexpected "GB"$/],
  ["(disk.cdrom", /^unexpected end/, /expected "\)"/],
  ["disk.cdrom)", /^unexpected "\)"$/],
  ["disk.cdrom | true", /^unexpected "\|"$/],
  ["!-disk.size", /^unexpected "disk"$/, /expected a number/],
  ["has(disk)", /^the argument of "has" must be a field$/, /has\(disk\.model\)/],
  ["[1].exists(1, true)", /^the first argument of "exists" must be a variable name$/],
  ['disk.model in {"a"}', /^unexpected "}"$/, /expected ":"/],
  ["package", /^"package" is a reserved word of CEL$/],
  ["9223372036854775808 > 0", /^the number 9223372036854775808 does not fit in 64 bits$/],
  ["1e999 > 0.0", /^the number 1e999 exceeds the range of doubles$/],
  ['disk.model == "a', /^unterminated string$/],
  ['disk.model == "\\q"', /^invalid escape sequence in a string$/],
  ["(".repeat(1000), /^the expression is nested too deeply$/],
];

for (const [text, message, hint] of REFUSED) {
  Deno.test(`checkExpression() rejects ${JSON.stringify(text.slice(0, 40))}`, () => {
    const [finding, ...others] = checkExpression(text);
    assert.equal(finding?.severity, "error");
    assert.match(finding.message, message);
    if (hint !== undefined) assert.match(finding.hint ?? "", hint);
    assert.deepEqual(others, []);
  });
}

Deno.test("checkExpression() warns about what the node's release lacks", () => {
  const glob = 'glob("a*", disk.model)';
  assert.deepEqual(checkExpression(glob, "disk", "v1.9"), []);
  assert.match(checkExpression(glob, "disk", "v1.8")[0]!.message, /"glob" requires v1\.9$/);
  const offset = "volume.offset > 1u";
  assert.deepEqual(checkExpression(offset, "volume", "v1.12"), []);
  assert.match(checkExpression(offset, "volume", "v1.11")[0]!.message, /requires v1\.12$/);
});

for (
  const [environment, text, message] of [
    ["volume", "volume.sizee > 1u", /^unknown field of a volume "sizee"$/],
    ["link", "disk.size > 1u", /^unknown name "disk"$/],
    ["link", "link.mtu > 1", /^">" does not apply to uint and int$/],
    ["oomTrigger", "memory_full_avg10", /^the expression is of type double, not bool$/],
    ["oomRanking", "memory_max.orValue(0)", /"orValue" of an optional uint does not apply to int$/],
    ["oomRanking", "memory_max.get()", /^unknown method "get"$/],
    ["oomRanking", "1 + 1", /^the expression is of type int, not double$/],
  ] as const
) {
  Deno.test(`checkExpression() warns about ${text} for ${environment}`, () => {
    const [finding] = checkExpression(text, environment);
    assert.equal(finding?.severity, "warning");
    assert.match(finding.message, message);
  });
}

Deno.test("checkExpression() rejects a literal of another type, as nodes of all releases do", () => {
  for (
    const [environment, text, type] of [
      ["disk", "1", "int"],
      ["disk", "1.5", "double"],
      ["disk", "'a'", "string"],
      ["volume", "1u", "uint"],
      ["oomRanking", "1", "int"],
      ["oomTrigger", "null", "null"],
    ] as const
  ) {
    const [finding, ...others] = checkExpression(text, environment);
    assert.equal(finding?.severity, "error", text);
    assert.match(finding.message, new RegExp(`^the expression is of type ${type}, not `));
    assert.deepEqual(others, []);
  }
  assert.deepEqual(checkExpression("true"), []);
});

Deno.test("checkExpression() parses optional values where nodes enable them", () => {
  const text = "{?'a': memory_max}.?a.orValue(0.0)";
  assert.deepEqual(
    checkExpression(text, "oomRanking").filter((one) => one.severity === "error"),
    [],
  );
  assert.equal(checkExpression("disk.?size > 1u")[0]?.severity, "error");
});

interface Suite {
  readonly suites?: readonly Suite[];
  /** `ast` is what cel-go parsed, `error` why it did not. */
  readonly tests?: readonly {
    readonly original: { readonly expr: string };
    readonly ast?: string;
    readonly error?: string;
  }[];
}

/** Refusals of cel-go's own limits: these suites set its depth to 32, where nodes have 250. */
const OWN_LIMITS = /recursion|overwrites accumulator variable/;

for (
  const [name, suite, size] of [
    ["checking", checkingSuite, 135],
    ["comprehension", comprehensionSuite, 92],
    ["conformance", conformanceSuite, 2344],
    ["parsing", parsingSuite, 194],
  ] as const
) {
  Deno.test(`checkExpression() parses what cel-go parses: ${name} suite of cel-spec`, () => {
    const cases = casesOf(suite);
    assert.ok(cases.length >= size, `${cases.length} cases`);
    for (const { original: { expr }, ast, error } of cases) {
      if (OWN_LIMITS.test(error ?? "")) continue;
      const refusal = checkExpression(expr).find(({ severity, message }) =>
        severity === "error" && !message.startsWith("the expression is of type ")
      );
      assert.equal(refusal === undefined, ast !== undefined, `${expr}: ${refusal?.message}`);
    }
  });
}

function casesOf({ suites = [], tests = [] }: Suite): NonNullable<Suite["tests"]>[number][] {
  return [...tests, ...suites.flatMap(casesOf)];
}
