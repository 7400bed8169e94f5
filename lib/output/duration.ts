/**
 * Durations as Go writes them: `1h30m`, `90s`, `1.5h`, `500ms`. Kept as milliseconds, exact to the
 * nanosecond up to a quarter of a year and to the microsecond beyond.
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

/** The largest duration Go can hold, in nanoseconds (about 292 years). */
const LONGEST = 2n ** 63n - 1n;

/**
 * The milliseconds of a Go duration: an optional sign, then numbers with units (`h`, `m`, `s`,
 * `ms`, `us`, `ns`), each with an optional fraction; or a plain `0`.
 *
 * @throws {RangeError} when `text` is no duration, or one longer than Go can hold.
 */
export function parseDuration(text: string): number {
  const [, sign, rest] = /^([+-]?)(.*)$/s.exec(text)!;
  if (rest === "0") return 0;
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(rest!)) {
    throw new RangeError(`"${text}" is no duration`);
  }
  let total = 0n;
  for (const [, whole, fraction = "", unit] of rest!.matchAll(/(\d*)(?:\.(\d*))?([a-zµμ]+)/g)) {
    const scale = NANOSECONDS[unit!]!;
    total += BigInt(whole || "0") * scale;
    // What is finer than a nanosecond is cut off, as Go does.
    total += BigInt(fraction || "0") * scale / 10n ** BigInt(fraction.length);
  }
  if (total > LONGEST) throw new RangeError(`"${text}" is longer than 292 years`);
  const ms = Number(total) / 1e6;
  return sign === "-" && ms !== 0 ? -ms : ms;
}

/** `amount` / 10^`digits` without trailing zeros. */
function decimal(amount: bigint, digits: number): string {
  const scale = 10n ** BigInt(digits);
  const fraction = (amount % scale).toString().padStart(digits, "0").replace(/0+$/, "");
  return `${amount / scale}${fraction && `.${fraction}`}`;
}

/** A duration of `ms` milliseconds in Go's form: `1m0s`, `1h30m0s`, `2.5s`, `500ms`, `0s`. */
export function formatDuration(ms: number): string {
  const nanoseconds = BigInt(Math.round(Math.abs(ms) * 1e6));
  if (nanoseconds === 0n) return "0s";
  const sign = ms < 0 ? "-" : "";
  if (nanoseconds < 1_000n) return `${sign}${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${sign}${decimal(nanoseconds, 3)}µs`;
  if (nanoseconds < 1_000_000_000n) return `${sign}${decimal(nanoseconds, 6)}ms`;
  const minutes = nanoseconds / NANOSECONDS["m"]!;
  const seconds = `${decimal(nanoseconds % NANOSECONDS["m"]!, 9)}s`;
  if (minutes === 0n) return sign + seconds;
  if (minutes < 60n) return `${sign}${minutes}m${seconds}`;
  return `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`;
}
