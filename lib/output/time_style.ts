/**
 * The user's zone and format of times on a terminal. Records and pipes have RFC 3339 in UTC, and
 * the forms of talosctl.
 *
 * @module
 */
import { formatFraction, type Timestamp } from "./go_time.ts";
import { toExactInteger } from "./integer.ts";
import { formatRelativeTime } from "./relative_time.ts";

/** Formats of times. */
export const TIME_FORMATS = ["relative", "datetime", "rfc3339"] as const;

/** A format of times. */
export type TimeFormat = typeof TIME_FORMATS[number];

/** The zone of this machine, as a name of a zone. */
const LOCAL_ZONE = "local";

/** The user's choice. */
export interface TimeStyle {
  /** `local`, `UTC`, or a name of the IANA time zone database; default `local`. */
  readonly zone?: string;
  /** By default, ages stay relative, and other times are `datetime`. */
  readonly format?: TimeFormat;
}

/** Kind of a time. */
export interface TimeKind {
  /** An age: relative without a format. */
  readonly isRelative?: boolean;
  /** A reading of a clock, with its fraction of a second, never relative. */
  readonly isExact?: boolean;
}

/** Formats times as the user chose; undefined for the form that a time has otherwise. */
export type FormatTime = (time: Timestamp, kind?: TimeKind) => string | undefined;

/** Reports whether a name is `local` or a known zone. */
export function isZone(name: string): boolean {
  if (name === LOCAL_ZONE) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Creates the formatter of a style. */
export function createTimeFormatter(
  { zone = LOCAL_ZONE, format }: TimeStyle,
  clock: { now(): number },
): FormatTime {
  const toParts = zonedParts(zone);
  return ({ seconds, nanos }, { isRelative = false, isExact = false } = {}) => {
    const chosen = format ?? (isRelative ? undefined : "datetime");
    if (chosen === undefined) return undefined;
    const ms = Number(toExactInteger(seconds)) * 1000;
    if (Number.isNaN(new Date(ms).getTime())) return undefined;
    if (chosen === "relative" && !isExact) return formatRelativeTime(ms, clock.now());
    const { date, time, offset } = toParts(ms);
    const fraction = isExact ? formatFraction(nanos ?? 0) : "";
    return chosen === "rfc3339"
      ? `${date}T${time}${fraction}${offset}`
      : `${date} ${time}${fraction}`;
  };
}

/** A time in a zone: `2026-11-23`, `14:30:12`, `+01:00`. */
interface ZonedParts {
  readonly date: string;
  readonly time: string;
  /** `Z` in UTC. */
  readonly offset: string;
}

function zonedParts(zone: string): (ms: number) => ZonedParts {
  const format = new Intl.DateTimeFormat("en", {
    ...zone === LOCAL_ZONE ? {} : { timeZone: zone },
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  });
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
    const offset = part("timeZoneName").replace("GMT", "");
    return {
      date: `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`,
      time: `${part("hour")}:${part("minute")}:${part("second")}`,
      offset: offset === "" ? "Z" : offset,
    };
  };
}
