/**
 * Durations in Go syntax: `1h30m`, `90s`, `1.5h`, `500ms`. Stored in milliseconds, exact to the
 * nanosecond up to a quarter of a year and to the microsecond above.
 *
 * @module
 */

const NANOSECONDS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  "µs": 1_000n, // U+00B5, micro sign
  "μs": 1_000n, // U+03BC, Greek letter mu
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** Longest duration, characters: longer ones only repeat units or digits. */
const MAX_CHARACTERS = 256;

/** The maximum of Go's `time.Duration`, in nanoseconds (about 292 years). */
const MAX_NANOSECONDS = 2n ** 63n - 1n;

/**
 * Parses a Go duration into milliseconds: an optional sign, then numbers with units (`h`, `m`, `s`,
 * `ms`, `us`, `ns`), each with an optional fraction; or a plain `0`.
 *
 * @throws {RangeError} when `text` is not a duration, or overflows `time.Duration`.
 */
export function parseDuration(text: string): number {
  const [, sign, rest] = /^([+-]?)(.*)$/s.exec(text)!;
  if (rest === "0") return 0;
  const isValid = rest!.length <= MAX_CHARACTERS &&
    /^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(rest!);
  if (!isValid) {
    throw new RangeError(`"${text.slice(0, MAX_CHARACTERS)}" is not a duration`);
  }
  let total = 0n;
  for (const [, whole, fraction = "", unit] of rest!.matchAll(/(\d*)(?:\.(\d*))?([a-zµμ]+)/g)) {
    const scale = NANOSECONDS[unit!]!;
    total += BigInt(whole || "0") * scale;
    // Digits below a nanosecond are truncated, as in Go.
    total += BigInt(fraction || "0") * scale / 10n ** BigInt(fraction.length);
  }
  if (total > MAX_NANOSECONDS) throw new RangeError(`"${text}" is longer than 292 years`);
  const ms = Number(total) / 1e6;
  return sign === "-" && ms !== 0 ? -ms : ms;
}

/** Formats `amount` / 10^`digits` without trailing zeros. */
function formatDecimal(amount: bigint, digits: number): string {
  const scale = 10n ** BigInt(digits);
  const fraction = (amount % scale).toString().padStart(digits, "0").replace(/(?<!0)0+$/, "");
  return `${amount / scale}${fraction && `.${fraction}`}`;
}

/** Formats milliseconds like Go: `1m0s`, `1h30m0s`, `2.5s`, `500ms`, `0s`. */
export function formatDuration(ms: number): string {
  const whole = Math.trunc(Math.abs(ms));
  // In two parts: the product of a large number would be rounded.
  const nanoseconds = BigInt(whole) * 1_000_000n +
    BigInt(Math.round((Math.abs(ms) - whole) * 1e6));
  if (nanoseconds === 0n) return "0s";
  const sign = ms < 0 ? "-" : "";
  if (nanoseconds < 1_000n) return `${sign}${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${sign}${formatDecimal(nanoseconds, 3)}µs`;
  if (nanoseconds < 1_000_000_000n) return `${sign}${formatDecimal(nanoseconds, 6)}ms`;
  const minutes = nanoseconds / NANOSECONDS["m"]!;
  const seconds = `${formatDecimal(nanoseconds % NANOSECONDS["m"]!, 9)}s`;
  if (minutes === 0n) return sign + seconds;
  if (minutes < 60n) return `${sign}${minutes}m${seconds}`;
  return `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`;
}
