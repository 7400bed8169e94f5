/**
 * Status lines of a terminal, redrawn in place below all earlier output.
 *
 * @module
 */
import { countCodePoints } from "./text.ts";
import type { Writer } from "./write_behind.ts";

/** SGR sequences, which take no space. */
// deno-lint-ignore no-control-regex -- ESC starts the sequences
const SGR = /\x1b\[[0-9;]*m/g;

/** Moves the cursor up, to the first column, and erases the rest of the screen. */
const erase = (lines: number) => lines === 0 ? "" : `\x1b[${lines}A\r\x1b[J`;

/** Lines that replace each other. The cursor stays below them, so that it needs no restoring. */
export class StatusBlock {
  readonly #out: Writer;
  #shown: readonly string[] = [];
  #written: Promise<void> = Promise.resolve();

  constructor(out: Writer) {
    this.#out = out;
  }

  /**
   * Replaces the lines, each shorter than `columns`, the width of the terminal. A terminal that became
   * narrower since the last call has wrapped the previous ones.
   */
  show(lines: readonly string[], columns: number): void {
    if (lines.length === this.#shown.length && lines.every((line, i) => line === this.#shown[i])) {
      return;
    }
    const rows = this.#shown.reduce((sum, line) => sum + countRows(line, columns), 0);
    const text = erase(rows) + lines.map((line) => `${line}\n`).join("");
    this.#shown = lines;
    // A closed terminal also fails the command's own output, which reports it.
    this.#written = this.#written.then(() => this.#out.write(text)).catch(() => {});
  }

  /** Leaves the lines, so that the next ones are below the cursor. */
  release(): void {
    this.#shown = [];
  }

  /** Resolves when everything is written. */
  flush(): Promise<void> {
    return this.#written;
  }
}

/** Returns the number of rows that a line takes. */
function countRows(line: string, columns: number): number {
  return Math.max(1, Math.ceil(countCodePoints(line.replaceAll(SGR, "")) / Math.max(columns, 1)));
}
