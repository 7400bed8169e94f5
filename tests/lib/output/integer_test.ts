import assert from "node:assert/strict";
import { toExactInteger } from "../../../lib/output/integer.ts";

function halves(value: bigint, unsigned: boolean) {
  return {
    low: Number(BigInt.asIntN(32, value)),
    high: Number(BigInt.asIntN(32, value >> 32n)),
    unsigned,
  };
}

Deno.test("toExactInteger() keeps every digit of 64-bit integers", () => {
  const edge = 2n ** 53n;
  for (const value of [0n, 1n, -1n, 4096n, -(2n ** 31n), 2n ** 32n, edge - 1n, edge, edge + 1n]) {
    assert.equal(BigInt(toExactInteger(halves(value, false))), value);
    if (value >= 0n) assert.equal(BigInt(toExactInteger(halves(value, true))), value);
  }
  for (const value of [-(2n ** 63n), 2n ** 63n - 1n, -edge, -edge - 1n]) {
    assert.equal(BigInt(toExactInteger(halves(value, false))), value);
  }
  assert.equal(BigInt(toExactInteger(halves(2n ** 64n - 1n, true))), 2n ** 64n - 1n);
});

Deno.test("toExactInteger() accepts numbers, bigints and absent values", () => {
  assert.equal(toExactInteger(7), 7);
  assert.equal(toExactInteger(7n), 7n);
  assert.equal(toExactInteger(null), 0);
  assert.equal(toExactInteger(undefined), 0);
  assert.equal(typeof toExactInteger(halves(5n, true)), "number");
});
