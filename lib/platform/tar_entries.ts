/**
 * Reads the small files and the symbolic links of an untrusted tar.gz archive.
 *
 * @module
 */
import { createTarDecoder } from "modern-tar";
import { OsctlError } from "../errors.ts";

/** An entry of an archive. */
export interface TarEntry {
  readonly name: string;
  /** Content of a file as text; undefined for a link. */
  readonly text: string | undefined;
  /** Target of a link; undefined for a file. */
  readonly target: string | undefined;
}

/** Largest file, bytes. */
const MAX_BYTES = 1024 * 1024;
/** Largest sum of all files, bytes: a small archive can decompress to terabytes. */
const MAX_TOTAL = 256 * 1024 * 1024;

/**
 * Yields files and symbolic links in order; skips all others.
 *
 * @param onSkipped Called with an error of `source` after the whole archive: nodes report files that
 * they could not read, such as those of a control group that was removed meanwhile.
 * @throws {OsctlError} of kind `node` for an invalid archive or too large files; errors of `source`
 * within the archive.
 */
export async function* readTarEntries(
  source: AsyncIterable<Uint8Array>,
  onSkipped: (error: unknown) => void | Promise<void>,
): AsyncGenerator<TarEntry, void, undefined> {
  const failure: { error?: unknown } = {};
  const entries = ReadableStream.from(catchError(source, failure))
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(createTarDecoder({ strict: true }))
    .getReader();
  let total = 0;
  try {
    while (true) {
      const { done, value } = await entries.read();
      if (done) break;
      const { header: { name, type, size, linkname }, body } = value;
      if (size > MAX_BYTES) throw invalid(`"${name}" is larger than ${MAX_BYTES} bytes`);
      total += size;
      if (total > MAX_TOTAL) throw invalid(`more than ${MAX_TOTAL} bytes`);
      const text = await new Response(body).text();
      if (type === "file") yield { name, text, target: undefined };
      if (type === "symlink") yield { name, text: undefined, target: linkname ?? "" };
    }
    if (failure.error !== undefined) await onSkipped(failure.error);
  } catch (error) {
    // The error of the source is the cause of the truncation.
    if (failure.error !== undefined) throw failure.error;
    if (error instanceof OsctlError) throw error;
    // The decoders have no common class of errors.
    throw invalid(error instanceof Error ? error.message.replace(/\.$/, "") : String(error));
  } finally {
    await entries.cancel().catch(() => {}); // the original error is thrown
  }
}

/** Ends at an error of the source and stores it, since pipes discard queued chunks on errors. */
async function* catchError(
  source: AsyncIterable<Uint8Array>,
  failure: { error?: unknown },
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  try {
    for await (const bytes of source) yield bytes as Uint8Array<ArrayBuffer>;
  } catch (error) {
    failure.error = error;
  }
}

function invalid(reason: string): OsctlError {
  return new OsctlError("node", `invalid archive: ${reason}`);
}
