/**
 * The pages of the dashboard's screen besides the views of nodes: history, prompt and messages.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";
import { clipText, textWidth } from "../../../output/screen/char_width.ts";
import type { Frame } from "../../../output/screen/frame.ts";
import { escapeControls, oneLine } from "../../../output/text.ts";
import { exists, writeFileAtomic } from "../../../platform/files.ts";
import { resolve } from "../../../platform/paths.ts";
import type { ShownRow } from "../../browse/row_view.ts";
import type { BrowseColumn, NodeNames } from "../../browse/types.ts";
import type { Keymap } from "../../../dashboard_keys/keymap.ts";
import type { Scope } from "../../../dashboard_keys/keys.ts";
import { LineEditor } from "./line_editor.ts";
import type { Canvas, Page, PageHost, Prompt, SavedContent } from "./page.ts";

/** What the browser needs from the screen. */
export interface BrowserOptions {
  readonly names: NodeNames;
  now(): number;
  redraw(): void;
  copy(text: string): void;
  /** Ends the dashboard with a bug. */
  fail(error: unknown): void;
  /** Base of file names. */
  readonly cwd: string;
  runPlugin(columns: readonly BrowseColumn[], rows: readonly ShownRow[]): void;
  columnsOf(...names: readonly string[]): readonly string[] | undefined;
  readonly keymap: Keymap;
}

/** Pages in the history. */
const MAX_PAGES = 50;

/** A page, and the function that stops it while it is started. */
interface Entry {
  readonly page: Page;
  stop: (() => void) | undefined;
}

/** The pages. */
export class Browser implements PageHost {
  readonly names: NodeNames;
  readonly #options: BrowserOptions;
  #entries: Entry[] = [];
  /** Index of the page on screen; -1 for none. */
  #index = -1;
  #editor: LineEditor | undefined;
  #message: { readonly text: string; readonly isError: boolean } | undefined;

  constructor(options: BrowserOptions) {
    this.#options = options;
    this.names = options.names;
  }

  /** The page on screen. */
  get page(): Page | undefined {
    return this.#entries[this.#index]?.page;
  }

  /** Whether a line is being typed. */
  get isTyping(): boolean {
    return this.#editor !== undefined;
  }

  now(): number {
    return this.#options.now();
  }

  redraw(): void {
    this.#options.redraw();
  }

  copy(text: string): void {
    this.#options.copy(text);
  }

  labelOf(scope: Scope, action: string): string {
    return this.#options.keymap.labelOf(scope, action);
  }

  runPlugin(columns: readonly BrowseColumn[], rows: readonly ShownRow[]): void {
    this.#options.runPlugin(columns, rows);
  }

  columnsOf(...names: readonly string[]): readonly string[] | undefined {
    return this.#options.columnsOf(...names);
  }

  open(page: Page): void {
    for (const entry of this.#entries.splice(this.#index + 1)) stopEntry(entry);
    this.#entries.push({ page, stop: undefined });
    if (this.#entries.length > MAX_PAGES) stopEntry(this.#entries.shift()!);
    this.#show(this.#entries.length - 1);
  }

  back(): void {
    this.#show(this.#index - 1);
  }

  /** Stops the pages while another view is shown. */
  hide(): void {
    for (const entry of this.#entries) stopEntry(entry);
  }

  /** Shows the last page of a view again; false when there is none. */
  showLast(view: string): boolean {
    const index = this.#entries.findLastIndex(({ page }) => page.view === view && !page.isDetail);
    if (index < 0) return false;
    this.#show(index);
    return true;
  }

  #show(index: number): void {
    this.#index = Math.min(Math.max(index, -1), this.#entries.length - 1);
    const running = new Set<Entry>();
    for (let at = this.#index; at >= 0; at--) {
      running.add(this.#entries[at]!);
      if (!this.#entries[at]!.page.isDetail) break;
    }
    for (const entry of this.#entries) {
      if (running.has(entry)) entry.stop ??= entry.page.start();
      else stopEntry(entry);
    }
    this.redraw();
  }

  ask(prompt: Prompt): void {
    this.#editor = new LineEditor(prompt);
    this.redraw();
  }

  say(text: string, isError = false): void {
    this.#message = { text: oneLine(text), isError };
    this.redraw();
  }

  run(work: () => Promise<void>): void {
    work().catch((error) => {
      if (!(error instanceof OsctlError)) this.#options.fail(error);
      else if (error.kind !== "cancelled") {
        this.say(
          error.hint === undefined ? error.message : `${error.message}; ${error.hint}`,
          true,
        );
      }
    });
  }

  save(name: string, content: (path: string) => SavedContent | Promise<SavedContent>): void {
    this.ask({
      label: "save as: ",
      text: name,
      done: (typed) => {
        if (typed.trim() === "") return;
        const path = resolve(this.#options.cwd, typed.trim());
        this.run(async () => {
          if (await exists(path)) {
            throw new OsctlError("file", `"${path}" exists`, { hint: "choose another name" });
          }
          // Specs and logs can contain secrets.
          await writeFileAtomic(path, await content(path), { mode: 0o600, overwrite: false });
          this.say(`saved ${path}`);
        });
      },
    });
  }

  /** Handles a key of the prompt. */
  type(key: string): void {
    const editor = this.#editor!;
    const end = editor.press(key);
    if (end !== undefined) {
      this.#editor = undefined;
      if (end === "done") editor.prompt.done(editor.text);
      else editor.prompt.cancelled?.();
    }
    this.redraw();
  }

  /** Forgets the message, at the next key. */
  clearMessage(): void {
    this.#message = undefined;
  }

  /** Handles a key of the page; returns whether another view shall be shown. */
  press(key: string): "leave" | undefined {
    const { page } = this;
    if (page === undefined) return "leave";
    const action = this.#options.keymap.findAction([...page.scopes, "all"], key);
    if (action === "back") {
      if (page.escape()) this.redraw();
      else if (this.#index === 0) return "leave";
      else this.back();
    } else if (action === "history-back") this.#show(Math.max(this.#index - 1, 0));
    else if (action === "history-forward") this.#show(this.#index + 1);
    else if (action !== undefined && page.press(action, key)) this.redraw();
    return undefined;
  }

  /** Draws the page below the first line. */
  draw(frame: Frame, { colour, now }: Pick<Canvas, "colour" | "now">): void {
    const { page } = this;
    if (page === undefined) return;
    const { rows, columns } = frame.size;
    frame.text(0, 1, clipText(escapeControls(page.title), columns), colour ? "1;33" : "1");
    page.draw({ frame, top: 2, end: rows - 1, colour, now });
    drawStatusLine(frame, [
      `${this.labelOf("all", "help")}: keys`,
      ...page.status(),
    ]);
  }

  /** Draws prompt and message over the last lines. */
  drawPrompt(frame: Frame, colour: boolean): void {
    const { columns, rows } = frame.size;
    const editor = this.#editor;
    if (editor === undefined) {
      if (this.#message === undefined) return;
      const text = clipText(` ${this.#message.text}`, columns);
      const style = this.#message.isError && colour ? "7;31" : "7";
      frame.text(0, rows - 1, text, style);
      frame.fill(textWidth(text), rows - 1, style);
      return;
    }
    const line = editor.prompt.label + editor.text;
    // The end of a long line stays visible.
    const shown = [...`${line}_`].slice(-columns).join("");
    frame.fill(0, rows - 1, "7");
    frame.text(0, rows - 1, shown, "7");
    this.#drawCandidates(frame, editor);
  }

  /** Draws completions above the line, from the inserted one on. */
  #drawCandidates(frame: Frame, editor: LineEditor): void {
    const { candidates, candidate } = editor;
    if (candidates.length === 0) return;
    const { columns, rows } = frame.size;
    const row = rows - 2;
    frame.fill(0, row, "");
    let column = 1;
    const first = Math.max(candidate, 0);
    for (const [index, text] of candidates.slice(first).entries()) {
      // Lines share what is typed before their last word.
      const word = text.slice(Math.max(text.lastIndexOf(" "), text.lastIndexOf(",")) + 1);
      if (column + textWidth(word) > columns) break;
      column = frame.text(column, row, word, index + first === candidate ? "7" : "2") + 2;
    }
  }
}

/** Draws the last line. */
export function drawStatusLine(frame: Frame, parts: readonly string[]): void {
  const { columns, rows } = frame.size;
  const text = clipText(` ${escapeControls(parts.join("  "))}`, columns);
  // Inverse also without colour: it separates the line from the page.
  frame.text(0, rows - 1, text, "7");
  frame.fill(textWidth(text), rows - 1, "7");
}

function stopEntry(entry: Entry): void {
  entry.stop?.();
  entry.stop = undefined;
}
