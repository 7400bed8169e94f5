/**
 * Relative times: `now`, `1 second ago`, `3 minutes ago`, `2 weeks ago`, `a long while ago`;
 * `… from now` for the future.
 *
 * @module
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const MONTH = 30 * DAY;
const YEAR = 12 * MONTH;

/** The text for distances below `limit`; `%` is the number of whole `unit`s. */
const STEPS: readonly { limit: number; text: string; unit: number }[] = [
  { limit: 2 * SECOND, text: "1 second", unit: 1 },
  { limit: MINUTE, text: "% seconds", unit: SECOND },
  { limit: 2 * MINUTE, text: "1 minute", unit: 1 },
  { limit: HOUR, text: "% minutes", unit: MINUTE },
  { limit: 2 * HOUR, text: "1 hour", unit: 1 },
  { limit: DAY, text: "% hours", unit: HOUR },
  { limit: 2 * DAY, text: "1 day", unit: 1 },
  { limit: WEEK, text: "% days", unit: DAY },
  { limit: 2 * WEEK, text: "1 week", unit: 1 },
  { limit: MONTH, text: "% weeks", unit: WEEK },
  { limit: 2 * MONTH, text: "1 month", unit: 1 },
  { limit: YEAR, text: "% months", unit: MONTH },
  { limit: 18 * MONTH, text: "1 year", unit: 1 },
  { limit: 2 * YEAR, text: "2 years", unit: 1 },
  { limit: 37 * YEAR, text: "% years", unit: YEAR },
  { limit: Infinity, text: "a long while", unit: 1 },
];

/** Formats `then` relative to `now`, both in milliseconds since the Unix epoch. */
export function formatRelativeTime(then: number, now: number): string {
  const distance = Math.abs(now - then);
  if (distance < SECOND) return "now";
  const step = STEPS.find(({ limit }) => distance < limit) ?? STEPS.at(-1)!;
  const text = step.text.replace("%", String(Math.floor(distance / step.unit)));
  return `${text} ${then > now ? "from now" : "ago"}`;
}
