import assert from "node:assert/strict";
import { formatGoTime, formatModifiedTime, formatRfc3339 } from "../../../lib/output/go_time.ts";

Deno.test("formatGoTime() and formatRfc3339() format UTC without trailing zeros in the fraction", () => {
  for (
    const [seconds, nanos, go, rfc] of [
      [1700000000, 120_000_000, "2023-11-14 22:13:20.12 +0000 UTC", "2023-11-14T22:13:20.12Z"],
      [1700000000, 0, "2023-11-14 22:13:20 +0000 UTC", "2023-11-14T22:13:20Z"],
      [0, 1, "1970-01-01 00:00:00.000000001 +0000 UTC", "1970-01-01T00:00:00.000000001Z"],
      [-1, 500_000_000, "1969-12-31 23:59:59.5 +0000 UTC", "1969-12-31T23:59:59.5Z"],
      [253402300800, 0, "10000-01-01 00:00:00 +0000 UTC", "10000-01-01T00:00:00Z"],
      [-62135596800, 0, "0001-01-01 00:00:00 +0000 UTC", "0001-01-01T00:00:00Z"],
    ] as const
  ) {
    assert.equal(formatGoTime({ seconds, nanos }), go);
    assert.equal(formatRfc3339({ seconds, nanos }), rfc);
  }
  assert.equal(formatRfc3339({}), "1970-01-01T00:00:00Z");
});

Deno.test("a year outside the range of Date is formatted as seconds", () => {
  const seconds = 9_223_372_036_854_775_807n;
  assert.equal(formatRfc3339({ seconds }), "9223372036854775807");
  assert.equal(formatGoTime({ seconds }), "9223372036854775807");
  assert.equal(formatModifiedTime(seconds, 0), "9223372036854775807");
});

Deno.test("formatModifiedTime() has seconds for 180 days and the year afterwards, in local time", () => {
  const file = new Date(2026, 10, 4, 7, 1, 8);
  const days = (count: number) => file.getTime() + count * 86_400_000;
  const seconds = file.getTime() / 1000;
  assert.equal(formatModifiedTime(seconds, days(0)), "Nov  4 07:01:08");
  assert.equal(formatModifiedTime(seconds, days(180) - 1), "Nov  4 07:01:08");
  assert.equal(formatModifiedTime(seconds, days(180)), "Nov  4 2026 07:01");
  // A local clock behind the node's must not show a year.
  assert.equal(formatModifiedTime(seconds, days(-400)), "Nov  4 07:01:08");
  const late = new Date(2026, 11, 21, 23, 59, 59);
  assert.equal(formatModifiedTime(late.getTime() / 1000, late.getTime()), "Dec 21 23:59:59");
});
