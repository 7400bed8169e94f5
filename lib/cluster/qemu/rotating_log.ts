/**
 * A log file that is rotated by renaming: nothing is truncated, and the oldest file is removed. Data
 * that cannot be written, as on a full disk, is dropped, so that its source continues.
 *
 * @module
 */
import { fileErrorReason } from "../../platform/files.ts";

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
  /** Bytes that could not be written, and why. */
  #lost = { bytes: 0, reason: "" };
  #last: Promise<void> = Promise.resolve();

  constructor(path: string, { limit = LIMIT, keep = KEEP }: RotationOptions = {}) {
    this.#path = path;
    this.#limit = limit;
    this.#keep = keep;
  }

  /** Appends data. When it cannot be written, a line reports the loss as soon as one can. */
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
    try {
      const { bytes: count, reason } = this.#lost;
      if (count > 0) {
        const line = `${count} bytes of this log are lost: ${reason}\n`;
        await this.#writeAll(new TextEncoder().encode(line));
        this.#lost = { bytes: 0, reason: "" };
      }
      await this.#writeAll(bytes);
    } catch (error) {
      const reason = fileErrorReason(error);
      if (reason === undefined) throw error;
      this.#lost = { bytes: this.#lost.bytes + bytes.length, reason };
    }
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
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
