/**
 * Maintenance windows: times of the day at which nodes may start to change.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";

/** A window in local time; it spans midnight when its end is not after its start. */
export interface Window {
  /** Minutes since midnight. */
  readonly start: number;
  /** Minutes since midnight. */
  readonly end: number;
  /** As typed. */
  readonly text: string;
}

const MINUTE_MS = 60_000;

/**
 * Parses `22:00-04:00`.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function parseWindow(text: string): Window {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)-([01]?\d|2[0-3]):([0-5]\d)$/.exec(text);
  const [, startHour, startMinute, endHour, endMinute] = match ?? [];
  const start = Number(startHour) * 60 + Number(startMinute);
  const end = Number(endHour) * 60 + Number(endMinute);
  if (match !== null && start !== end) return { start, end, text };
  throw new OsctlError("usage", `invalid --window "${text}"`, {
    hint: "use two times of the day in local time, such as 22:00-04:00",
  });
}

/** Returns the milliseconds until the window opens; 0 while it is open. */
export function msUntilOpen({ start, end }: Window, now: number): number {
  const date = new Date(now);
  const minutes = date.getHours() * 60 + date.getMinutes();
  const isOpen = start < end
    ? minutes >= start && minutes < end
    : minutes >= start || minutes < end;
  if (isOpen) return 0;
  const opening = new Date(now);
  // In local time, so that a change of daylight saving time counts.
  opening.setHours(Math.floor(start / 60), start % 60, 0, 0);
  if (opening.getTime() <= now) opening.setDate(opening.getDate() + 1);
  return Math.max(opening.getTime() - now, MINUTE_MS / 60);
}
