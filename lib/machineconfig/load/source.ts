/**
 * From a file or standard input to the text of a configuration, without ever holding much more than
 * one can be.
 *
 * @module
 */
import { withFileErrors } from "../../platform/files.ts";
import { resolve } from "../../platform/paths.ts";
import type { Input } from "../../platform/system.ts";
import { type Problem, wrong } from "../problem.ts";
import type { Source } from "./locate.ts";

/** The most a text may have, in bytes. Nodes take messages twice as large, of any content. */
const LARGEST_TEXT = 16 * 1024 * 1024;

/** A text that was read. */
export interface ReadSource extends Source {
  /** What keeps it from being a configuration at all. */
  readonly problems: readonly Problem[];
}

/** What reading needs of the machine. */
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
  if (path === "-") return decode("stdin", await readSome(stdin.readable));
  const bytes = await withFileErrors("read", path, async () => {
    using file = await Deno.open(resolve(cwd, path));
    return await readSome(pieces(file));
  });
  return decode(path, bytes);
}

const PIECE = 64 * 1024;

/** The content of a file. Its `readable` would do, were setting up a stream not slower than reading. */
async function* pieces(file: Deno.FsFile): AsyncGenerator<Uint8Array> {
  for (;;) {
    const buffer = new Uint8Array(PIECE);
    const length = await file.read(buffer);
    if (length === null) return;
    yield buffer.subarray(0, length);
  }
}

/** Reads to the end, or to a little more than there may be. */
async function readSome(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    if (length > LARGEST_TEXT) break;
  }
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(length);
  let taken = 0;
  for (const part of parts) {
    bytes.set(part, taken);
    taken += part.length;
  }
  return bytes;
}

/** The text of bytes: UTF-8, or UTF-16 where a mark at the start says so. */
function decode(name: string, bytes: Uint8Array): ReadSource {
  if (bytes.length > LARGEST_TEXT) {
    const megabytes = LARGEST_TEXT / 1024 / 1024;
    const problem = wrong(
      0,
      `this is too large for a configuration, which has ${megabytes} MiB at most`,
      "check that it is the right file",
    );
    return { name, text: "", problems: [problem] };
  }
  const mark = bytes.length < 2 ? 0 : bytes[0]! << 8 | bytes[1]!;
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  const text = new TextDecoder(encoding).decode(bytes);
  const bad = encoding === "utf-8" ? firstBroken(text, bytes) : undefined;
  return { name, text, problems: bad === undefined ? [] : [bad] };
}

/** The first byte that is no UTF-8, which a decoder replaces by a character that may be real too. */
function firstBroken(text: string, bytes: Uint8Array): Problem | undefined {
  const encoder = new TextEncoder();
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let [from, position] = [0, start];
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", from)) {
    position += encoder.encode(text.slice(from, at)).length;
    const isReal = bytes[position] === 0xef && bytes[position + 1] === 0xbf &&
      bytes[position + 2] === 0xbd;
    if (!isReal) {
      const byte = bytes[position]!.toString(16).padStart(2, "0");
      return wrong(at, `the byte 0x${byte} is no UTF-8`, "save the file as UTF-8");
    }
    position += 3;
    from = at + 1;
  }
  return undefined;
}
