/**
 * Tables of listed resources.
 *
 * @module
 */
import { selectColumns } from "../../output/column_selection.ts";
import { type Colours, escapeControls, PADDING, Table, type Writer } from "../../output/mod.ts";
import type { Definition } from "../definitions.ts";
import { columnsToHide } from "./columns_to_hide.ts";
import { RowFormatter } from "./row.ts";
import { paintCells } from "./tint.ts";
import type { Item, Printer } from "./types.ts";

/** Options of a table of resources. */
export interface TableOptions {
  /** False omits the header. */
  readonly headers: boolean;
  /** Headers of the columns to print; all when empty or absent. */
  readonly columns?: readonly string[];
  /** Width of the terminal, which shortens the table. */
  readonly width?: number | undefined;
  /** Formatters of cells; no colours without them. */
  readonly colours?: Colours;
}

/** Returns a function that selects the columns of a type. */
export function createColumnSelector(
  headers: readonly string[],
  names: readonly string[] | undefined,
  { displayType }: Definition,
): (cells: readonly string[]) => readonly string[] {
  const selected = selectColumns(headers, names ?? [], displayType);
  if (selected === undefined) return (cells) => cells;
  return (cells) => selected.map((index) => cells[index]!);
}

/** Prints an aligned table for each type, separated by empty lines. */
export class TablePrinter implements Printer {
  readonly #out: Writer;
  readonly #options: TableOptions;
  readonly #tables: Table[] = [];
  #rows: RowFormatter | undefined;
  #select: (cells: readonly string[]) => readonly string[] = (cells) => cells;

  constructor(out: Writer, options: TableOptions) {
    this.#out = out;
    this.#options = options;
  }

  begin(definition: Definition): void {
    const rows = new RowFormatter(definition);
    const headers = ["NODE", ...rows.headers.map(escapeControls)];
    this.#select = createColumnSelector(headers, this.#options.columns, definition);
    const table = new Table(PADDING, {
      headers: this.#select(headers),
      hideFirst: columnsToHide(definition),
      canHide: !this.#options.columns?.length,
    });
    if (this.#options.headers) table.addHeader();
    this.#rows = rows;
    this.#tables.push(table);
  }

  async add({ node, resource }: Item): Promise<void> {
    const { headers } = this.#rows!;
    const cells = (await this.#rows!.cells(resource)).map(escapeControls);
    const painted = paintCells(headers, cells, this.#options.colours);
    this.#tables.at(-1)!.add(this.#select([escapeControls(node), ...painted]));
  }

  pause(): undefined {}

  async end(): Promise<void> {
    for (const [index, table] of this.#tables.entries()) {
      if (index > 0) await this.#out.write("\n");
      for (const bytes of table.takeBytes(this.#options.width)) await this.#out.write(bytes);
    }
  }
}
