/** Schedules in the format of cron. */
import { equal, throws } from "node:assert/strict";
import { nextCronTime, parseCronSchedule } from "../../../lib/output/cron_schedule.ts";

const START = Date.UTC(2026, 10, 24, 7, 30, 15);

/** The first times after Tuesday 2026-11-24 07:30:15 UTC. */
const NEXT: Readonly<Record<string, string | undefined>> = {
  "* * * * *": "2026-11-24T07:31",
  "0 3 * * *": "2026-11-25T03:00",
  "*/20 8-9 * * *": "2026-11-24T08:00",
  "45 7 * * *": "2026-11-24T07:45",
  "0 0 * * sun": "2026-11-29T00:00",
  "0 0 1 jan *": "2027-01-01T00:00",
  // Days of the month and of the week are alternatives when both are restricted.
  "0 0 13 * fri": "2026-11-27T00:00",
  "0 0 29 2 *": "2028-02-29T00:00",
  "0 0 30 2 *": undefined,
  "@hourly": "2026-11-24T08:00",
};

/** Texts that are no schedule, and what the error names. */
const INVALID: Readonly<Record<string, RegExp>> = {
  "": /1 fields instead of 5/,
  "0 3 * *": /4 fields instead of 5/,
  "60 * * * *": /"60" is no minute/,
  "0 24 * * *": /"24" is no hour/,
  "0 0 0 * *": /"0" is no day of the month/,
  "0 0 * foo *": /"foo" is no month/,
  "*/0 * * * *": /"\*\/0" is no minute/,
  "5-3 * * * *": /"5-3" is no minute/,
};

for (const [text, expected] of Object.entries(NEXT)) {
  Deno.test(`the next time of "${text}"`, () => {
    const next = nextCronTime(parseCronSchedule(text), START);
    equal(next === undefined ? undefined : new Date(next).toISOString().slice(0, 16), expected);
  });
}

for (const [text, expected] of Object.entries(INVALID)) {
  Deno.test(`"${text}" is no schedule`, () => {
    throws(() => parseCronSchedule(text), expected);
  });
}
