/**
 * How long ago something was, in words: `now`, `1 second ago`, `3 minutes ago`, `2 weeks ago`,
 * `a long while ago`; `… from now` for the future.
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

/** Below `limit`, the words; `%` is the number of whole `unit`s. */
const STEPS: readonly { limit: number; words: string; unit: number }[] = [
  { limit: 2 * SECOND, words: "1 second", unit: 1 },
  { limit: MINUTE, words: "% seconds", unit: SECOND },
  { limit: 2 * MINUTE, words: "1 minute", unit: 1 },
  { limit: HOUR, words: "% minutes", unit: MINUTE },
  { limit: 2 * HOUR, words: "1 hour", unit: 1 },
  { limit: DAY, words: "% hours", unit: HOUR },
  { limit: 2 * DAY, words: "1 day", unit: 1 },
  { limit: WEEK, words: "% days", unit: DAY },
  { limit: 2 * WEEK, words: "1 week", unit: 1 },
  { limit: MONTH, words: "% weeks", unit: WEEK },
  { limit: 2 * MONTH, words: "1 month", unit: 1 },
  { limit: YEAR, words: "% months", unit: MONTH },
  { limit: 18 * MONTH, words: "1 year", unit: 1 },
  { limit: 2 * YEAR, words: "2 years", unit: 1 },
  { limit: 37 * YEAR, words: "% years", unit: YEAR },
  { limit: Infinity, words: "a long while", unit: 1 },
];

/** `then` as seen at `now`, both in milliseconds since the Unix epoch. */
export function relativeTime(then: number, now: number): string {
  const distance = Math.abs(now - then);
  if (distance < SECOND) return "now";
  const step = STEPS.find(({ limit }) => distance < limit) ?? STEPS.at(-1)!;
  const words = step.words.replace("%", String(Math.floor(distance / step.unit)));
  return `${words} ${then > now ? "from now" : "ago"}`;
}
