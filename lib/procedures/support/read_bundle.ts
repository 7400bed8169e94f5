/**
 * Reads the members of a support bundle, which is hostile input: nothing is written or run, names are
 * not used as paths, and sizes are limited.
 *
 * @module
 */
import { Buffer } from "node:buffer";
// @ts-types="./yauzl.d.ts"
import * as yauzl from "yauzl";
import { OsctlError } from "../../errors.ts";

/** Maximum number of members. */
const MAX_MEMBERS = 100_000;
/** Maximum size of the content of a member, and of all members that are read, bytes. */
const MAX_MEMBER = 1024 ** 3;
const MAX_TOTAL = 4 * 1024 ** 3;

/** A member of a bundle. */
export interface BundleMember {
  /** With slashes. */
  readonly path: string;
  /** Decodes the content in parts. A stream is read once. */
  text(): AsyncIterable<string>;
}

/**
 * Calls `read` for each member whose path is selected, one after the other.
 *
 * @param bundle The path of the archive, or its bytes.
 * @throws {OsctlError} of kind `input` for a file that is no zip archive, is corrupt, or exceeds the
 *   limits; of kind `file` when it cannot be opened.
 */
export async function readBundle(
  bundle: { readonly path: string; readonly bytes?: Uint8Array | undefined },
  select: (path: string) => boolean,
  read: (member: BundleMember) => Promise<void>,
): Promise<void> {
  const { path, bytes } = bundle;
  const fail = (reason: string, cause?: unknown) =>
    new OsctlError("input", `cannot read the bundle "${path}": ${reason}`, { cause });
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true } as const;
  const file = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    const opened = (error: Error | null, zip: yauzl.ZipFile) => {
      if (error === null) return resolve(zip);
      const { code } = error as { readonly code?: string };
      reject(
        code === undefined
          ? fail(error.message, error)
          : new OsctlError("file", `cannot read "${path}": ${describeCode(code)}`, {
            cause: error,
          }),
      );
    };
    if (bytes === undefined) yauzl.open(path, options, opened);
    else {yauzl.fromBuffer(
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
        options,
        opened,
      );}
  });
  try {
    if (file.entryCount > MAX_MEMBERS) throw fail(`more than ${MAX_MEMBERS} members`);
    let total = 0;
    for await (const entry of entriesOf(file, fail)) {
      if (entry.fileName.endsWith("/") || !select(entry.fileName)) continue;
      if (entry.uncompressedSize > MAX_MEMBER) {
        throw fail(`"${entry.fileName}" is larger than ${MAX_MEMBER} bytes`);
      }
      await read({
        path: entry.fileName,
        async *text() {
          const decoder = new TextDecoder();
          for await (const chunk of await openStream(file, entry, fail)) {
            const part = chunk as Uint8Array;
            total += part.length;
            if (total > MAX_TOTAL) throw fail(`more than ${MAX_TOTAL} bytes`);
            yield decoder.decode(part, { stream: true });
          }
          yield decoder.decode();
        },
      });
    }
  } catch (error) {
    if (error instanceof OsctlError) throw error;
    throw fail((error as Error).message, error);
  } finally {
    file.close();
  }
}

type Fail = (reason: string, cause?: unknown) => OsctlError;

async function* entriesOf(file: yauzl.ZipFile, fail: Fail): AsyncGenerator<yauzl.Entry> {
  let next = Promise.withResolvers<yauzl.Entry | undefined>();
  file.on("entry", (entry) => next.resolve(entry));
  file.on("end", () => next.resolve(undefined));
  file.on("error", (error) => next.reject(fail(error.message, error)));
  for (;;) {
    file.readEntry();
    const entry = await next.promise;
    if (entry === undefined) return;
    next = Promise.withResolvers();
    yield entry;
  }
}

function openStream(file: yauzl.ZipFile, entry: yauzl.Entry, fail: Fail) {
  return new Promise<AsyncIterable<unknown>>((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => {
      if (error === null) resolve(stream);
      else reject(fail(`"${entry.fileName}": ${error.message}`, error));
    });
  });
}

function describeCode(code: string): string {
  return { ENOENT: "no such file", EACCES: "permission denied", EISDIR: "is a folder" }[code] ??
    code;
}
