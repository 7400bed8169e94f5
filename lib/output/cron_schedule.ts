/**
 * Schedules in the format of cron, as CronJobs of Kubernetes read them.
 *
 * @module
 */

/** A field: its range, and names of its values from the first on. */
interface Field {
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly names?: readonly string[];
}

const FIELDS: readonly Field[] = [
  { name: "minute", first: 0, last: 59 },
  { name: "hour", first: 0, last: 23 },
  { name: "day of the month", first: 1, last: 31 },
  {
    name: "month",
    first: 1,
    last: 12,
    names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
  },
  {
    name: "day of the week",
    first: 0,
    last: 6,
    names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
  },
];

const MACROS: Readonly<Record<string, string>> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
};

/**
 * A parsed schedule: the values of each field; days that `*` selects do not restrict the other
 * days.
 */
export interface CronSchedule {
  readonly fields: readonly ReadonlySet<number>[];
  readonly isAnyDay: boolean;
  readonly isAnyWeekday: boolean;
}

/**
 * Parses a schedule.
 *
 * @throws {RangeError} that names the field.
 */
export function parseCronSchedule(text: string): CronSchedule {
  const parts = (MACROS[text.trim()] ?? text).trim().split(/\s+/);
  if (parts.length !== FIELDS.length) {
    throw new RangeError(`${parts.length} fields instead of 5: minute, hour, day, month, weekday`);
  }
  return {
    fields: parts.map((part, index) => parseField(part.toLowerCase(), FIELDS[index]!)),
    isAnyDay: /^[*?]/.test(parts[2]!),
    isAnyWeekday: /^[*?]/.test(parts[4]!),
  };
}

function parseField(text: string, field: Field): ReadonlySet<number> {
  const values = new Set<number>();
  for (const item of text.split(",")) {
    const [range = "", stepText] = item.split("/");
    const step = stepText === undefined ? 1 : toNumber(stepText, field);
    if (step < 1) throw wrong(item, field);
    const [from = "", to] = range.split("-");
    const isAny = range === "*" || range === "?";
    const first = isAny ? field.first : toValue(from, field);
    const last = isAny || stepText !== undefined && to === undefined
      ? field.last
      : toValue(to ?? from, field);
    if (first < field.first || last > field.last || first > last) throw wrong(item, field);
    for (let value = first; value <= last; value += step) values.add(value);
  }
  return values;
}

function toValue(text: string, field: Field): number {
  const named = field.names?.indexOf(text) ?? -1;
  return named >= 0 ? named + field.first : toNumber(text, field);
}

function toNumber(text: string, field: Field): number {
  if (!/^\d{1,2}$/.test(text)) throw wrong(text, field);
  return Number(text);
}

function wrong(text: string, { name }: Field): RangeError {
  return new RangeError(`"${text}" is no ${name}`);
}

const MINUTE_MS = 60_000;
/** Longest time that is searched: February 29 recurs within eight years. */
const MAX_MINUTES = 9 * 366 * 24 * 60;

/**
 * Returns the first time of a schedule after a time, both milliseconds since the Unix epoch, in
 * UTC.
 */
export function nextCronTime(schedule: CronSchedule, after: number): number | undefined {
  const [minutes, hours, days, months, weekdays] = schedule.fields as [
    ReadonlySet<number>,
    ReadonlySet<number>,
    ReadonlySet<number>,
    ReadonlySet<number>,
    ReadonlySet<number>,
  ];
  const isDay = (date: Date) => {
    const [isDate, isWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
    if (schedule.isAnyDay || schedule.isAnyWeekday) return isDate && isWeekday;
    return isDate || isWeekday;
  };
  let time = (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS;
  const end = after + MAX_MINUTES * MINUTE_MS;
  while (time < end) {
    const date = new Date(time);
    if (!months.has(date.getUTCMonth() + 1) || !isDay(date)) {
      time = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1);
    } else if (!hours.has(date.getUTCHours())) {
      time = (Math.floor(time / 3_600_000) + 1) * 3_600_000;
    } else if (!minutes.has(date.getUTCMinutes())) time += MINUTE_MS;
    else return time;
  }
  return undefined;
}
