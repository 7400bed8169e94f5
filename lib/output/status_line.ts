/**
 * A status line of a terminal, overwritten in place below all other output.
 *
 * @module
 */
import { escapeControls, truncateText } from "./text.ts";
import type { Writer } from "./write_behind.ts";

const ERASE = "\r\x1b[K";

/** A status text, erased before other output to the terminal. */
export class StatusLine {
  readonly #out: Writer;
  readonly #columns: () => number;
  #hidden = false;
  #label = "";
  #shown = "";
  /** Whether the last output did not end with a line feed; a status would overwrite it. */
  #isLineOpen = false;
  #written: Promise<void> = Promise.resolve();

  /** @param columns The width of the terminal. */
  constructor(out: Writer, columns: () => number) {
    this.#out = out;
    this.#columns = columns;
  }

  /** Prefixes later texts with what the command does. */
  setLabel(label: string): void {
    this.#label = `${escapeControls(label)}: `;
  }

  /** Replaces the text, truncated to the width of the terminal. */
  show(text: string): void {
    if (this.#hidden || this.#isLineOpen) return;
    this.#shown = truncateText(this.#label + escapeControls(text), this.#columns() - 1);
    this.#write(ERASE + this.#shown);
  }

  /** Erases the text; resolves when that is written. */
  clear(): Promise<void> {
    if (this.#shown !== "") {
      this.#shown = "";
      this.#write(ERASE);
    }
    return this.#written;
  }

  /** Erases the text and ignores later ones, for a full-screen program. */
  hide(): Promise<void> {
    this.#hidden = true;
    return this.clear();
  }

  /** Wraps the writer of another stream of the same terminal: it erases the text before each write. */
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
    // A closed terminal also fails the command's own output, which reports it.
    this.#written = this.#written.then(() => this.#out.write(text)).catch(() => {});
  }
}

function isText(data: string | Uint8Array): data is string {
  return typeof data === "string";
}
