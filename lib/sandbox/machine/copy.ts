/**
 * `Copy`: a file tree as a compressed tar stream.
 *
 * @module
 */
import { archive } from "./archive.ts";
import { RootError } from "./walk.ts";

/** Bytes gathered before they are compressed, and before they are sent. */
const PIECE = 64 * 1024;

/** Joins small pieces, so that each one that comes out is at least `size` bytes, but the last. */
export async function* joined(
  pieces: AsyncIterable<Uint8Array>,
  size: number = PIECE,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  const flush = () => {
    const whole = new Uint8Array(length);
    let at = 0;
    for (const piece of waiting) {
      whole.set(piece, at);
      at += piece.length;
    }
    waiting = [];
    length = 0;
    return whole;
  };
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length >= size) yield flush();
  }
  if (length > 0) yield flush();
}

/** Compresses a stream of bytes in the gzip format. */
export function gzip(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return joined(ReadableStream.from(joined(pieces)).pipeThrough(new CompressionStream("gzip")));
}

/** What was left out of an archive. Keeps the first of many, and counts. */
export class Omissions {
  static readonly #KEPT = 100;
  readonly #reasons: string[] = [];
  #count = 0;

  /** Notes one path and why it is missing. */
  add(path: string, reason: string): void {
    this.#count++;
    if (this.#reasons.length < Omissions.#KEPT) {
      this.#reasons.push(`skipping ${JSON.stringify(path)}: ${reason}`);
    }
  }

  /** One text for all of them, undefined when nothing is missing. */
  get summary(): string | undefined {
    if (this.#count === 0) return undefined;
    const lines = [...this.#reasons];
    const unsaid = this.#count - lines.length;
    if (unsaid > 0) lines.push(`and ${unsaid} more`);
    const heading = this.#count === 1 ? "1 error occurred:" : `${this.#count} errors occurred:`;
    return [heading, ...lines.map((line) => `\t* ${line}`), "", ""].join("\n");
  }
}

/** One message of the stream. */
export type CopyMessage = { bytes: Uint8Array } | { error: string };

/**
 * The archive of `root` in pieces; at the end, what was left out, if anything. Of a root that cannot
 * be looked at there is only that.
 */
export async function* copyOf(root: string, signal: AbortSignal): AsyncGenerator<CopyMessage> {
  const omissions = new Omissions();
  const tree = archive(root, signal, (path, reason) => omissions.add(path, reason));
  try {
    for await (const bytes of gzip(tree)) yield { bytes };
  } catch (error) {
    if (!(error instanceof RootError)) throw error;
    yield { error: error.message };
  }
  const error = omissions.summary;
  if (error !== undefined) yield { error };
}
