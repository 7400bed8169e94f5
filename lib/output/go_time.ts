/**
 * Points in time as nodes' tables and records show them. Years outside what `Date` can hold (some
 * 270,000 either way) are shown as plain seconds since the Unix epoch.
 *
 * @module
 */
import { exactInteger, type Integer } from "./integer.ts";

/** A point in time: seconds since the Unix epoch, and nanoseconds within the second. */
export interface Timestamp {
  readonly seconds?: Integer;
  readonly nanos?: number | null;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** 180 days in milliseconds: an older file shows its year instead of its seconds. */
const RECENT = 180 * 24 * 60 * 60 * 1000;

const two = (value: number): string => String(value).padStart(2, "0");

/** `.12` for 120,000,000 ns: without trailing zeros, empty for 0. */
function fraction(nanos: number): string {
  return nanos === 0 ? "" : `.${String(nanos).padStart(9, "0").replace(/0+$/, "")}`;
}

/** Date and clock of a point in time in UTC, or undefined outside the range of `Date`. */
function utc(seconds: number): { date: string; clock: string } | undefined {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  const year = date.getUTCFullYear();
  const sign = year < 0 ? "-" : "";
  return {
    date: `${sign}${String(Math.abs(year)).padStart(4, "0")}-${two(date.getUTCMonth() + 1)}-${
      two(date.getUTCDate())
    }`,
    clock: `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`,
  };
}

/** As Go prints a time in UTC: `2023-11-14 22:13:20.12 +0000 UTC`. */
export function goTime({ seconds, nanos }: Timestamp): string {
  const value = exactInteger(seconds);
  const parts = utc(Number(value));
  return parts ? `${parts.date} ${parts.clock}${fraction(nanos ?? 0)} +0000 UTC` : String(value);
}

/** As records hold a time, RFC 3339 in UTC: `2023-11-14T22:13:20.12Z`. */
export function rfc3339({ seconds, nanos }: Timestamp): string {
  const value = exactInteger(seconds);
  const parts = utc(Number(value));
  return parts ? `${parts.date}T${parts.clock}${fraction(nanos ?? 0)}Z` : String(value);
}

/**
 * When a file was modified, in local time: `Nov  4 07:41:08`, or `Nov  4 2023 07:41` when that is
 * 180 days ago or longer. `seconds` count from the Unix epoch; `now` is in milliseconds.
 */
export function lastModified(seconds: Integer, now: number): string {
  const value = exactInteger(seconds);
  const date = new Date(Number(value) * 1000);
  if (Number.isNaN(date.getTime())) return String(value);
  const day = `${MONTHS[date.getMonth()]} ${String(date.getDate()).padStart(2)}`;
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return now - date.getTime() < RECENT
    ? `${day} ${clock}:${two(date.getSeconds())}`
    : `${day} ${String(date.getFullYear()).padStart(4, "0")} ${clock}`;
}
