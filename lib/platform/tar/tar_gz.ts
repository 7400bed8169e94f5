/**
 * Reads untrusted tar.gz archives with bounded memory.
 *
 * @module
 */
import { Readable } from "node:stream";
import { constants, createGunzip } from "node:zlib";
import { ArchiveError } from "./archive_error.ts";
import { readTar, type ReadTarOptions, type TarEntry } from "./read_tar.ts";

/**
 * Bytes of a decompressed chunk. A `DecompressionStream` returns all output of a write at once, up to
 * 1032 times its input: a well compressed archive of 2 GB took 4 GB of memory.
 */
const CHUNK_BYTES = 64 * 1024;

/** Yields what a truncated archive contains; by default, the decoder discards its last chunk. */
const FINISH_FLUSH = constants.Z_SYNC_FLUSH;

/** Bytes of the last field of gzip: the size of the content modulo 2^32, little-endian. */
const SIZE_BYTES = 4;

/** Options of {@linkcode TarGz}. */
export interface TarGzOptions extends ReadTarOptions {
  /** Maximum size of the decompressed archive, bytes; a small archive can contain terabytes. */
  readonly maxBytes?: number;
}

/** A compressed archive. */
export class TarGz {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #options: TarGzOptions;
  #failure: { error: unknown } | undefined;
  /** The last bytes of the source. */
  #tail: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>, options: TarGzOptions = {}) {
    this.#source = source;
    this.#options = options;
  }

  /**
   * Yields the entries, once.
   *
   * @throws {ArchiveError} for an invalid archive; an error of the source that truncates it.
   */
  async *entries(): AsyncGenerator<TarEntry, void, undefined> {
    for await (const entry of this.#withCause(readTar(this.#decompress(), this.#options))) {
      yield { ...entry, pieces: this.#withCause(entry.pieces) };
    }
  }

  /** Replaces the error of a truncation by the error of the source, its cause. */
  async *#withCause<T>(values: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    try {
      yield* values;
    } catch (error) {
      if (error instanceof ArchiveError && this.#failure) throw this.#failure.error;
      throw error;
    }
  }

  /**
   * An error of the source after a whole archive, once all entries are read: nodes report what they
   * could not read.
   */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  async *#decompress(): AsyncGenerator<Uint8Array, void, undefined> {
    const { maxBytes = Infinity } = this.#options;
    const input = Readable.from(this.#input());
    const output = input.pipe(createGunzip({ chunkSize: CHUNK_BYTES, finishFlush: FINISH_FLUSH }));
    let total = 0;
    try {
      for await (const chunk of output as AsyncIterable<Uint8Array>) {
        total += chunk.length;
        if (total > maxBytes) throw new ArchiveError(`more than ${maxBytes} bytes`);
        yield chunk;
      }
      if (readSize(this.#tail) !== total % 2 ** 32) {
        throw new ArchiveError("unexpected end of gzip");
      }
    } catch (error) {
      // Errors of the decoder have no class of their own.
      throw error instanceof ArchiveError ? error : new ArchiveError(reasonOf(error));
    } finally {
      input.destroy();
      output.destroy();
    }
  }

  /** Ends at an error of the source and stores it: an error would discard queued chunks. */
  async *#input(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const bytes of this.#source) {
        this.#tail = lastBytes(this.#tail, bytes);
        yield bytes;
      }
    } catch (error) {
      this.#failure = { error };
    }
  }
}

function lastBytes(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  const last = bytes.slice(-SIZE_BYTES);
  return last.length === SIZE_BYTES ? last : Uint8Array.of(...before, ...last).slice(-SIZE_BYTES);
}

function readSize(tail: Uint8Array): number | undefined {
  if (tail.length < SIZE_BYTES) return undefined;
  return new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the whole content of an entry, whose size the caller has checked. */
export async function readContent({ size, pieces }: TarEntry): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(size);
  for await (const { offset, bytes } of pieces) content.set(bytes, offset);
  return content;
}
