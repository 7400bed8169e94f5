import assert from "node:assert/strict";
import { formatSize } from "../../../lib/output/size.ts";

Deno.test("formatSize() uses powers of 1000 with one decimal below ten", () => {
  const expected: readonly (readonly [number | bigint, string])[] = [
    [0, "0 B"],
    [9, "9 B"],
    [10, "10 B"],
    [134, "134 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [1049, "1.0 kB"],
    [1050, "1.1 kB"],
    [4096, "4.1 kB"],
    [9949, "9.9 kB"],
    [9950, "10 kB"],
    [12_449, "12 kB"],
    [12_500, "12 kB"],
    [13_500, "14 kB"],
    [999_499, "1000 kB"],
    [999_999, "1000 kB"],
    [1_000_000, "1.0 MB"],
    [2_000_000, "2.0 MB"],
    [12_000_000, "12 MB"],
    [110_000_000, "110 MB"],
    [1_000_000_000, "1.0 GB"],
    [1_000_000_000_000, "1.0 TB"],
    [1_000_000_000_000_000n, "1.0 PB"],
    [1_000_000_000_000_000_000n, "1.0 EB"],
    [18_446_744_073_709_551_615n, "18 EB"],
  ];
  for (const [bytes, text] of expected) assert.equal(formatSize(bytes), text, String(bytes));
});
