/**
 * Collects the resources of a watch as the rows of a full-screen table.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { selectColumns } from "../../output/column_selection.ts";
import type { ScreenRow, ScreenTable } from "../../output/screen/table_state.ts";
import type { Definition } from "../definitions.ts";
import { columnsToHide } from "./columns_to_hide.ts";
import { RowFormatter } from "./row.ts";
import { cellTint } from "./tint.ts";
import type { Item, Printer } from "./types.ts";

/** Delay that combines updates, milliseconds. */
const COMBINE_MS = 100;

/** A printer whose rows are the existing resources. */
export class ScreenPrinter implements Printer {
  readonly #clock: Clock;
  readonly #names: readonly string[];
  readonly #update: (table: ScreenTable) => void;
  readonly #rows = new Map<string, ScreenRow>();
  /** Texts about nodes by node. */
  readonly #failures = new Map<string, string>();
  #formatter: RowFormatter | undefined;
  #headers: readonly string[] = [];
  #selected: readonly number[] = [];
  #hideFirst: readonly string[] = [];
  #cancel: (() => void) | undefined;

  /** @param names Headers of the columns to show; all when empty. */
  constructor(clock: Clock, names: readonly string[], update: (table: ScreenTable) => void) {
    this.#clock = clock;
    this.#names = names;
    this.#update = update;
  }

  begin(definition: Definition): void {
    this.#formatter = new RowFormatter(definition);
    this.#headers = ["NODE", ...this.#formatter.headers];
    this.#hideFirst = columnsToHide(definition);
    this.#selected = selectColumns(this.#headers, this.#names, definition.displayType) ??
      this.#headers.map((_, index) => index);
  }

  async add({ node, resource, event = "created" }: Item): Promise<void> {
    const key = JSON.stringify([node, resource.namespace, resource.id]);
    if (event === "destroyed") this.#rows.delete(key);
    else {
      const cells = [node, ...await this.#formatter!.cells(resource)];
      const tints = cells.map((cell, index) => cellTint(this.#headers[index]!, cell));
      const pick = <T>(values: readonly T[]) => this.#selected.map((index) => values[index]!);
      this.#rows.set(key, { cells: pick(cells), tints: pick(tints), keys: cells });
    }
    this.#failures.delete(node);
    this.#schedule();
  }

  pause(): undefined {
    this.#schedule();
  }

  /** Shows a text about a node until its next event. */
  fail(node: string, text: string): void {
    this.#failures.set(node, `${node}: ${text}`);
    this.#schedule();
  }

  end(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    return Promise.resolve();
  }

  #schedule(): void {
    this.#cancel ??= this.#clock.after(COMBINE_MS, () => {
      this.#cancel = undefined;
      this.#update({
        headers: this.#selected.map((index) => this.#headers[index]!),
        keyHeaders: this.#headers,
        rows: [...this.#rows.values()],
        failures: [...this.#failures.values()],
        ...this.#names.length === 0 ? { hideFirst: this.#hideFirst } : {},
      });
    });
  }
}
