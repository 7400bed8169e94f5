import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { matchesSelector, parseSelector, toLabelQuery } from "../../../lib/resource/selector.ts";

const labels = { app: "web", tier: "front", empty: "" };

Deno.test("selectors match labels", () => {
  const cases: [selector: string, chosen: boolean][] = [
    ["", true],
    ["app=web", true],
    ["app==web", true],
    ["app = web , tier=front", true],
    ["app=api", false],
    ["app=web,tier=back", false],
    ["app!=api", true],
    ["app!=web", false],
    ["nope!=x", true],
    ["app", true],
    ["nope", false],
    ["!app", false],
    ["!nope", true],
    ["! nope", true],
    ["app in (api, web)", true],
    ["app in (api)", false],
    ["app notin (api)", true],
    ["nope notin (api)", true],
    ["nope in (api)", false],
    ["empty=", true],
    ["app=", false],
    ["__proto__", false],
    ["app in (web),!nope,tier", true],
  ];
  for (const [selector, chosen] of cases) {
    strictEqual(matchesSelector(parseSelector(selector), labels), chosen, selector);
  }
});

Deno.test("label queries contain only terms that all node versions support", () => {
  const query = (text: string) => toLabelQuery(parseSelector(text));
  deepStrictEqual(query("app=web,tier,x!=y,!z,q in (a,b),r in (a)"), [{
    terms: [
      { key: "app", op: 1, value: ["web"] },
      { key: "tier" },
      { key: "r", op: 1, value: ["a"] },
    ],
  }]);
  deepStrictEqual(query("x!=y"), []);
});

Deno.test("invalid selectors are rejected", () => {
  for (const text of ["=x", ",", "a=b=c", "a in b", "a in (b", "a b", "!", "a,,b", "(a)"]) {
    throws(
      () => parseSelector(text),
      (error: unknown) => error instanceof OsctlError && error.kind === "usage",
      text,
    );
  }
});
