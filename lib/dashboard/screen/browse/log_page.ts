/**
 * A page with the logs of several services and nodes.
 *
 * @module
 */
import { parseDuration } from "../../../output/duration.ts";
import { clipText, textWidth } from "../../../output/screen/char_width.ts";
import type { Style } from "../../../output/screen/frame.ts";
import { escapeControls, escapeTerminalLine, formatCount } from "../../../output/text.ts";
import type { LogFeed } from "../../browse/log_feed.ts";
import {
  type BrowseLogLine,
  type LogLevel,
  logLevel,
  type LogQuery,
  parseTimeRange,
} from "../../browse/log_lines.ts";
import type { Scope } from "../../../dashboard_keys/keys.ts";
import { namePrefix } from "../../browse/name_prefix.ts";
import type { Canvas, Page, PageHost } from "./page.ts";
import { clampIndex, moveBy, scrollTo } from "./scroll.ts";
import { wrapLine } from "./text_page.ts";

const STYLES: Readonly<Record<NonNullable<LogLevel>, Style>> = {
  error: "31",
  warning: "33",
  debug: "2",
};

/** Colours of prefixes: cyan, green, magenta, blue and their bright forms. */
const PREFIX_STYLES: readonly Style[] = ["36", "32", "35", "34", "96", "92", "95", "94"];
/** Widest prefix, cells. */
const MAX_PREFIX = 32;

/** Logs. */
export class LogPage implements Page {
  readonly title: string;
  readonly view = "logs";
  readonly scopes: readonly Scope[] = ["logs"];
  readonly isDetail = false;
  readonly #host: PageHost;
  readonly #feed: LogFeed;
  #query: LogQuery = { filter: "", from: undefined, to: undefined };
  #range = "";
  #isFollowing = true;
  #isWrapped = false;
  #hasPrefix: boolean;
  #search = "";
  /** The line under the cursor, which stays there while others arrive. */
  #line: BrowseLogLine | undefined;
  #cursor = 0;
  #offset = 0;
  #page = 1;

  constructor(host: PageHost, feed: LogFeed, title: string) {
    this.#host = host;
    this.#feed = feed;
    this.title = title;
    this.#hasPrefix = feed.sources.length > 1;
  }

  start(): () => void {
    return this.#feed.start();
  }

  get #lines(): readonly BrowseLogLine[] {
    return this.#feed.lines.select(this.#query);
  }

  draw(canvas: Canvas): void {
    const { frame, top, end, colour } = canvas;
    const lines = this.#lines;
    this.#page = Math.max(end - top, 1);
    this.#place(lines);
    this.#offset = scrollTo(this.#offset, this.#cursor, lines.length, this.#page);
    if (lines.length === 0) {
      frame.text(0, top, clipText(this.#emptyText(), frame.size.columns), colour ? "2" : "");
      return;
    }
    const prefix = this.#hasPrefix ? this.#prefixWidth(lines) : 0;
    const width = Math.max(frame.size.columns - prefix, 2);
    const shown = this.#visible(lines, width);
    let row = top;
    for (const { line, parts, isCurrent } of shown) {
      const base: Style = isCurrent && !this.#isFollowing ? "7" : "";
      const level = logLevel(line.text);
      const style = base || (colour && level ? STYLES[level] : "");
      for (const [index, part] of parts.entries()) {
        if (row >= end) break;
        if (base !== "") frame.fill(0, row, base);
        if (index === 0 && prefix > 0) this.#drawPrefix(canvas, row, line, prefix - 1, base);
        frame.text(prefix, row, clipText(part, width), style);
        this.#drawMatches(canvas, row, prefix, part);
        row++;
      }
    }
  }

  #emptyText(): string {
    const [problem] = this.#feed.problems.values();
    if (problem !== undefined) return escapeControls(problem);
    return this.#query.filter === "" && this.#range === "" ? "no lines yet" : "no line matches";
  }

  /** Finds the line of the cursor after lines were added, removed or filtered. */
  #place(lines: readonly BrowseLogLine[]): void {
    if (this.#isFollowing) this.#cursor = Math.max(lines.length - 1, 0);
    else if (lines[this.#cursor] !== this.#line) {
      const line = this.#line;
      const same = line === undefined ? -1 : lines.indexOf(line);
      const later = line === undefined ? -1 : lines.findIndex(({ order }) => order >= line.order);
      this.#cursor = same >= 0 ? same : later >= 0 ? later : clampIndex(this.#cursor, lines.length);
    }
    this.#line = lines[this.#cursor];
  }

  /** Returns the lines on screen; wrapped ones so that the cursor is among them. */
  #visible(lines: readonly BrowseLogLine[], width: number) {
    const layOut = (index: number) => {
      const line = lines[index]!;
      const text = escapeTerminalLine(line.text);
      return {
        line,
        parts: this.#isWrapped ? wrapLine(text, width) : [text],
        isCurrent: index === this.#cursor,
      };
    };
    const shown = [];
    let rows = 0;
    for (let index = this.#cursor; index >= this.#offset && rows < this.#page; index--) {
      const laidOut = layOut(index);
      shown.unshift(laidOut);
      rows += laidOut.parts.length;
    }
    // The first one may be longer than the rest of the screen.
    while (rows > this.#page && shown.length > 1) rows -= shown.shift()!.parts.length;
    for (let index = this.#cursor + 1; index < lines.length && rows < this.#page; index++) {
      const laidOut = layOut(index);
      shown.push(laidOut);
      rows += laidOut.parts.length;
    }
    return shown;
  }

  #prefixOf({ source }: BrowseLogLine): string {
    return `${escapeControls(this.#host.names.nameOf(source.node))} ${escapeControls(source.name)}`;
  }

  /** The prefix on screen, without the start that all nodes share. */
  #shownPrefixOf(line: BrowseLogLine): string {
    const { order, nameOf } = this.#host.names;
    return this.#prefixOf(line).slice(namePrefix(order.map(nameOf)).length);
  }

  #prefixWidth(lines: readonly BrowseLogLine[]): number {
    const widths = this.#feed.sources.map((source) =>
      textWidth(this.#shownPrefixOf({ ...lines[0]!, source }))
    );
    return Math.min(Math.max(...widths), MAX_PREFIX) + 3;
  }

  #drawPrefix(
    { frame, colour }: Canvas,
    row: number,
    line: BrowseLogLine,
    width: number,
    base: Style,
  ) {
    const index = this.#feed.sources.indexOf(line.source);
    const style = base || (colour ? PREFIX_STYLES[index % PREFIX_STYLES.length]! : "");
    frame.text(0, row, clipText(this.#shownPrefixOf(line), width - 2), style);
    frame.text(width - 1, row, "│", base || (colour ? "2" : ""));
  }

  #drawMatches({ frame, colour }: Canvas, row: number, start: number, text: string): void {
    if (this.#search === "") return;
    const wanted = this.#search.toLowerCase();
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
      const column = start + textWidth(text.slice(0, at));
      frame.text(column, row, text.slice(at, at + wanted.length), colour ? "30;43" : "7");
    }
  }

  status(): readonly string[] {
    const { problems } = this.#feed;
    const [problem] = problems;
    return [
      this.#isFollowing ? "following" : `line ${this.#cursor + 1}`,
      formatCount(this.#lines.length, "line"),
      ...this.#query.filter === "" ? [] : [`filter: ${this.#query.filter}`],
      ...this.#range === "" ? [] : [`time: ${this.#range}`],
      ...this.#search === "" ? [] : [`search: ${this.#search}`],
      ...this.#isWrapped ? ["wrapped"] : [],
      ...problem === undefined ? [] : [
        `${this.#host.names.nameOf(problem[0].node)} ${problem[0].name}: ${problem[1]}` +
        (problems.size > 1 ? ` (and ${problems.size - 1} more)` : ""),
      ],
    ];
  }

  escape(): boolean {
    if (this.#search !== "") this.#search = "";
    else if (this.#query.filter !== "") this.#query = { ...this.#query, filter: "" };
    else if (this.#range !== "") this.#setRange("");
    else return false;
    return true;
  }

  press(action: string): boolean {
    const by = moveBy(action, this.#page);
    if (by !== undefined) {
      const lines = this.#lines;
      this.#place(lines);
      this.#cursor = clampIndex(this.#cursor + by, lines.length);
      this.#isFollowing = action === "last";
      this.#line = lines[this.#cursor];
      return true;
    }
    switch (action) {
      case "follow":
        this.#isFollowing = !this.#isFollowing;
        return true;
      case "wrap":
        this.#isWrapped = !this.#isWrapped;
        return true;
      case "prefix":
        this.#hasPrefix = !this.#hasPrefix;
        return true;
      case "filter":
        this.#askFilter();
        return true;
      case "range":
        this.#host.ask({
          label: "time (15m, 10:00..10:05): ",
          text: this.#range,
          done: (text) => this.#setRange(text.trim()),
        });
        return true;
      case "search":
        this.#host.ask({
          label: "/",
          text: this.#search,
          done: (text) => {
            this.#search = text;
            this.#find(-1);
          },
        });
        return true;
      case "next-match":
        this.#find(1);
        return true;
      case "previous-match":
        this.#find(-1);
        return true;
      case "copy": {
        const line = this.#lines[this.#cursor];
        if (line === undefined) return true;
        this.#host.copy(escapeTerminalLine(line.text));
        this.#host.say("copied the line");
        return true;
      }
      case "save": {
        const lines = this.#lines;
        this.#host.save(
          "logs.txt",
          () =>
            lines.map((line) =>
              `${this.#hasPrefix ? `${this.#prefixOf(line)} | ` : ""}${line.text}\n`
            ).join(""),
        );
        return true;
      }
    }
    return false;
  }

  #askFilter(): void {
    const set = (filter: string) => {
      this.#query = { ...this.#query, filter };
    };
    this.#host.ask({
      label: "filter: ",
      text: this.#query.filter,
      changed: set,
      done: set,
      cancelled: () => set(""),
    });
  }

  #setRange(text: string): void {
    const range = parseTimeRange(text, this.#host.now(), parseDuration);
    if (range === undefined) {
      this.#host.say(`invalid time range "${text}"; use 15m, 15m..5m or 10:00..10:05`, true);
      return;
    }
    this.#range = text;
    this.#query = { ...this.#query, ...range };
  }

  #find(step: 1 | -1): void {
    if (this.#search === "") return;
    const lines = this.#lines;
    const wanted = this.#search.toLowerCase();
    for (let count = 1; count <= lines.length; count++) {
      const index = (this.#cursor + step * count + lines.length * 2) % lines.length;
      if (!lines[index]!.text.toLowerCase().includes(wanted)) continue;
      this.#cursor = index;
      this.#line = lines[index];
      this.#isFollowing = false;
      return;
    }
    this.#host.say(`"${this.#search}" is not in the lines`, true);
  }
}
