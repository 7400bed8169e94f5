/** JSONPath templates. */
import { deepStrictEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import { OsctlError } from "../../lib/errors.ts";
import { JsonPath } from "../../lib/output/jsonpath/mod.ts";
import { isList, isMap, sortedKeys, type Value } from "../../lib/output/value.ts";
import { checkProperty, resultOf } from "../helpers/check_property.ts";

const key = fc.oneof(
  fc.constantFrom("a", "b", "c", "items", "name"),
  fc.stringMatching(/^\w{1,6}$/),
);
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.string({ unit: "grapheme" }),
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(key, tie("value"), { maxKeys: 5, noNullPrototype: true }),
  ) as fc.Arbitrary<Value>,
}));
const root = fc.dictionary(key, value, { maxKeys: 5, noNullPrototype: true });

/** A step as text, and what it selects of one value. */
interface Step {
  readonly text: string;
  select(value: Value): Value[];
}

const children = (value: Value): Value[] =>
  isList(value) ? [...value] : isMap(value) ? sortedKeys(value).map((name) => value[name]!) : [];

const step: fc.Arbitrary<Step> = fc.oneof(
  key.chain((name) =>
    fc.constantFrom(`.${name}`, `['${name}']`, `["${name}"]`).map((text) => ({
      text,
      select: (value: Value) => isMap(value) && Object.hasOwn(value, name) ? [value[name]!] : [],
    }))
  ),
  fc.integer({ min: -5, max: 5 }).map((index) => ({
    text: `[${index}]`,
    select: (value: Value) =>
      isList(value)
        ? value.slice(index).slice(0, 1).filter(() => index < 0 ? value.length >= -index : true)
        : [],
  })),
  fc.constantFrom("[*]", ".*").map((text) => ({ text, select: children })),
  fc.tuple(fc.nat(4), fc.nat(6), fc.integer({ min: 1, max: 3 })).map(([from, to, by]) => ({
    text: `[${from}:${to}:${by}]`,
    select: (value: Value) =>
      isList(value) ? value.slice(from, to).filter((_, at) => at % by === 0) : [],
  })),
);

checkProperty(
  "paths of fields, indexes, slices and wildcards select what a direct search finds",
  fc.property(root, fc.array(step, { minLength: 1, maxLength: 5 }), (document, steps) => {
    const template = `{${steps.map(({ text }) => text).join("")}}`;
    let expected: Value[] = [document];
    for (const { select } of steps) expected = expected.flatMap(select);
    const [results] = new JsonPath(template, { allowMissing: true }).results(document);
    deepStrictEqual(results, expected, template);
  }),
);

const fragment = fc.constantFrom(
  ..."{ } . .. [ ] * $ @ ?( ) == != < >= ' \" , : -1 0 2 1.5 a items name true range end \\ { {. }{"
    .split(" "),
  " ",
  "\n",
  "{range .items[*]}",
  "{end}",
  "[?(@.name==1)]",
);
const template = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join("")),
);

checkProperty(
  "any template has results, or an error for a person",
  fc.property(template, root, fc.boolean(), (text, document, allowMissing) => {
    const result = resultOf(() => new JsonPath(text, { allowMissing }).text(document, "<none>"));
    if ("value" in result) return ok(typeof result.value === "string");
    ok(result.error instanceof OsctlError, String(result.error));
    ok(["usage", "input"].includes(result.error.kind), result.error.kind);
  }),
);
