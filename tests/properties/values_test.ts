/** Durations, sizes and integers. */
import { ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { parseInteger } from "../../lib/cli/values.ts";
import { isRelativeSize, parseSize, writeDiskSize } from "../../lib/machineconfig/load/sizes.ts";
import { formatDuration, parseDuration } from "../../lib/output/duration.ts";
import { formatSize } from "../../lib/output/size.ts";
import { checkProperty, resultOf } from "../helpers/check_property.ts";

/** Nanoseconds of the units. */
const UNITS = { ns: 1n, us: 1000n, "µs": 1000n, ms: 10n ** 6n, s: 10n ** 9n, m: 60n * 10n ** 9n };

checkProperty(
  "formatted durations are parsed back to the nanosecond, up to a quarter of a year",
  fc.property(fc.integer({ min: -7.8e15, max: 7.8e15 }), (nanoseconds) => {
    const ms = nanoseconds / 1e6;
    strictEqual(parseDuration(formatDuration(ms)), ms);
  }),
);

checkProperty(
  "a duration is the sum of its parts",
  fc.property(
    fc.array(
      fc.tuple(fc.nat(10_000), fc.stringMatching(/^\d{0,4}$/), fc.constantFrom(...keys(UNITS))),
      { minLength: 1, maxLength: 5 },
    ),
    fc.constantFrom("", "+", "-"),
    (parts, sign) => {
      const text = parts.map(([whole, fraction, unit]) =>
        `${whole}${fraction && `.${fraction}`}${unit}`
      ).join("");
      let total = 0n;
      for (const [whole, fraction, unit] of parts) {
        // Four digits and a power of ten: the product is exact.
        const tenThousandths = BigInt(fraction.padEnd(4, "0"));
        total += (BigInt(whole) * 10_000n + tenThousandths) * UNITS[unit] / 10_000n;
      }
      const expected = Number(total) / 1e6;
      strictEqual(parseDuration(sign + text), sign === "-" && total !== 0n ? -expected : expected);
    },
  ),
);

checkProperty(
  "any text is a finite duration or a RangeError",
  fc.property(
    fc.oneof(fc.string(), fc.stringMatching(/^[-+]?[0-9.hmsunµ]{0,25}$/)),
    (text) => {
      const result = resultOf(() => parseDuration(text));
      if ("error" in result) ok(result.error instanceof RangeError, String(result.error));
      else ok(Number.isFinite(result.value), text);
    },
  ),
);

const bytes = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

checkProperty(
  "a written disk size is read as the same number of bytes",
  fc.property(fc.oneof(bytes, bytes.map((size) => size / 10n ** 9n * 1000n)), (size) => {
    const written = writeDiskSize(size);
    strictEqual(typeof written === "string" ? parseSize(written) : BigInt(written), size);
  }),
);

checkProperty(
  "a formatted size has the magnitude of its bytes",
  fc.property(bytes, (size) => {
    const text = formatSize(size);
    ok(/^\d{1,4}(\.\d)? (B|[kMGTPE]B)$/.test(text), text);
    const shown = Number(parseSize(text) ?? 2n ** 64n);
    ok(Math.abs(shown - Number(size)) <= 0.055 * Number(size), `${size}: ${text}`);
  }),
);

checkProperty(
  "any text is a size below 16 EiB or no size",
  fc.property(
    fc.oneof(fc.string(), fc.stringMatching(/^[0-9.,]{1,25} ?[kKmMiIbB]{0,3}$/)),
    (text) => {
      const size = parseSize(text);
      ok(size === undefined || (size >= 0n && size < 2n ** 64n), text);
      if (size !== undefined) ok(isRelativeSize(text) && isRelativeSize(`-${text}`), text);
    },
  ),
);

checkProperty(
  "integers are read in every base, with underscores",
  fc.property(fc.bigInt(), fc.constantFrom(2, 8, 10, 16), (value, base) => {
    const digits = (value < 0n ? -value : value).toString(base);
    const prefix = { 2: "0b", 8: "0o", 10: "", 16: "0x" }[base]!;
    const grouped = digits.replace(/\B(?=(?:\w{3})+$)/g, "_");
    strictEqual(parseInteger(`${value < 0n ? "-" : ""}${prefix}${grouped}`), value);
  }),
);

function keys<T extends object>(record: T): (keyof T)[] {
  return Object.keys(record) as (keyof T)[];
}
