import { deepEqual, equal, throws } from "node:assert/strict";
import { cosi } from "../../../../proto/cosi.ts";
import { createIdFilter } from "../../../../lib/sandbox/state/id_filter.ts";
import { createLabelFilter } from "../../../../lib/sandbox/state/label_filter.ts";
import { parseQuantity } from "../../../../lib/sandbox/state/quantity.ts";

const { Operation } = cosi.resource.LabelTerm;
const LABELS = { app: "web", tier: "2", size: "4GiB", empty: "" };

/** Reports whether the labels above match a query of these terms. */
function passes(...terms: cosi.resource.ILabelTerm[]): boolean {
  return createLabelFilter([{ terms }])(LABELS);
}

Deno.test("no query and a query without terms match everything", () => {
  equal(createLabelFilter([])(LABELS), true);
  equal(createLabelFilter([{}])(LABELS), true);
  equal(createLabelFilter([{ terms: [] }])({}), true);
});

Deno.test("EXISTS, inverted EXISTS and NOT_EXISTS", () => {
  equal(passes({ key: "app" }), true);
  equal(passes({ key: "nope" }), false);
  equal(passes({ key: "empty", op: Operation.EXISTS }), true);
  equal(passes({ key: "app", invert: true }), false);
  equal(passes({ key: "nope", invert: true }), true);
  equal(passes({ key: "app", op: Operation.NOT_EXISTS }), false);
  equal(passes({ key: "nope", op: Operation.NOT_EXISTS }), true);
  equal(passes({ key: "nope", op: Operation.NOT_EXISTS, invert: true }), true);
  equal(passes({ key: "toString" }), false);
});

Deno.test("EQUAL and IN, and their inversions, which a missing label satisfies", () => {
  equal(passes({ key: "app", op: Operation.EQUAL, value: ["web"] }), true);
  equal(passes({ key: "app", op: Operation.EQUAL, value: ["db"] }), false);
  equal(passes({ key: "app", op: Operation.EQUAL, value: ["db"], invert: true }), true);
  equal(passes({ key: "nope", op: Operation.EQUAL, value: ["web"] }), false);
  equal(passes({ key: "nope", op: Operation.EQUAL, value: ["web"], invert: true }), true);
  equal(passes({ key: "app", op: Operation.IN, value: ["db", "web"] }), true);
  equal(passes({ key: "app", op: Operation.IN, value: ["db"] }), false);
  equal(passes({ key: "app", op: Operation.IN, value: [] }), false);
  equal(passes({ key: "app", op: Operation.IN, value: ["db"], invert: true }), true);
});

Deno.test("LT and LTE compare texts", () => {
  equal(passes({ key: "tier", op: Operation.LT, value: ["10"] }), false);
  equal(passes({ key: "tier", op: Operation.LT, value: ["3"] }), true);
  equal(passes({ key: "tier", op: Operation.LT, value: ["2"] }), false);
  equal(passes({ key: "tier", op: Operation.LTE, value: ["2"] }), true);
  equal(passes({ key: "tier", op: Operation.LT, value: ["2"], invert: true }), true);
});

Deno.test("LT_NUMERIC and LTE_NUMERIC compare quantities", () => {
  equal(passes({ key: "tier", op: Operation.LT_NUMERIC, value: ["10"] }), true);
  equal(passes({ key: "size", op: Operation.LT_NUMERIC, value: ["4GB"] }), false);
  equal(passes({ key: "size", op: Operation.LTE_NUMERIC, value: ["4294967296"] }), true);
  equal(passes({ key: "size", op: Operation.LT_NUMERIC, value: ["1TB"], invert: true }), false);
});

Deno.test("values that cannot be compared match neither a comparison nor its inversion", () => {
  for (const invert of [false, true]) {
    equal(passes({ key: "nope", op: Operation.LT, value: ["x"], invert }), false);
    equal(passes({ key: "app", op: Operation.LT_NUMERIC, value: ["3"], invert }), false);
    equal(passes({ key: "tier", op: Operation.LTE_NUMERIC, value: ["many"], invert }), false);
  }
});

Deno.test("terms are combined with AND, queries with OR", () => {
  const web = { key: "app", op: Operation.EQUAL, value: ["web"] };
  const db = { key: "app", op: Operation.EQUAL, value: ["db"] };
  equal(passes(web, { key: "tier" }), true);
  equal(passes(web, { key: "nope" }), false);
  equal(createLabelFilter([{ terms: [db] }, { terms: [web] }])(LABELS), true);
  equal(createLabelFilter([{ terms: [db] }, { terms: [web, db] }])(LABELS), false);
});

Deno.test("an unknown operation and a comparison without value are rejected", () => {
  const unknown = 99 as cosi.resource.LabelTerm.Operation;
  throws(() => passes({ key: "app", op: unknown }), { code: 12 });
  throws(() => passes({ key: "app", op: Operation.EQUAL }), { code: 3 });
  throws(() => passes({ key: "app", op: Operation.LTE_NUMERIC, value: [] }), { code: 3 });
});

Deno.test("parseQuantity parses units", () => {
  const cases: [string, bigint | undefined][] = [
    ["12", 12n],
    [" -3 ", -3n],
    ["4GiB", 2n ** 32n],
    ["4 gib", 2n ** 32n],
    ["4GB", 4_000_000_000n],
    ["1k", 1000n],
    ["1Ki", 1024n],
    ["2p", 2_000_000_000_000_000n],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["9223372036854775808", undefined],
    ["", undefined],
    ["x", undefined],
    ["1.5", undefined],
    ["1-2", undefined],
    ["--1", undefined],
    ["3 apples", undefined],
  ];
  deepEqual(cases.map(([text]) => parseQuantity(text)), cases.map(([, value]) => value));
});

Deno.test("id expressions match anywhere", () => {
  const ids = ["eth0", "eth1", "lo", "ETH2"];
  const chosen = (regexp: string) => ids.filter(createIdFilter(regexp)).join(" ");
  equal(chosen(""), "eth0 eth1 lo ETH2");
  equal(chosen("^eth"), "eth0 eth1");
  equal(chosen("(?i)^eth"), "eth0 eth1 ETH2");
  equal(chosen("[[:upper:]]"), "ETH2");
  equal(chosen("(?P<name>eth)1"), "eth1");
  equal(chosen(String.raw`\A(lo|ETH\d)\z`), "lo ETH2");
});

Deno.test("invalid id expressions and syntax that RE2 lacks are rejected", () => {
  for (const regexp of ["(", "[a", "*x", "a(?=b)", "(?<!a)b", String.raw`(a)\1`]) {
    throws(() => createIdFilter(regexp), { code: 3, message: /failed to compile regexp/ });
  }
});
