/**
 * Status lines of a terminal, redrawn in place below all earlier output.
 *
 * @module
 */
import type { Writer } from "./write_behind.ts";

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

  /** Replaces the lines, each shorter than the width of the terminal. */
  show(lines: readonly string[]): void {
    if (lines.length === this.#shown.length && lines.every((line, i) => line === this.#shown[i])) {
      return;
    }
    const text = erase(this.#shown.length) + lines.map((line) => `${line}\n`).join("");
    this.#shown = lines;
    // A closed terminal also fails the command's own output, which reports it.
    this.#written = this.#written.then(() => this.#out.write(text)).catch(() => {});
  }

  /** Resolves when everything is written. */
  flush(): Promise<void> {
    return this.#written;
  }
}
