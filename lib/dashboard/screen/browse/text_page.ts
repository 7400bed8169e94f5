/**
 * A page with a text: search, folding, wrapping.
 *
 * @module
 */
import { escapeTerminalLine } from "../../../output/text.ts";
import { charWidth, clipText, textWidth } from "../../../output/screen/char_width.ts";
import type { Style } from "../../../output/screen/frame.ts";
import { TextDocument } from "../../browse/text_document.ts";
import type { Canvas, Page, PageHost } from "./page.ts";
import { clampIndex, moveBy, scrollTo } from "./scroll.ts";
import type { Scope } from "../../../dashboard_keys/keys.ts";

/** Options of {@linkcode TextPage}. */
export interface TextPageOptions {
  readonly title: string;
  /** Default: resources. */
  readonly view?: string;
  /** The node that the text is about. */
  readonly node?: string;
  /** Returns the text, which is read again before each frame; undefined while it is loading. */
  text(): string | undefined;
  /** Reads what the text needs; the returned function stops it. */
  start?(): () => void;
  /** Suggested name of the file. */
  readonly fileName: string;
  /** Scopes whose keys apply besides the keys of texts. */
  readonly scopes?: readonly Scope[];
  /** Handles an action of these scopes; returns false when it has none. */
  act?(action: string): boolean;
  /** Keeps the last line on screen, until the cursor is moved up. */
  isFollowed?(): boolean;
  /** Whether long lines are wrapped at first. */
  readonly isWrapped?: boolean;
  /** Returns parts of the status line before the others. */
  status?(): readonly string[];
  /** Returns the index after the section of each line; default: by indentation. */
  sections?(lines: readonly string[]): number[];
  /** Returns the style of a line. */
  style?(line: string): Style;
}

/** Tabs end at multiples of it. */
const TAB_WIDTH = 8;

/** A text. */
export class TextPage implements Page {
  readonly title: string;
  readonly view: string;
  readonly node: string | undefined;
  readonly scopes: readonly Scope[];
  readonly isDetail = true;
  readonly #host: PageHost;
  readonly #options: TextPageOptions;
  #text: string | undefined;
  #document = new TextDocument("");
  /** Index among the visible lines. */
  #cursor = 0;
  #offset = 0;
  #page = 1;
  #search = "";
  #isWrapped: boolean;
  #wasFollowed = false;

  constructor(host: PageHost, options: TextPageOptions) {
    this.#host = host;
    this.#options = options;
    this.#isWrapped = options.isWrapped ?? false;
    this.title = options.title;
    this.view = options.view ?? "resources";
    this.node = options.node;
    this.scopes = ["text", ...options.scopes ?? []];
  }

  start(): () => void {
    return this.#options.start?.() ?? (() => {});
  }

  draw(canvas: Canvas): void {
    this.#refresh();
    const { frame, top, end, colour } = canvas;
    if (this.#text === undefined) {
      frame.text(0, top, "loading …", colour ? "2" : "");
      return;
    }
    const { visible } = this.#document;
    this.#page = Math.max(end - top, 1);
    this.#cursor = clampIndex(this.#cursor, visible.length);
    this.#offset = scrollTo(this.#offset, this.#cursor, visible.length, this.#page);
    const width = frame.size.columns - 2;
    if (this.#isWrapped) this.#showCursor(width);
    let row = top;
    for (let index = this.#offset; index < visible.length && row < end; index++) {
      const { text, isFolded } = visible[index]!;
      const isCurrent = index === this.#cursor;
      const base: Style = isCurrent ? "7" : "";
      const line = expandTabs(escapeTerminalLine(text)) + (isFolded ? " …" : "");
      const parts = this.#isWrapped ? wrapLine(line, width) : [clipText(line, width)];
      const marker = isFolded === undefined ? " " : isFolded ? "▸" : "▾";
      for (const [part, content] of parts.entries()) {
        if (row >= end) break;
        if (isCurrent) frame.fill(0, row, base);
        if (part === 0) frame.text(0, row, marker, base);
        const style = base || (colour ? this.#options.style?.(text) ?? "" : "");
        frame.text(2, row, content, style);
        if (this.#search !== "") this.#drawMatches(canvas, row, content);
        row++;
      }
    }
  }

  /** Scrolls until the wrapped lines up to the cursor fit the page. */
  #showCursor(width: number): void {
    const { visible } = this.#document;
    let rows = 0;
    for (let index = this.#cursor; index >= this.#offset; index--) {
      rows += wrapLine(expandTabs(escapeTerminalLine(visible[index]!.text)), width).length;
      if (rows > this.#page) {
        this.#offset = Math.min(index + 1, this.#cursor);
        return;
      }
    }
  }

  #drawMatches({ frame, colour }: Canvas, row: number, content: string): void {
    const lower = content.toLowerCase();
    const wanted = this.#search.toLowerCase();
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
      const column = 2 + textWidth(content.slice(0, at));
      frame.text(column, row, content.slice(at, at + wanted.length), colour ? "30;43" : "7");
    }
  }

  /** Takes over a changed text; sections stay folded if the lines are as many as before. */
  #refresh(): void {
    const text = this.#options.text();
    if (text === this.#text) return;
    const before = this.#document;
    const isFollowed = this.#options.isFollowed?.() ?? false;
    // A text that is followed from now on is shown from its end.
    const isAtEnd = !this.#wasFollowed || this.#cursor >= before.visible.length - 1;
    this.#wasFollowed = isFollowed;
    this.#text = text;
    this.#document = new TextDocument(text ?? "", this.#options.sections);
    if (this.#document.lines.length === before.lines.length) this.#document.foldLike(before);
    if (isAtEnd && isFollowed) this.#cursor = this.#document.visible.length - 1;
  }

  escape(): boolean {
    if (this.#search === "") return false;
    this.#search = "";
    return true;
  }

  status(): readonly string[] {
    return [
      ...this.#options.status?.() ?? [],
      `line ${
        (this.#document.visible[this.#cursor]?.index ?? 0) + 1
      } of ${this.#document.lines.length}`,
      ...this.#search === "" ? [] : [`search: ${this.#search}`],
      ...this.#isWrapped ? ["wrapped"] : [],
    ];
  }

  press(action: string): boolean {
    const { visible } = this.#document;
    const by = moveBy(action, this.#page);
    if (by !== undefined) {
      this.#cursor = clampIndex(this.#cursor + by, visible.length);
      return true;
    }
    switch (action) {
      case "search":
        this.#host.ask({
          label: "/",
          text: this.#search,
          done: (text) => {
            this.#search = text;
            this.#find(1, 0);
          },
        });
        return true;
      case "next-match":
        this.#find(1, 1);
        return true;
      case "previous-match":
        this.#find(-1, 1);
        return true;
      case "fold": {
        const start = this.#document.toggle(visible[this.#cursor]?.index ?? 0);
        this.#goTo(start);
        return true;
      }
      case "fold-all":
      case "unfold-all": {
        const index = visible[this.#cursor]?.index ?? 0;
        this.#document.foldAll(action === "fold-all");
        this.#goTo(index);
        return true;
      }
      case "wrap":
        this.#isWrapped = !this.#isWrapped;
        return true;
      case "copy":
        this.#host.copy(this.#document.lines.map(escapeTerminalLine).join("\n"));
        this.#host.say(`copied ${this.#document.lines.length} lines`);
        return true;
      case "save": {
        const text = this.#text ?? "";
        this.#host.save(this.#options.fileName, () => text);
        return true;
      }
    }
    return this.#options.act?.(action) ?? false;
  }

  /** @param skip 1 searches after the current line, 0 from it on. */
  #find(step: 1 | -1, skip: 0 | 1): void {
    if (this.#search === "") return;
    const from = this.#document.visible[this.#cursor]?.index ?? 0;
    const found = this.#document.find(this.#search, from - (skip === 0 ? step : 0), step);
    if (found === undefined) {
      this.#host.say(`"${this.#search}" is not in the text`, true);
      return;
    }
    this.#document.reveal(found);
    this.#goTo(found);
  }

  /** Moves to a line, or to the folded section that contains it. */
  #goTo(index: number): void {
    const after = this.#document.visible.findIndex((line) => line.index > index);
    this.#cursor = clampIndex(
      (after < 0 ? this.#document.visible.length : after) - 1,
      this.#document.visible.length,
    );
  }
}

function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let out = "";
  for (const [index, part] of line.split("\t").entries()) {
    if (index > 0) out += " ".repeat(TAB_WIDTH - out.length % TAB_WIDTH);
    out += part;
  }
  return out;
}

/** Splits a line into parts of at most `width` cells. */
export function wrapLine(line: string, width: number): string[] {
  if (textWidth(line) <= width || width < 2) return [line];
  const parts: string[] = [];
  let part = "";
  let used = 0;
  for (const char of line) {
    const own = charWidth(char);
    if (used + own > width) {
      parts.push(part);
      part = "";
      used = 0;
    }
    part += char;
    used += own;
  }
  return [...parts, part];
}
