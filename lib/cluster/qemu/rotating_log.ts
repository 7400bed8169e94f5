/**
 * A log file that is rotated by renaming: nothing is truncated, and the oldest file is removed.
 *
 * @module
 */

/** Options of {@linkcode RotatingLog}. */
export interface RotationOptions {
  /** Size at which the file is renamed, bytes. */
  readonly limit?: number;
  /** Number of renamed files, `<path>.1` to `<path>.<keep>`. */
  readonly keep?: number;
}

const LIMIT = 16 * 2 ** 20;
const KEEP = 3;

/** Appends to a file, and rotates it at a size. Writes are sequential. */
export class RotatingLog {
  readonly #path: string;
  readonly #limit: number;
  readonly #keep: number;
  #file: Deno.FsFile | undefined;
  #size = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(path: string, { limit = LIMIT, keep = KEEP }: RotationOptions = {}) {
    this.#path = path;
    this.#limit = limit;
    this.#keep = keep;
  }

  /** Appends data. */
  write(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data.slice();
    const written = this.#last.then(() => this.#append(bytes));
    // The caller receives the error; the next write does not.
    this.#last = written.catch(() => {});
    return written;
  }

  /** Closes the file after the pending writes. */
  async close(): Promise<void> {
    await this.#last;
    this.#file?.close();
    this.#file = undefined;
  }

  async #append(bytes: Uint8Array): Promise<void> {
    if (this.#file === undefined) await this.#open();
    if (this.#size > 0 && this.#size + bytes.length > this.#limit) await this.#rotate();
    for (let at = 0; at < bytes.length;) at += await this.#file!.write(bytes.subarray(at));
    this.#size += bytes.length;
  }

  async #open(): Promise<void> {
    this.#file = await Deno.open(this.#path, { create: true, append: true, mode: 0o600 });
    this.#size = (await this.#file.stat()).size;
  }

  async #rotate(): Promise<void> {
    this.#file!.close();
    this.#file = undefined;
    for (let index = this.#keep - 1; index >= 0; index--) {
      const from = index === 0 ? this.#path : `${this.#path}.${index}`;
      try {
        await Deno.rename(from, `${this.#path}.${index + 1}`);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    }
    await this.#open();
  }
}
