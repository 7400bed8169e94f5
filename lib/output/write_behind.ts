/**
 * Buffered writing while the next data is produced, with back-pressure to the producer. Small chunks
 * are coalesced.
 *
 * @module
 */

/** A destination of output. */
export interface Writer {
  write(data: string | Uint8Array): Promise<void>;
}

/** Thresholds of {@linkcode WriteBehind}, in bytes (UTF-16 units for strings). */
export interface WriteBehindOptions {
  /** A write starts at this queue size; 0 writes at once. */
  startAt?: number;
  /** Producers wait at this queue size. */
  stopAt?: number;
}

const START_AT = 64 * 1024;
const STOP_AT = 256 * 1024;

/** Chunks of at least this size, in bytes, are written without copying. */
const LARGE_BYTES = 16 * 1024;
/** Size of the buffer that coalesces smaller chunks. */
const BUFFER_BYTES = 64 * 1024;

/** A write queue in front of a {@linkcode Writer}, with one write in progress at a time. */
export class WriteBehind {
  readonly #out: Writer;
  readonly #startAt: number;
  readonly #stopAt: number;
  #queue: (string | Uint8Array)[] = [];
  #queued = 0;
  #writing: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;
  #buffer: Uint8Array | undefined;

  constructor(out: Writer, { startAt = START_AT, stopAt = STOP_AT }: WriteBehindOptions = {}) {
    this.#out = out;
    this.#startAt = startAt;
    this.#stopAt = stopAt;
  }

  /**
   * Queues a chunk, which must not be modified afterwards. A returned promise must be awaited before
   * the next chunk.
   *
   * @throws The error of an earlier write.
   */
  push(data: string | Uint8Array): Promise<void> | undefined {
    if (this.#failure) throw this.#failure.error;
    if (data.length === 0) return undefined;
    this.#queue.push(data);
    this.#queued += data.length;
    if (!this.#writing && this.#queued >= this.#startAt) this.#start();
    return this.#queued >= this.#stopAt ? this.#waitForSpace() : undefined;
  }

  /**
   * Writes everything that is queued.
   *
   * @throws The error of a write.
   */
  async flush(): Promise<void> {
    while (this.#queued > 0 || this.#writing) {
      if (!this.#writing) this.#start();
      await this.#writing;
    }
    if (this.#failure) throw this.#failure.error;
  }

  async #waitForSpace(): Promise<void> {
    while (this.#queued >= this.#stopAt) {
      if (!this.#writing) this.#start();
      await this.#writing;
      if (this.#failure) throw this.#failure.error;
    }
  }

  #start(): void {
    this.#writing = this.#drain().catch((error) => {
      this.#failure = { error };
      this.#queue = [];
      this.#queued = 0;
    }).finally(() => {
      this.#writing = undefined;
    });
  }

  async #drain(): Promise<void> {
    do {
      const pieces = this.#queue;
      this.#queue = [];
      this.#queued = 0;
      for (const piece of this.#coalesce(pieces)) await this.#out.write(piece);
    } while (this.#queued > 0 && this.#queued >= this.#startAt);
  }

  /**
   * Joins consecutive strings, and copies consecutive small chunks into a reused buffer. Large chunks
   * pass unchanged.
   */
  *#coalesce(pieces: readonly (string | Uint8Array)[]): Generator<string | Uint8Array> {
    let text = "";
    let filled = 0;
    for (const piece of pieces) {
      const isText = typeof piece === "string";
      if (text !== "" && !isText) {
        yield text;
        text = "";
      }
      const fits = !isText && piece.length < LARGE_BYTES && filled + piece.length <= BUFFER_BYTES;
      if (filled > 0 && !fits) {
        yield this.#coalesced.subarray(0, filled);
        filled = 0;
      }
      if (isText) text += piece;
      else if (piece.length < LARGE_BYTES) {
        this.#coalesced.set(piece, filled);
        filled += piece.length;
      } else yield piece;
    }
    if (text !== "") yield text;
    if (filled > 0) yield this.#coalesced.subarray(0, filled);
  }

  get #coalesced(): Uint8Array {
    return this.#buffer ??= new Uint8Array(BUFFER_BYTES);
  }
}

/**
 * Writes a stream of bytes. Chunks received before an error of the source are written too.
 *
 * @throws Errors of the source and of the writer.
 */
export async function pipeTo(source: AsyncIterable<Uint8Array>, out: Writer): Promise<void> {
  const behind = new WriteBehind(out);
  try {
    for await (const bytes of source) {
      const full = behind.push(bytes);
      if (full) await full;
    }
  } finally {
    await behind.flush();
  }
}
