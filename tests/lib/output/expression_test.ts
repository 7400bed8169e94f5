/** CEL expressions over plain data. */
import { deepEqual, equal, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { parseExpression } from "../../../lib/output/expression.ts";

const fail = (offset: number, reason: string, hint?: string) =>
  new OsctlError("usage", `at ${offset}: ${reason}`, hint === undefined ? {} : { hint });
const parse = (text: string) => parseExpression(text, { fail });

Deno.test("an expression lists its variables and the fields that it reads", () => {
  const { variables, paths } = parse(
    '  status.state != "attached" || status.conditions.exists(one, one.type == spec.kind)',
  );
  deepEqual([...variables], [["status", 2], ["spec", 74]]);
  deepEqual(paths, [["status", "state"], ["status", "conditions"], ["spec", "kind"]]);
});

Deno.test("a field whose presence is requested is not read", () => {
  deepEqual(parse("has(metadata.labels) && status.phase == 'x'").paths, [["status", "phase"]]);
});

Deno.test("an unknown function is refused with its position before the evaluation", () => {
  throws(() => parse("true || size1(spec)"), { message: 'at 8: unknown function "size1"' });
  throws(() => parse("status.startswith('a')"), {
    message: 'at 6: unknown function "startswith"',
    hint: 'did you mean "startsWith"',
  });
  // Macros, operators and conversions are known.
  parse(
    "has(a.b) && [1, 2].all(x, x in [1]) && int(a.c) == -1 && dyn(a) != null && a[0] ? true : !b",
  );
});

Deno.test("absent data differs from an invalid operation", () => {
  const result = parse("status.ready == spec.ready").evaluate({ status: {}, spec: { ready: 1 } });
  equal(result.kind === "error" && result.isAbsent, true);
  const invalid = parse("spec.ready > 'a'").evaluate({ spec: { ready: 1 } });
  equal(invalid.kind === "error" && !invalid.isAbsent, true);
  deepEqual(parse("status.ready == 1").evaluate({ status: { ready: 1 } }), {
    kind: "value",
    value: true,
  });
});
