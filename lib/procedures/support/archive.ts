/**
 * The zip archive of a support bundle, written as it is collected.
 *
 * @module
 */
import { Readable } from "node:stream";
// @ts-types="./yazl.d.ts"
import { ZipFile } from "yazl";
import { OsctlError } from "../../errors.ts";

/** A member of the archive. */
export interface Member {
  readonly path: string;
  /** Size of the content. */
  readonly bytes: number;
  /** Error that ended the content early. */
  readonly error?: OsctlError;
}

/** Options of {@linkcode BundleArchive.add}. */
export interface AddOptions {
  /** Add no member for an empty content. */
  readonly omitEmpty?: boolean;
}

/** A content up to this size is read before its turn to be written. Bytes. */
const MAX_BUFFERED = 256 * 1024;
const MAX_NAME_LENGTH = 200;
const FILE_MODE = 0o100600;

/**
 * A zip archive. Contents are read in parallel up to `MAX_BUFFERED`, and written one after the
 * other, so that the memory used does not depend on their size.
 */
export class BundleArchive {
  readonly #zip = new ZipFile();
  readonly #paths = new Set<string>();
  readonly #mtime: Date;
  readonly #closed = Promise.withResolvers<never>();

  /** @param now milliseconds since the Unix epoch. */
  constructor(now: number) {
    this.#mtime = new Date(now);
    this.#closed.promise.catch(() => {}); // rejects what waits for it
    // `output` throws it; an abort before the first read would end the process.
    this.#zip.outputStream.on("error", () => {});
  }

  /**
   * Adds a member. The path consists of names, which are made safe and unique.
   *
   * @returns the member; undefined when it was omitted. Without any content, an error of the
   *   content is thrown.
   */
  async add(
    names: readonly string[],
    content: AsyncIterable<Uint8Array>,
    { omitEmpty = false }: AddOptions = {},
  ): Promise<Member | undefined> {
    const source = new Source(content);
    await source.fill();
    if (source.bytes === 0) {
      if (source.error !== undefined) throw source.error;
      if (omitEmpty) return undefined;
    }
    const path = this.#unique(names.map(toSafeName));
    const written = Promise.withResolvers<void>();
    const chunks = notifying(source.chunks(), written.resolve);
    const stream = Readable.from(chunks, { objectMode: false });
    this.#zip.addReadStream(stream, path, { mtime: this.#mtime, mode: FILE_MODE });
    try {
      await Promise.race([written.promise, this.#closed.promise]);
    } catch (error) {
      stream.destroy();
      source.close();
      throw error;
    }
    const { bytes, error } = source;
    return { path, bytes, ...(error === undefined ? {} : { error }) };
  }

  /** Ends the archive after all members. */
  end(comment: string): void {
    this.#zip.end({ comment });
  }

  /** Yields the archive, up to its end or an abort, whose error is thrown. */
  async *output(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of this.#zip.outputStream) yield chunk as Uint8Array;
  }

  /** Ends the output, and rejects members that wait to be written. */
  abort(error: Error): void {
    this.#closed.reject(new OsctlError("cancelled", "the archive is closed"));
    this.#zip.outputStream.destroy(error);
  }

  #unique(names: readonly string[]): string {
    const path = names.join("/");
    let result = path;
    for (let number = 2; this.#paths.has(result); number++) {
      result = path.replace(/(\.[a-z]+)?$/, (extension) => `-${number}${extension}`);
    }
    this.#paths.add(result);
    return result;
  }
}

/** Names from a node must not leave the folder of the archive. */
function toSafeName(name: string): string {
  // deno-lint-ignore no-control-regex -- not valid in names on all systems
  const safe = name.replaceAll(/[/\\\u0000-\u001f\u007f]/g, "_").slice(0, MAX_NAME_LENGTH);
  return /^\.*$/.test(safe) ? safe.replaceAll(".", "_") || "_" : safe;
}

/** A content with its beginning in memory. */
class Source {
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #head: Uint8Array[] = [];
  #isDone = false;
  bytes = 0;
  error: OsctlError | undefined;

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#iterator = content[Symbol.asyncIterator]();
  }

  /** Reads until the end or the limit. */
  async fill(): Promise<void> {
    while (!this.#isDone && this.bytes < MAX_BUFFERED) {
      const chunk = await this.#next();
      if (chunk !== undefined) this.#head.push(chunk);
    }
  }

  /** Yields the whole content. An error ends it and is stored. */
  async *chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let chunk = this.#head.shift(); chunk !== undefined; chunk = this.#head.shift()) {
      yield chunk;
    }
    while (!this.#isDone) {
      const chunk = await this.#next();
      if (chunk !== undefined) yield chunk;
    }
  }

  /** Ends the content early. */
  close(): void {
    if (!this.#isDone) void this.#iterator.return?.().catch(() => {});
  }

  async #next(): Promise<Uint8Array | undefined> {
    try {
      const result = await this.#iterator.next();
      if (result.done) this.#isDone = true;
      else {
        this.bytes += result.value.length;
        return result.value;
      }
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      this.#isDone = true;
      this.error = error;
    }
    return undefined;
  }
}

async function* notifying(
  chunks: AsyncIterable<Uint8Array>,
  done: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* chunks;
  } finally {
    done();
  }
}
