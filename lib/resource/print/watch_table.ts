/**
 * The table of a watch.
 *
 * @module
 */
import {
  EndlessTable,
  escapeControls,
  type Tint,
  WriteBehind,
  type Writer,
} from "../../output/mod.ts";
import type { Definition } from "../definitions.ts";
import type { EventKind } from "../document.ts";
import { RowFormatter } from "./row.ts";
import { columnsToHide } from "./columns_to_hide.ts";
import { createColumnSelector, type TableOptions } from "./table.ts";
import { paintCells } from "./tint.ts";
import type { Item, Printer } from "./types.ts";

/** Markers of events. */
const MARKS: Readonly<Record<EventKind, string>> = { created: "+", updated: " ", destroyed: "-" };

/** Colours of markers. */
const MARK_TINTS: Readonly<Partial<Record<EventKind, Tint>>> = {
  created: "green",
  destroyed: "red",
};

/**
 * Buffers the initial resources of a node to align them together; aligns later rows with the widest
 * cells so far.
 */
export class WatchTablePrinter implements Printer {
  readonly #out: WriteBehind;
  #table = new EndlessTable();
  readonly #options: TableOptions;
  /** Buffered rows of nodes that have not sent `bootstrapped`. */
  readonly #buffered = new Map<string, (readonly string[])[]>();
  readonly #running = new Set<string>();
  #rows: RowFormatter | undefined;
  #select: (cells: readonly string[]) => readonly string[] = (cells) => cells;
  #started = false;

  constructor(out: Writer, options: TableOptions) {
    this.#out = new WriteBehind(out, { startAt: 0 });
    this.#options = options;
  }

  begin(definition: Definition): void {
    this.#rows = new RowFormatter(definition);
    const headers = ["NODE", "*", ...this.#rows.headers.map(escapeControls)];
    this.#select = createColumnSelector(headers, this.#options.columns, definition);
    this.#table = new EndlessTable({
      headers: this.#select(headers),
      columns: this.#options.width,
      hideFirst: columnsToHide(definition),
      canHide: !this.#options.columns?.length,
    });
  }

  async add({ node, resource, event = "created" }: Item): Promise<void> {
    const { colours } = this.#options;
    const cells = (await this.#rows!.cells(resource)).map(escapeControls);
    const painted = paintCells(this.#rows!.headers, cells, colours);
    const mark = MARKS[event];
    const tint = MARK_TINTS[event];
    const paintedMark = colours !== undefined && tint !== undefined ? colours[tint](mark) : mark;
    const row = this.#select([escapeControls(node), paintedMark, ...painted]);
    if (this.#running.has(node)) return this.#print([row]);
    const rows = this.#buffered.get(node);
    if (rows) rows.push(row);
    else this.#buffered.set(node, [row]);
    // An update or deletion implies that the initial resources are complete.
    if (event !== "created") await this.pause(node);
  }

  pause(node: string): Promise<void> | undefined {
    this.#running.add(node);
    const rows = this.#buffered.get(node) ?? [];
    this.#buffered.delete(node);
    return this.#print(rows);
  }

  async end(): Promise<void> {
    for (const node of [...this.#buffered.keys()]) await this.pause(node);
    await this.#out.flush();
  }

  #print(rows: readonly (readonly string[])[]): Promise<void> | undefined {
    const isFirst = !this.#started;
    this.#started = true;
    if (isFirst) return this.#out.push(this.#table.begin(rows, this.#options.headers));
    // First measures all rows, so that they are aligned with each other.
    for (const row of rows) this.#table.line(row);
    return this.#out.push(rows.map((row) => `${this.#table.line(row)}\n`).join(""));
  }
}
