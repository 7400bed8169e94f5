/**
 * Buffered writing while the next data is produced, with back-pressure to the producer. Small
 * chunks are coalesced.
 *
 * @module
 */

/** A destination of output. */
export interface Writer {
  write(data: string | Uint8Array): Promise<void>;
}

/** Thresholds of {@linkcode WriteBehind}, in bytes. */
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
/** Size of the buffers that coalesce smaller chunks and texts. */
const BUFFER_BYTES = 64 * 1024;
/** Longest text that is encoded into such a buffer, in UTF-16 units. */
const SHORT_TEXT = 16 * 1024;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/** A write queue in front of a {@linkcode Writer}, with one write in progress at a time. */
export class WriteBehind {
  readonly #out: Writer;
  readonly #startAt: number;
  readonly #stopAt: number;
  readonly #encoder = new TextEncoder();
  #queue: Uint8Array[] = [];
  /** Encoded texts: those from `#textStart` to `#textEnd` are not queued yet. */
  #text: Uint8Array | undefined;
  #textStart = 0;
  #textEnd = 0;
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
   * Queues a chunk, which must not be modified afterwards. A returned promise must be awaited
   * before the next chunk.
   *
   * @throws The error of an earlier write.
   */
  push(data: string | Uint8Array): Promise<void> | undefined {
    if (this.#failure) throw this.#failure.error;
    if (data.length === 0) return undefined;
    if (typeof data === "string") this.#encode(data);
    else {
      this.#queueText();
      this.#queue.push(data);
      this.#queued += data.length;
    }
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

  /** Encodes a text at once: queued strings survive garbage collections, and the heap grows. */
  #encode(text: string): void {
    if (text.length > SHORT_TEXT) {
      this.#queueText();
      const bytes = this.#encoder.encode(text);
      this.#queue.push(bytes);
      this.#queued += bytes.length;
      return;
    }
    if (this.#textEnd + text.length * BYTES_PER_UNIT > BUFFER_BYTES) {
      this.#queueText();
      this.#text = undefined;
      this.#textStart = this.#textEnd = 0;
    }
    this.#text ??= new Uint8Array(BUFFER_BYTES);
    const { written } = this.#encoder.encodeInto(text, this.#text.subarray(this.#textEnd));
    this.#textEnd += written;
    this.#queued += written;
  }

  #queueText(): void {
    if (this.#text === undefined || this.#textStart === this.#textEnd) return;
    this.#queue.push(this.#text.subarray(this.#textStart, this.#textEnd));
    this.#textStart = this.#textEnd;
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
      this.#textStart = this.#textEnd;
      this.#queued = 0;
    }).finally(() => {
      this.#writing = undefined;
    });
  }

  async #drain(): Promise<void> {
    do {
      this.#queueText();
      const pieces = this.#queue;
      this.#queue = [];
      this.#queued = 0;
      for (const piece of this.#coalesce(pieces)) await this.#out.write(piece);
    } while (this.#queued > 0 && this.#queued >= this.#startAt);
  }

  /** Copies consecutive small chunks into a reused buffer. Large chunks pass unchanged. */
  *#coalesce(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
    let filled = 0;
    for (const piece of pieces) {
      const isSmall = piece.length < LARGE_BYTES;
      if (filled > 0 && !(isSmall && filled + piece.length <= BUFFER_BYTES)) {
        yield this.#coalesced.subarray(0, filled);
        filled = 0;
      }
      if (isSmall) {
        this.#coalesced.set(piece, filled);
        filled += piece.length;
      } else yield piece;
    }
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
