/** The part of the `yauzl` library that this folder uses. */
import type { Readable } from "node:stream";

export interface Entry {
  readonly fileName: string;
  readonly uncompressedSize: number;
}

export interface Options {
  readonly lazyEntries: true;
  readonly autoClose: false;
  readonly strictFileNames: true;
}

export interface ZipFile {
  readonly entryCount: number;
  readEntry(): void;
  on(event: "entry", listener: (entry: Entry) => void): this;
  on(event: "end", listener: () => void): this;
  on(event: "error", listener: (error: Error) => void): this;
  openReadStream(entry: Entry, done: (error: Error | null, stream: Readable) => void): void;
  close(): void;
}

type Opened = (error: Error | null, file: ZipFile) => void;

export function open(path: string, options: Options, done: Opened): void;
export function fromBuffer(bytes: Uint8Array, options: Options, done: Opened): void;
