/**
 * Times of log lines, in the formats of the programs on a node.
 *
 * @module
 */

/** Characters of a line in which its time is searched. */
const SEARCHED = 400;

/** RFC 3339, and Go's `log` package: `2024/05/05 10:00:00.123456`, in UTC on nodes. */
const DATE =
  /(?:^|[\s"[=])(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d:?\d\d)?/;

/** klog of Kubernetes: `I0505 10:00:00.123456`. */
const KLOG = /^[IWEF](\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.(\d+)/;

/** A number in JSON: seconds or milliseconds since 1970. */
const NUMBER = /"(?:ts|time|timestamp)":\s*(\d{10,13}(?:\.\d+)?)\b/;

/** From this value on, a number is in milliseconds: seconds reach it in the year 5138. */
const MILLISECONDS_FROM = 1e11;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the time of a line, milliseconds since 1970; undefined when it has none.
 *
 * @param now Decides the year, which klog omits.
 */
export function parseLineTime(line: string, now: number): number | undefined {
  const text = line.slice(0, SEARCHED);
  const klog = KLOG.exec(text);
  if (klog !== null) {
    const [month, day, hour, minute, second] = klog.slice(1, 6).map(Number);
    const at = (year: number) => Date.UTC(year, month! - 1, day, hour, minute, second);
    const year = new Date(now).getUTCFullYear();
    const time = at(year) > now + DAY_MS ? at(year - 1) : at(year);
    return time + fraction(klog[6]);
  }
  const number = NUMBER.exec(text);
  if (number !== null && text.startsWith("{")) {
    const value = Number(number[1]);
    return value >= MILLISECONDS_FROM ? value : value * 1000;
  }
  const date = DATE.exec(text);
  if (date === null) return undefined;
  const [year, month, day, hour, minute, second] = date.slice(1, 7).map(Number);
  const time = Date.UTC(year!, month! - 1, day, hour, minute, second) + fraction(date[7]);
  return Number.isNaN(time) ? undefined : time - offsetOf(date[8]);
}

/** Returns the milliseconds of the digits after the point. */
function fraction(digits = ""): number {
  return digits === "" ? 0 : Number(`0.${digits}`) * 1000;
}

/** Returns a time zone's offset from UTC, milliseconds. */
function offsetOf(zone = "Z"): number {
  if (zone === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone)!;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
