/**
 * Reads the text of a configuration from a file or standard input within a limit.
 *
 * @module
 */
import { withFileErrors } from "../../platform/files.ts";
import { resolve } from "../../platform/paths.ts";
import type { Input } from "../../platform/system.ts";
import { type Problem, wrong } from "../problem.ts";
import type { Source } from "./locate.ts";

/** Largest text, bytes. The message limit of nodes is twice as large. */
const MAX_TEXT_SIZE = 16 * 1024 * 1024;

/** A text and its problems. */
export interface ReadSource extends Source {
  /** Reasons why it is not a configuration. */
  readonly problems: readonly Problem[];
}

/** Working directory and standard input of a read. */
export interface ReadPlace {
  readonly cwd: string;
  readonly stdin: Input;
}

/**
 * Reads the file at `path`, or standard input for `-`.
 *
 * @throws {OsctlError} of kind `file` when it cannot be read.
 */
export async function readSource(path: string, { cwd, stdin }: ReadPlace): Promise<ReadSource> {
  if (path === "-") return decode("stdin", await readLimited(stdin.readable));
  const bytes = await withFileErrors("read", path, async () => {
    using file = await Deno.open(resolve(cwd, path));
    return await readLimited(chunksOf(file));
  });
  return decode(path, bytes);
}

const CHUNK_BYTES = 64 * 1024;

/** Reads a file in chunks; its `readable` takes longer to set up than to read. */
async function* chunksOf(file: Deno.FsFile): AsyncGenerator<Uint8Array> {
  for (;;) {
    const buffer = new Uint8Array(CHUNK_BYTES);
    const length = await file.read(buffer);
    if (length === null) return;
    yield buffer.subarray(0, length);
  }
}

/** Reads to the end or just beyond the limit. */
async function readLimited(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    if (length > MAX_TEXT_SIZE) break;
  }
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(length);
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return bytes;
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. */
function decode(name: string, bytes: Uint8Array): ReadSource {
  if (bytes.length > MAX_TEXT_SIZE) {
    const megabytes = MAX_TEXT_SIZE / 1024 / 1024;
    const problem = wrong(
      0,
      `larger than ${megabytes} MiB`,
      "check that it is the right file",
    );
    return { name, text: "", problems: [problem] };
  }
  const mark = bytes.length < 2 ? 0 : bytes[0]! << 8 | bytes[1]!;
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  const text = new TextDecoder(encoding).decode(bytes);
  const bad = encoding === "utf-8" ? firstInvalidByte(text, bytes) : undefined;
  return { name, text, problems: bad === undefined ? [] : [bad] };
}

/** Finds the first invalid byte: U+FFFD in `text` can also come from valid bytes. */
function firstInvalidByte(text: string, bytes: Uint8Array): Problem | undefined {
  const encoder = new TextEncoder();
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let [from, position] = [0, start];
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", from)) {
    position += encoder.encode(text.slice(from, at)).length;
    const isGenuine = bytes[position] === 0xef && bytes[position + 1] === 0xbf &&
      bytes[position + 2] === 0xbd;
    if (!isGenuine) {
      const byte = bytes[position]!.toString(16).padStart(2, "0");
      return wrong(at, `invalid UTF-8 byte 0x${byte}`, "save the file as UTF-8");
    }
    position += 3;
    from = at + 1;
  }
  return undefined;
}
