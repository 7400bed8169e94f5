import { deepEqual, equal, match } from "node:assert/strict";
import { checkRegexes, findSuperlinear, violationsOf } from "../../scripts/regexes.ts";
import { ROOT } from "../../scripts/project.ts";

Deno.test("every regular expression of the program takes linear time, or has a bound", async () => {
  deepEqual(await checkRegexes(ROOT), []);
});

Deno.test("expressions of quadratic and exponential time, and composed ones, are found", () => {
  const source = [
    "const linear = /^v?\\d+\\.\\d+$/;",
    "const quadratic = /\\/+$/;",
    "const exponential = /^(?:a+)+$/;",
    "const composed = new RegExp(`^${text}$`);",
  ].join("\n");
  const found = findSuperlinear("lib/x.ts", source);
  deepEqual(found.map(({ line, isExponential }) => [line, isExponential]), [
    [2, false],
    [3, true],
    [4, false],
  ]);
  const bounds = [
    ["lib/x.ts", "/\\/+$/", "at most 10 characters"],
    ["lib/x.ts", "/^(?:a+)+$/", "at most 10 characters"],
    ["lib/gone.ts", "/a/", "at most 10 characters"],
  ] as const;
  const violations = violationsOf(found, bounds);
  equal(violations.length, 3);
  match(violations[0]!, /^lib\/x\.ts:3: .* exponential time/);
  match(violations[1]!, /^lib\/x\.ts:4: .* add its bound/);
  match(violations[2]!, /lib\/gone\.ts has no longer/);
});
