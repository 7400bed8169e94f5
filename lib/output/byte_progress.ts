/**
 * Progress of a transfer of unknown length.
 *
 * @module
 */
import { formatSize } from "./size.ts";
import type { StatusLine } from "./status_line.ts";

/** Minimum interval between updates, milliseconds. */
const UPDATE_MS = 100;

/** Shows the number of transferred bytes on a status line: `etcd snapshot: 12 MB`. */
export class ByteProgress {
  readonly #status: StatusLine | undefined;
  readonly #label: string;
  readonly #clock: { now(): number };
  #shownAt = -Infinity;

  /** @param status Without a status line, nothing is shown. */
  constructor(status: StatusLine | undefined, label: string, clock: { now(): number }) {
    this.#status = status;
    this.#label = label;
    this.#clock = clock;
  }

  /** Updates the number of bytes, at most every `UPDATE_MS`. */
  show(bytes: number): void {
    const now = this.#clock.now();
    if (now - this.#shownAt < UPDATE_MS) return;
    this.#shownAt = now;
    this.#status?.show(`${this.#label}: ${formatSize(bytes)}`);
  }

  /** Clears the line. */
  async end(): Promise<void> {
    await this.#status?.clear();
  }
}
