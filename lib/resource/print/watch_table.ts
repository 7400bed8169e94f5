/**
 * The table of a watch, whose end never comes.
 *
 * @module
 */
import { EndlessTable, printable, WriteBehind, type Writer } from "../../output/mod.ts";
import type { Definition } from "../definitions.ts";
import type { EventKind } from "../document.ts";
import { RowMaker } from "./row.ts";
import type { Item, Printer } from "./types.ts";

/** How a table marks what happened. */
const MARKS: Readonly<Record<EventKind, string>> = { created: "+", updated: " ", destroyed: "-" };

/**
 * Keeps what a node has at the beginning until all of it is there, and aligns it together; rows that
 * come later are aligned with the widest cells so far.
 */
export class WatchTablePrinter implements Printer {
  readonly #out: WriteBehind;
  readonly #table = new EndlessTable();
  readonly #headers: boolean;
  /** The rows of nodes that still tell what they have. */
  readonly #waiting = new Map<string, string[][]>();
  readonly #running = new Set<string>();
  #rows: RowMaker | undefined;
  #started = false;

  constructor(out: Writer, { headers }: { headers: boolean }) {
    this.#out = new WriteBehind(out, { startAt: 0 });
    this.#headers = headers;
  }

  begin(definition: Definition): void {
    this.#rows = new RowMaker(definition);
  }

  add({ node, resource, event = "created" }: Item): Promise<void> | undefined {
    const cells = this.#rows!.cells(resource).map(printable);
    const row = [printable(node), MARKS[event], ...cells];
    if (this.#running.has(node)) return this.#print([row]);
    const rows = this.#waiting.get(node);
    if (rows) rows.push(row);
    else this.#waiting.set(node, [row]);
    // Changes come after everything that was there.
    return event === "created" ? undefined : this.pause(node);
  }

  pause(node: string): Promise<void> | undefined {
    this.#running.add(node);
    const rows = this.#waiting.get(node) ?? [];
    this.#waiting.delete(node);
    return this.#print(rows);
  }

  async end(): Promise<void> {
    for (const node of [...this.#waiting.keys()]) await this.pause(node);
    await this.#out.flush();
  }

  #print(rows: readonly string[][]): Promise<void> | undefined {
    const isFirst = !this.#started;
    this.#started = true;
    const all = isFirst && this.#headers ? [["NODE", "*", ...this.#rows!.headers], ...rows] : rows;
    // A table that has seen a row makes room for it in the rows before it too.
    for (const row of all) this.#table.line(row);
    return this.#out.push(all.map((row) => `${this.#table.line(row)}\n`).join(""));
  }
}
