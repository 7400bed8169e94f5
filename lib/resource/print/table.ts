/**
 * Tables of listed resources.
 *
 * @module
 */
import { escapeControls, Table, type Writer } from "../../output/mod.ts";
import type { Definition } from "../definitions.ts";
import { RowFormatter } from "./row.ts";
import type { Item, Printer } from "./types.ts";

/** Prints an aligned table for each type, separated by empty lines. */
export class TablePrinter implements Printer {
  readonly #out: Writer;
  readonly #headers: boolean;
  readonly #tables: Table[] = [];
  #rows: RowFormatter | undefined;

  constructor(out: Writer, { headers }: { headers: boolean }) {
    this.#out = out;
    this.#headers = headers;
  }

  begin(definition: Definition): void {
    const rows = new RowFormatter(definition);
    const table = new Table();
    if (this.#headers) table.add(["NODE", ...rows.headers.map(escapeControls)]);
    this.#rows = rows;
    this.#tables.push(table);
  }

  add({ node, resource }: Item): undefined {
    const cells = this.#rows!.cells(resource).map(escapeControls);
    this.#tables.at(-1)!.add([escapeControls(node), ...cells]);
  }

  pause(): undefined {}

  async end(): Promise<void> {
    for (const [index, table] of this.#tables.entries()) {
      if (index > 0) await this.#out.write("\n");
      for (const bytes of table.takeBytes()) await this.#out.write(bytes);
    }
  }
}
