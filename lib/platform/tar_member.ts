/**
 * Reads one member of an untrusted tar.gz archive into memory.
 *
 * @module
 */
import { createTarDecoder } from "modern-tar";
import { OsctlError } from "../errors.ts";

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
  const failure: { error?: unknown } = {};
  const stop = new AbortController();
  const entries = ReadableStream.from(catchError(source, failure))
    .pipeThrough(new DecompressionStream("gzip"), { signal: stop.signal })
    .pipeThrough(limitBytes(maxBytes + OVERHEAD), { signal: stop.signal })
    // The checksum of gzip protects headers; the strict mode demands the end of the archive.
    .pipeThrough(createTarDecoder({ strict: false }), { signal: stop.signal })
    .getReader();
  try {
    let content: Uint8Array<ArrayBuffer> | undefined;
    while (true) {
      const { done, value } = await entries.read();
      if (done) break;
      const { header, body } = value;
      const { size } = header;
      if (size > maxBytes) throw invalid(`"${header.name}" is larger than ${maxBytes} bytes`);
      const bytes = new Uint8Array(await new Response(body).arrayBuffer());
      if (bytes.length < size) {
        throw invalid(`"${header.name}" ends after ${bytes.length} of ${size} bytes`);
      }
      if (header.name === name && header.type === "file") content ??= bytes;
    }
    if (failure.error !== undefined) throw failure.error;
    if (content === undefined) throw invalid(`no file "${name}"`);
    return content;
  } catch (error) {
    // The error of the source is the cause of the truncation.
    if (failure.error !== undefined) throw failure.error;
    if (error instanceof OsctlError) throw error;
    // The decoders have no common class of errors.
    throw invalid(error instanceof Error ? error.message.replace(/\.$/, "") : String(error));
  } finally {
    const reason = new OsctlError("cancelled", "the archive has no reader any more");
    stop.abort(reason);
    await entries.cancel(reason).catch(() => {}); // the original error is thrown
  }
}

function invalid(reason: string): OsctlError {
  return new OsctlError("node", `invalid archive: ${reason}`);
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

/** Fails after `max` bytes: a small archive can decompress to terabytes. */
function limitBytes(
  max: number,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let total = 0;
  return new TransformStream({
    transform(chunk, controller) {
      total += chunk.length;
      if (total > max) controller.error(invalid(`more than ${max} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
