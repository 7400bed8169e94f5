/**
 * Captures in files.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { pipeTo } from "../../output/write_behind.ts";
import { RecordReader } from "../../pcap/mod.ts";
import { isSpecial, removeIfPresent, renameNew, withFileErrors } from "../../platform/files.ts";
import { registerTemporaryFile } from "../../platform/temporary_files.ts";
import { wholeRecords } from "./whole_records.ts";

/** A file, or what a test puts in its place. */
export interface CaptureFile {
  write(bytes: Uint8Array): Promise<number>;
  truncate(length: number): Promise<void>;
}

/** Options of {@linkcode saveCapture}. */
export interface SaveOptions {
  /** Opens the file; replaced in tests. */
  open?(part: string): Promise<CaptureFile & Disposable>;
  /** Called when the file exists, complete or, before an error is thrown, incomplete. */
  written?(): void;
}

/**
 * Writes a capture to `<path>.part` and renames it to `path`. After an error (the stream fails, the
 * disk is full), the whole records before it are kept in `path`.
 *
 * @param overwrite Replace an existing file.
 * @throws {OsctlError} errors of the stream; of kind `file` when the file cannot be written.
 */
export async function saveCapture(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
  overwrite: boolean,
  { open = openFile, written }: SaveOptions = {},
): Promise<void> {
  if (await withFileErrors("write", path, () => isSpecial(path))) {
    using file = await withFileErrors("write", path, () => Deno.open(path, { write: true }));
    await writeRecords(path, file, chunks, reader);
    written?.();
    return;
  }
  const part = `${path}.part`;
  using _registered = registerTemporaryFile(part);
  let failure: { error: unknown } | undefined;
  {
    using file = await withFileErrors("write", path, () => open(part));
    try {
      await writeRecords(path, file, chunks, reader);
    } catch (error) {
      failure = { error };
      const isFile = error instanceof OsctlError && error.kind === "file";
      if (isFile) await cutAtRecord(part, file);
    }
  }
  if (reader.header === undefined) await removeIfPresent(part);
  else {
    await withFileErrors("write", path, async () => {
      await (overwrite ? Deno.rename(part, path) : renameNew(part, path));
    });
    written?.();
  }
  if (failure !== undefined) throw failure.error;
}

async function openFile(part: string): Promise<Deno.FsFile> {
  // A leftover may be readable by other users.
  await removeIfPresent(part);
  return await Deno.open(part, { write: true, createNew: true, mode: 0o600 });
}

async function writeRecords(
  path: string,
  file: Pick<CaptureFile, "write">,
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
): Promise<void> {
  await pipeTo(wholeRecords(chunks, reader), {
    write: (data) =>
      withFileErrors("write", path, async () => {
        const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
        for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
      }),
  });
}

/** Cuts a file after its last whole record, where a failed write has ended inside one. */
async function cutAtRecord(part: string, file: Pick<CaptureFile, "truncate">): Promise<void> {
  using written = await Deno.open(part, { read: true });
  const reader = new RecordReader();
  let length = 0;
  for await (const chunk of written.readable) {
    reader.push(chunk);
    while (reader.next());
    length += chunk.length;
  }
  await file.truncate(length - reader.pending);
}
