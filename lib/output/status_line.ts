/**
 * A line of a terminal that is overwritten in place, below everything that was printed.
 *
 * @module
 */
import { countCodePoints } from "./text.ts";
import type { Writer } from "./write_behind.ts";

const ERASE = "\r\x1b[K";

/** Shows one text at a time, and erases it before any other output to the terminal. */
export class StatusLine {
  readonly #out: Writer;
  readonly #columns: () => number;
  #hidden = false;
  #shown = "";
  /** Whether the last output left the cursor behind text, which a status would overwrite. */
  #isLineOpen = false;
  #written: Promise<void> = Promise.resolve();

  /** @param columns The width of the terminal. */
  constructor(out: Writer, columns: () => number) {
    this.#out = out;
    this.#columns = columns;
  }

  /** Shows a text, cut to the width of the terminal, instead of the last one. */
  show(text: string): void {
    if (this.#hidden || this.#isLineOpen) return;
    this.#shown = cut(text, this.#columns() - 1);
    this.#write(ERASE + this.#shown);
  }

  /** Erases the text; resolves when it is gone. */
  clear(): Promise<void> {
    if (this.#shown !== "") {
      this.#shown = "";
      this.#write(ERASE);
    }
    return this.#written;
  }

  /** Erases the text and shows no other from now on: a full-screen program takes over. */
  hide(): Promise<void> {
    this.#hidden = true;
    return this.clear();
  }

  /** The writer of another stream of the same terminal, which erases the text before it writes. */
  guard(writer: Writer): Writer {
    return {
      write: async (data) => {
        await this.clear();
        if (data.length > 0) this.#isLineOpen = data.at(-1) !== (isText(data) ? "\n" : 0x0a);
        await writer.write(data);
      },
    };
  }

  #write(text: string): void {
    // A terminal that is gone fails the command's own output, which reports it.
    this.#written = this.#written.then(() => this.#out.write(text)).catch(() => {});
  }
}

function isText(data: string | Uint8Array): data is string {
  return typeof data === "string";
}

function cut(text: string, width: number): string {
  return countCodePoints(text) <= width ? text : `${[...text].slice(0, width - 1).join("")}…`;
}
