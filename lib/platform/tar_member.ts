/**
 * Reads one member of an untrusted tar.gz archive into memory.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { ArchiveError } from "./tar/archive_error.ts";
import { readContent, TarGz } from "./tar/tar_gz.ts";

/** Space for headers, padding and the end of the archive, bytes. */
const OVERHEAD = 64 * 1024;

/** Options of {@linkcode readTarGzMember}. */
export interface TarMemberOptions {
  /** Name of the member. */
  readonly name: string;
  /** Maximum size of the member, bytes. */
  readonly maxBytes: number;
}

/**
 * Returns the content of the first regular file of that name. The archive may lack the padding after
 * it and the end blocks: `Kubeconfig` of Talos v1.4 to v1.14 closes the gzip stream only.
 *
 * @throws {OsctlError} of kind `node` for an archive without the file; errors of `source`.
 */
export async function readTarGzMember(
  source: AsyncIterable<Uint8Array>,
  { name, maxBytes }: TarMemberOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const archive = new TarGz(source, { maxBytes: maxBytes + OVERHEAD, canLackEnd: true });
  let content: Uint8Array<ArrayBuffer> | undefined;
  try {
    for await (const entry of archive.entries()) {
      if (entry.size > maxBytes) throw invalid(`"${entry.name}" is larger than ${maxBytes} bytes`);
      if (entry.name === name && entry.type === "file") content ??= await readContent(entry);
    }
  } catch (error) {
    throw error instanceof ArchiveError ? invalid(error.message) : error;
  }
  if (archive.failure) throw archive.failure.error;
  if (content === undefined) throw invalid(`no file "${name}"`);
  return content;
}

function invalid(reason: string): OsctlError {
  return new OsctlError("node", `invalid archive: ${reason}`);
}
