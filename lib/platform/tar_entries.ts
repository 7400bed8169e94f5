/**
 * Reads the small files and the symbolic links of an untrusted tar.gz archive.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { ArchiveError } from "./tar/archive_error.ts";
import { readContent, TarGz } from "./tar/tar_gz.ts";

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
 * they could not read, such as the files of a control group that was removed meanwhile.
 * @throws {OsctlError} of kind `node` for an invalid archive or too large files; errors of `source`
 * within the archive.
 */
export async function* readTarEntries(
  source: AsyncIterable<Uint8Array>,
  onSkipped: (error: unknown) => void | Promise<void>,
): AsyncGenerator<TarEntry, void, undefined> {
  const archive = new TarGz(source);
  let total = 0;
  try {
    for await (const entry of archive.entries()) {
      const { name, type, size, linkName } = entry;
      if (size > MAX_BYTES) throw invalid(`"${name}" is larger than ${MAX_BYTES} bytes`);
      total += size;
      if (total > MAX_TOTAL) throw invalid(`more than ${MAX_TOTAL} bytes`);
      const isFile = type === "file";
      if (isFile || type === "symlink") {
        const text = isFile ? new TextDecoder().decode(await readContent(entry)) : undefined;
        yield { name, text, target: isFile ? undefined : linkName };
      }
    }
  } catch (error) {
    throw error instanceof ArchiveError ? invalid(error.message) : error;
  }
  if (archive.failure) await onSkipped(archive.failure.error);
}

function invalid(reason: string): OsctlError {
  return new OsctlError("node", `invalid archive: ${reason}`);
}
