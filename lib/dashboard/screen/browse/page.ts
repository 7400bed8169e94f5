/**
 * Pages of the dashboard's screen besides the views of nodes: tables and texts.
 *
 * @module
 */
import type { Frame } from "../../../output/screen/frame.ts";
import type { ShownRow } from "../../browse/row_view.ts";
import type { BrowseColumn, NodeNames } from "../../browse/types.ts";
import type { Scope } from "../../../dashboard_keys/keys.ts";

/** Where a page draws. */
export interface Canvas {
  readonly frame: Frame;
  readonly top: number;
  /** The row after the last one. */
  readonly end: number;
  readonly colour: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** A line to type. */
export interface Prompt {
  /** Text before the line, such as `:`. */
  readonly label: string;
  readonly text?: string;
  /** Called for each change of the line, such as a filter. */
  changed?(text: string): void;
  /** Returns the lines that can follow, for Tab. */
  complete?(text: string): readonly string[];
  /** Earlier lines, latest last, for the arrow keys. */
  readonly history?: readonly string[];
  /** Called with the line after Enter. */
  done(text: string): void;
  /** Called after Escape. */
  cancelled?(): void;
}

/** Content of a file. */
export type SavedContent = string | AsyncIterable<Uint8Array>;

/** The screen, as pages use it. */
export interface PageHost {
  readonly names: NodeNames;
  now(): number;
  redraw(): void;
  /** Opens a page after the current one. */
  open(page: Page): void;
  /** Returns to the page before. */
  back(): void;
  ask(prompt: Prompt): void;
  /** Shows a message until the next key. */
  say(text: string, isError?: boolean): void;
  copy(text: string): void;
  /** Returns the label of the first key of an action. */
  labelOf(scope: Scope, action: string): string;
  /** Asks for a file name and writes a new file. */
  save(name: string, content: (path: string) => SavedContent | Promise<SavedContent>): void;
  /** Asks for a plugin and runs it with rows. */
  runPlugin(columns: readonly BrowseColumn[], rows: readonly ShownRow[]): void;
  /** Returns the preferred headers of a table by its names; undefined for all. */
  columnsOf(...names: readonly string[]): readonly string[] | undefined;
  /** Runs work whose expected errors are messages. */
  run(work: () => Promise<void>): void;
}

/** A page. */
export interface Page {
  readonly title: string;
  /** The view that it belongs to, as in `VIEW_NAMES`. */
  readonly view: string;
  /** The node under the cursor. */
  readonly node?: string | undefined;
  /** The nodes of the marked rows; without any, of the row under the cursor. */
  readonly nodes?: readonly string[];
  /** The first that has a key decides; `all` is added. */
  readonly scopes: readonly Scope[];
  /** Whether the page before stays up to date. */
  readonly isDetail: boolean;
  /** Starts what keeps the page up to date; the returned function stops it. */
  start(): () => void;
  draw(canvas: Canvas): void;
  /** Handles an action; returns false when it has none. */
  press(action: string, key: string): boolean;
  /** Handles Escape; returns false to leave the page. */
  escape(): boolean;
  /** Parts of the status line. */
  status(): readonly string[];
}
