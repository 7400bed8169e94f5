/**
 * The lines of several logs, sorted by time.
 *
 * @module
 */
import { parseRowFilter } from "./row_filter.ts";

/** A log of a node. */
export interface LogSource {
  readonly node: string;
  /** ID of a service or container; {@linkcode KERNEL_LOG} for the kernel's log. */
  readonly id: string;
  /** Short name for people. */
  readonly name: string;
  /** Whether it is a container of Kubernetes. */
  readonly isKubernetes: boolean;
}

/** Severity of a line. */
export type LogLevel = "error" | "warning" | "debug" | undefined;

/** A line. */
export interface BrowseLogLine {
  readonly source: LogSource;
  /** Own time, milliseconds since the Unix epoch; undefined for a line without. */
  readonly time: number | undefined;
  /** Own time, or the time of the line before it in its log. */
  readonly order: number;
  readonly text: string;
}

/** Selects lines. */
export interface LogQuery {
  /** See `parseRowFilter`. */
  readonly filter: string;
  /** Earliest and latest time, milliseconds since the Unix epoch. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Retained lines of all logs. */
export const MAX_LINES = 20_000;

const ERROR = /^[EF]\d{4} |\b(error|err|fatal|panic|failed|crit(ical)?)\b/i;
const WARNING = /^W\d{4} |\bwarn(ing)?\b/i;
const DEBUG = /\b(debug|trace)\b/i;
/** Fields that state the level: `level=info`, `"level":"info"`, `kern: info:`. */
const STATED = /\b(?:level|lvl|severity)"?[=:]\s*"?(\w+)|^\w+: +(\w+): \[/i;
/** Characters of a line in which its level is searched. */
const SEARCHED = 300;

/** Returns the severity of a line. */
export function logLevel(line: string): LogLevel {
  const head = line.slice(0, SEARCHED);
  const stated = STATED.exec(head);
  const text = stated?.[1] ?? stated?.[2] ?? (/^I\d{4} /.test(head) ? "info" : head);
  if (ERROR.test(text)) return "error";
  if (WARNING.test(text)) return "warning";
  return DEBUG.test(text) ? "debug" : undefined;
}

/** Lines of several logs. */
export class LogLines {
  #lines: BrowseLogLine[] = [];
  #isSorted = true;
  #version = 0;
  #cached: { readonly key: string; readonly lines: readonly BrowseLogLine[] } | undefined;

  /** Increases with each change. */
  get version(): number {
    return this.#version;
  }

  /** Adds a line. */
  add(line: BrowseLogLine): void {
    const last = this.#lines.at(-1);
    if (last !== undefined && line.order < last.order) this.#isSorted = false;
    this.#lines.push(line);
    this.#version++;
    if (this.#lines.length > MAX_LINES * 1.2) {
      this.#sort();
      this.#lines = this.#lines.slice(-MAX_LINES);
    }
  }

  /** Removes the lines of a log, before it is sent again. */
  remove(source: LogSource): void {
    this.#lines = this.#lines.filter((line) => line.source !== source);
    this.#version++;
  }

  /** Sorts by time; lines of equal time stay in their order. */
  #sort(): void {
    if (!this.#isSorted) this.#lines.sort((a, b) => a.order - b.order);
    this.#isSorted = true;
  }

  /** Returns the selected lines, oldest first; the same array while nothing has changed. */
  select({ filter, from, to }: LogQuery): readonly BrowseLogLine[] {
    const key = `${this.#version}\0${filter}\0${from}\0${to}`;
    if (this.#cached?.key === key) return this.#cached.lines;
    this.#sort();
    const parsed = filter === "" ? undefined : parseRowFilter(filter, []);
    const lines = this.#lines.filter(({ order, text, source }) =>
      (from === undefined || order >= from) && (to === undefined || order <= to) &&
      (parsed === undefined || parsed.matches([text, source.name], {}))
    );
    this.#cached = { key, lines };
    return lines;
  }
}

/**
 * Parses a time range: `15m`, `15m..5m`, `2024-05-05T10:00..2024-05-05T11:00`, `10:00..10:05` (today,
 * UTC); undefined for an invalid one.
 */
export function parseTimeRange(
  text: string,
  now: number,
  parseDuration: (text: string) => number,
): { readonly from: number | undefined; readonly to: number | undefined } | undefined {
  const parse = (part: string): number | undefined => {
    if (/^\d\d:\d\d(:\d\d)?$/.test(part)) {
      return Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${part}Z`);
    }
    if (/^\d{4}-\d\d-\d\d/.test(part)) {
      return Date.parse(/(Z|[+-]\d\d:\d\d)$|^.{10}$/.test(part) ? part : `${part}Z`);
    }
    return now - Math.abs(parseDuration(part));
  };
  const [from = "", to = "", rest] = text.trim().split("..").map((part) => part.trim());
  if (rest !== undefined) return undefined;
  try {
    const range = {
      from: from === "" ? undefined : parse(from),
      to: to === "" ? undefined : parse(to),
    };
    return Number.isNaN(range.from) || Number.isNaN(range.to) ? undefined : range;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
