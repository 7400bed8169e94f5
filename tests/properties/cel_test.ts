/** Expressions in CEL. */
import { ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { checkExpression } from "../../lib/machineconfig/validate/expression/check.ts";
import {
  type EnvironmentName,
  ENVIRONMENTS,
} from "../../lib/machineconfig/validate/expression/types.ts";
import { checkProperty } from "../helpers/check_property.ts";

/** Typed expressions: every one of them is valid. */
const typed = fc.letrec<{ bool: string; int: string; uint: string; string: string }>((tie) => {
  const join = (signs: readonly string[], ...parts: ("bool" | "int" | "uint" | "string")[]) =>
    fc.tuple(tie(parts[0]!), fc.constantFrom(...signs), tie(parts[1] ?? parts[0]!))
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`);
  const choice = (type: "bool" | "int" | "uint" | "string") =>
    fc.tuple(tie("bool"), tie(type), tie(type)).map(([test, yes, no]) =>
      `(${test} ? ${yes} : ${no})`
    );
  const options = { depthSize: "small", withCrossShrink: true } as const;
  return {
    bool: fc.oneof(
      options,
      fc.constantFrom("true", "false", "disk.rotational", "!system_disk", "has(disk.model)"),
      join(["&&", "||", "==", "!="], "bool"),
      join(["<", "<=", "==", "!="], "int"),
      join([">", ">=", "=="], "uint"),
      join(["<", "=="], "string"),
      tie("bool").map((operand) => `!${operand}`),
      fc.tuple(tie("string"), fc.constantFrom("startsWith", "endsWith", "contains"), tie("string"))
        .map(([target, method, argument]) => `${target}.${method}(${argument})`),
      fc.tuple(tie("int"), fc.array(tie("int"), { minLength: 1, maxLength: 3 }))
        .map(([item, items]) => `(${item} in [${items.join(", ")}])`),
      fc.tuple(fc.constantFrom("all", "exists", "exists_one"), tie("int"))
        .map(([macro, operand]) => `[1, 2].${macro}(x, x < ${operand})`),
    ),
    int: fc.oneof(
      options,
      fc.nat().map(String),
      fc.constantFrom("0x1F", "-9223372036854775808"),
      join(["+", "-", "*"], "int"),
      tie("string").map((text) => `size(${text})`),
      tie("uint").map((operand) => `int(${operand})`),
      choice("int"),
    ),
    uint: fc.oneof(
      options,
      fc.nat().map((number) => `${number}u`),
      fc.constantFrom("disk.size", "GiB"),
      join(["+", "%", "*"], "uint"),
      choice("uint"),
    ),
    string: fc.oneof(
      options,
      fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text)),
      fc.constantFrom("disk.model", "disk.serial", "r'\\d'", '"""a"b"""'),
      join(["+"], "string"),
      choice("string"),
    ),
  };
});

checkProperty(
  "typed expressions are valid",
  fc.property(typed.bool, (text) => {
    const findings = checkExpression(text);
    ok(findings.every(({ severity }) => severity !== "error"), `${text}: ${findings[0]?.message}`);
  }),
);

checkProperty(
  "an expression of another type has one finding, which names the type",
  fc.property(fc.constantFrom("int", "uint", "string"), typed.int, typed.uint, typed.string, (
    type,
    int,
    uint,
    string,
  ) => {
    const text = { int, uint, string }[type]!;
    const findings = checkExpression(text);
    strictEqual(findings.length, 1, text);
    ok(findings[0]!.message.includes(`is of type ${type}, not bool`), findings[0]!.message);
  }),
);

const token = fc.constantFrom(
  ..."( ) [ ] { } . , ? : ! && || == < in + - * / % 1 1u 1.5 'a' \"b r'c' b'd' disk size GiB has all map x true null //"
    .split(" "),
  " ",
  "\n",
);

checkProperty(
  "any text has findings or none, in each environment",
  fc.property(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(token, { maxLength: 20 }).map((all) => all.join("")),
    ),
    fc.constantFrom(...Object.keys(ENVIRONMENTS) as EnvironmentName[]),
    (text, environment) => {
      for (const { severity, message } of checkExpression(text, environment)) {
        ok(severity === "error" || severity === "warning");
        ok(message.length > 0 && message.length < 500, message);
      }
    },
  ),
);
