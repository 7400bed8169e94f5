/**
 * Writing while the next data is made: small pieces leave together, and whoever produces faster
 * than the reader reads is told to wait.
 *
 * @module
 */

/** Something to write to: the least that output needs. */
export interface Writer {
  write(data: string | Uint8Array): Promise<void>;
}

/** How eagerly a {@linkcode WriteBehind} writes. Sizes in bytes (of texts, UTF-16 units). */
export interface WriteBehindOptions {
  /** A write starts when this much is queued; 0 writes whatever there is at once. */
  startAt?: number;
  /** Producers wait when this much is queued. */
  stopAt?: number;
}

const START_AT = 64 * 1024;
const STOP_AT = 256 * 1024;

/** Pieces of bytes from this size on are written as they are. */
const LARGE = 16 * 1024;
/** Smaller ones leave together, up to this many bytes. */
const GATHERED = 64 * 1024;

/** A queue before a {@linkcode Writer}, with one write in progress at a time. */
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
   * Queues a piece, which must not be changed afterwards. When the result is a promise, the
   * producer has to await it before going on.
   *
   * @throws What an earlier write threw.
   */
  push(data: string | Uint8Array): Promise<void> | undefined {
    if (this.#failure) throw this.#failure.error;
    if (data.length === 0) return undefined;
    this.#queue.push(data);
    this.#queued += data.length;
    if (!this.#writing && this.#queued >= this.#startAt) this.#start();
    return this.#queued >= this.#stopAt ? this.#room() : undefined;
  }

  /**
   * Resolves when everything is written.
   *
   * @throws What a write threw.
   */
  async flush(): Promise<void> {
    while (this.#queued > 0 || this.#writing) {
      if (!this.#writing) this.#start();
      await this.#writing;
    }
    if (this.#failure) throw this.#failure.error;
  }

  async #room(): Promise<void> {
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
      for (const piece of this.#joined(pieces)) await this.#out.write(piece);
    } while (this.#queued > 0 && this.#queued >= this.#startAt);
  }

  /**
   * Neighbouring texts become one, and so do small pieces of bytes, in a buffer that is used again
   * once it is written. Large pieces stay as they are.
   */
  *#joined(pieces: readonly (string | Uint8Array)[]): Generator<string | Uint8Array> {
    let text = "";
    let filled = 0;
    for (const piece of pieces) {
      const isText = typeof piece === "string";
      if (text !== "" && !isText) {
        yield text;
        text = "";
      }
      const fits = !isText && piece.length < LARGE && filled + piece.length <= GATHERED;
      if (filled > 0 && !fits) {
        yield this.#gathered.subarray(0, filled);
        filled = 0;
      }
      if (isText) text += piece;
      else if (piece.length < LARGE) {
        this.#gathered.set(piece, filled);
        filled += piece.length;
      } else yield piece;
    }
    if (text !== "") yield text;
    if (filled > 0) yield this.#gathered.subarray(0, filled);
  }

  get #gathered(): Uint8Array {
    return this.#buffer ??= new Uint8Array(GATHERED);
  }
}

/**
 * Writes a stream of bytes as it comes. What came before a failure of the source is written too.
 *
 * @throws What the source or the writer throws.
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
