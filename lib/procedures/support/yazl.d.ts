/** The part of the `yazl` library that this folder uses. */
import type { Readable } from "node:stream";

export interface EntryOptions {
  readonly mtime: Date;
  readonly mode: number;
}

export class ZipFile {
  readonly outputStream: Readable;
  /** Entries are written one after the other; a stream is read when it is its turn. */
  addReadStream(stream: Readable, path: string, options: EntryOptions): void;
  end(options?: { readonly comment?: string }): void;
}
