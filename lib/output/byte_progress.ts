/**
 * How far a transfer of unknown length has come, on a line of a terminal that is written over.
 *
 * @module
 */
import { formatSize } from "./size.ts";
import type { Writer } from "./write_behind.ts";

/** Milliseconds between two looks of the line. */
const PAUSE = 100;

/** Options of {@linkcode ByteProgress}. */
export interface ByteProgressOptions {
  /** False shows nothing. */
  shown: boolean;
  /** What is transferred. */
  label: string;
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** The line. */
export class ByteProgress {
  readonly #out: Writer;
  readonly #options: ByteProgressOptions;
  #shownAt = -Infinity;
  #written: Promise<void> = Promise.resolve();

  constructor(out: Writer, options: ByteProgressOptions) {
    this.#out = out;
    this.#options = options;
  }

  /** Shows how many bytes there are by now, unless it did so a moment ago. */
  show(bytes: number): void {
    const { shown, label, now } = this.#options;
    const at = now();
    if (!shown || at - this.#shownAt < PAUSE) return;
    this.#shownAt = at;
    this.#write(`\r\x1b[K${label}: ${formatSize(bytes)}`);
  }

  /** Clears the line. */
  async end(): Promise<void> {
    if (this.#shownAt !== -Infinity) this.#write("\r\x1b[K");
    await this.#written;
  }

  #write(text: string): void {
    this.#written = this.#written.then(() => this.#out.write(text));
    // A failed write is met at the end.
    this.#written.catch(() => {});
  }
}
