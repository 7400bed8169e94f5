/**
 * Source of `Copy`: a file tree as a gzip-compressed tar stream.
 *
 * @module
 */
import { archive } from "./archive.ts";
import { RootError } from "./walk.ts";

/** Minimum size of chunks that are compressed and sent, bytes. */
const CHUNK_SIZE = 64 * 1024;

/** Joins chunks, so that each yielded one except the last has at least `size` bytes. */
export async function* coalesce(
  chunks: AsyncIterable<Uint8Array>,
  size: number = CHUNK_SIZE,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let buffered: Uint8Array[] = [];
  let length = 0;
  const flush = () => {
    const whole = new Uint8Array(length);
    let at = 0;
    for (const chunk of buffered) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    buffered = [];
    length = 0;
    return whole;
  };
  for await (const chunk of chunks) {
    buffered.push(chunk);
    length += chunk.length;
    if (length >= size) yield flush();
  }
  if (length > 0) yield flush();
}

/** Compresses a byte stream with gzip. */
export function gzip(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return coalesce(ReadableStream.from(coalesce(chunks)).pipeThrough(new CompressionStream("gzip")));
}

/** The files that an archive skips: a count, and the reasons of the first 100. */
export class SkippedFiles {
  static readonly #MAX_REASONS = 100;
  readonly #reasons: string[] = [];
  #count = 0;

  /** Records a skipped path. */
  add(path: string, reason: string): void {
    this.#count++;
    if (this.#reasons.length < SkippedFiles.#MAX_REASONS) {
      this.#reasons.push(`skipping ${JSON.stringify(path)}: ${reason}`);
    }
  }

  /** A multi-line error message; undefined when nothing was skipped. */
  get summary(): string | undefined {
    if (this.#count === 0) return undefined;
    const lines = [...this.#reasons];
    const more = this.#count - lines.length;
    if (more > 0) lines.push(`and ${more} more`);
    const heading = this.#count === 1 ? "1 error occurred:" : `${this.#count} errors occurred:`;
    return [heading, ...lines.map((line) => `\t* ${line}`), "", ""].join("\n");
  }
}

/** A message of the response stream. */
export type CopyMessage = { bytes: Uint8Array } | { error: string };

/**
 * Yields the compressed archive of `root`, then one error for all skipped files, if any. An
 * unreadable root yields an error only.
 */
export async function* copyTree(root: string, signal: AbortSignal): AsyncGenerator<CopyMessage> {
  const skipped = new SkippedFiles();
  const tree = archive(root, signal, (path, reason) => skipped.add(path, reason));
  try {
    for await (const bytes of gzip(tree)) yield { bytes };
  } catch (error) {
    if (!(error instanceof RootError)) throw error;
    yield { error: error.message };
  }
  const error = skipped.summary;
  if (error !== undefined) yield { error };
}
