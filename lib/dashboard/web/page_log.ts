/**
 * Lines of logs of a page, as JSON.
 *
 * @module
 */
import { parseDuration } from "../../output/duration.ts";
import { escapeControls } from "../../output/text.ts";
import type { LogFeed } from "../browse/log_feed.ts";
import {
  type BrowseLogLine,
  type LogLevel,
  logLevel,
  type LogSource,
  parseTimeRange,
} from "../browse/log_lines.ts";
import type { NodeNames } from "../browse/types.ts";
import type { PageView } from "./page_view.ts";

/** A line: its text, its level and the index of its log in the names. */
type PageLine = readonly [text: string, level: LogLevel | null, name: number];

/** Logs of a page. */
export interface PageLog {
  readonly title: string;
  /** The selected log of a node. */
  readonly source: string;
  /** Logs to select; empty where rows select them. */
  readonly sources: readonly string[];
  /** Names before the lines of several logs. */
  readonly names: readonly string[];
  readonly lines: readonly PageLine[];
  /** Matching lines, of which the latest are sent. */
  readonly matching: number;
  readonly problems: readonly string[];
}

/** Log lines of a page. */
const LOG_LINES = 1000;
/** Logs that the title names. */
const MAX_TITLE = 3;

/** Returns lines of the log of a node. */
export function logOfNode(
  { source, sources, lines, problem }: {
    readonly source: string;
    readonly sources: readonly string[];
    readonly lines: readonly string[];
    readonly problem: string | undefined;
  },
): PageLog {
  return {
    title: "Log",
    source,
    sources,
    names: [],
    lines: lines.slice(-LOG_LINES).map((text) => [escapeControls(text), logLevel(text) ?? null, 0]),
    matching: lines.length,
    problems: problem === undefined ? [] : [escapeControls(problem)],
  };
}

/** Returns the name of a log. */
function logName({ node, name }: LogSource, names: NodeNames): string {
  return `${names.nameOf(node)} ${name}`;
}

/** Selects lines. `now`: milliseconds since the Unix epoch. */
function selectLines(
  log: LogFeed,
  { lines: filter, range }: Pick<PageView, "lines" | "range">,
  now: number,
): { readonly lines: readonly BrowseLogLine[]; readonly problem: string | undefined } {
  const parsed = range === "" ? undefined : parseTimeRange(range, now, parseDuration);
  const { from, to } = parsed ?? { from: undefined, to: undefined };
  return {
    lines: log.lines.select({ filter, from, to }),
    problem: range !== "" && parsed === undefined
      ? `invalid time range "${range}"; use 15m, 15m..5m or 10:00..10:05`
      : undefined,
  };
}

/** Returns the lines of logs. `now`: milliseconds since the Unix epoch. */
export function logOfFeed(log: LogFeed, page: PageView, names: NodeNames, now: number): PageLog {
  const { lines, problem } = selectLines(log, page, now);
  const indexes = new Map(log.sources.map((source, index) => [source, index]));
  const nameOf = (source: LogSource) => logName(source, names);
  return {
    title: escapeControls(
      log.sources.length <= MAX_TITLE
        ? `Log of ${log.sources.map(nameOf).join(", ")}`
        : `Logs of ${log.sources.length} services`,
    ),
    source: "",
    sources: [],
    names: log.sources.length === 1 ? [] : log.sources.map((one) => escapeControls(nameOf(one))),
    lines: lines.slice(-LOG_LINES).map(({ source, text }) => [
      escapeControls(text),
      logLevel(text) ?? null,
      indexes.get(source) ?? 0,
    ]),
    matching: lines.length,
    problems: [
      ...problem === undefined ? [] : [problem],
      ...[...log.problems].map(([source, reason]) => `${nameOf(source)}: ${reason}`),
    ].map(escapeControls),
  };
}

/** Formats all selected lines as a file. `now`: milliseconds since the Unix epoch. */
export function formatLog(log: LogFeed, page: PageView, names: NodeNames, now: number): string {
  const isSingle = log.sources.length === 1;
  return selectLines(log, page, now).lines.map(({ source, text }) =>
    isSingle ? `${text}\n` : `${logName(source, names)} | ${text}\n`
  ).join("");
}
