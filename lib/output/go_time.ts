/**
 * Timestamps in tables and records. Years outside the range of `Date` (about ±270,000) are printed as
 * seconds since the Unix epoch.
 *
 * @module
 */
import { type Integer, toExactInteger } from "./integer.ts";

/** A protobuf timestamp: seconds since the Unix epoch and nanoseconds within the second. */
export interface Timestamp {
  readonly seconds?: Integer;
  readonly nanos?: number | null;
}

/** Returns the timestamp of milliseconds since the Unix epoch. */
export function toTimestamp(ms: number): Timestamp {
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1e6) };
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** 180 days in milliseconds. Older files are listed with the year in place of the seconds. */
const RECENT_MS = 180 * 24 * 60 * 60 * 1000;

const padTwo = (value: number): string => String(value).padStart(2, "0");

/** Formats 120,000,000 ns as `.12`: without trailing zeros, empty for 0. */
export function formatFraction(nanos: number): string {
  return nanos === 0 ? "" : `.${String(nanos).padStart(9, "0").replace(/(?<!0)0+$/, "")}`;
}

/** Returns date and time of day in UTC, or undefined outside the range of `Date`. */
function toUtc(seconds: number): { date: string; clock: string } | undefined {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  const year = date.getUTCFullYear();
  const sign = year < 0 ? "-" : "";
  return {
    date: `${sign}${String(Math.abs(year)).padStart(4, "0")}-${padTwo(date.getUTCMonth() + 1)}-${
      padTwo(date.getUTCDate())
    }`,
    clock: `${padTwo(date.getUTCHours())}:${padTwo(date.getUTCMinutes())}:${
      padTwo(date.getUTCSeconds())
    }`,
  };
}

/** Formats a timestamp like Go's `time.Time.String`: `2023-11-14 22:13:20.12 +0000 UTC`. */
export function formatGoTime({ seconds, nanos }: Timestamp): string {
  const value = toExactInteger(seconds);
  const parts = toUtc(Number(value));
  return parts
    ? `${parts.date} ${parts.clock}${formatFraction(nanos ?? 0)} +0000 UTC`
    : String(value);
}

/** Formats a timestamp by RFC 3339 in UTC: `2023-11-14T22:13:20.12Z`. */
export function formatRfc3339({ seconds, nanos }: Timestamp): string {
  const value = toExactInteger(seconds);
  const parts = toUtc(Number(value));
  return parts ? `${parts.date}T${parts.clock}${formatFraction(nanos ?? 0)}Z` : String(value);
}

/**
 * Formats a modification time in local time: `Nov  4 07:41:08`, or `Nov  4 2023 07:41` when it is at
 * least 180 days ago.
 *
 * @param seconds Since the Unix epoch.
 * @param now Milliseconds since the Unix epoch.
 */
export function formatModifiedTime(seconds: Integer, now: number): string {
  const value = toExactInteger(seconds);
  const date = new Date(Number(value) * 1000);
  if (Number.isNaN(date.getTime())) return String(value);
  const day = `${MONTHS[date.getMonth()]} ${String(date.getDate()).padStart(2)}`;
  const clock = `${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`;
  return now - date.getTime() < RECENT_MS
    ? `${day} ${clock}:${padTwo(date.getSeconds())}`
    : `${day} ${String(date.getFullYear()).padStart(4, "0")} ${clock}`;
}
