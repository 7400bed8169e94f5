/**
 * Splits a stream into lines of JSON.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

const LINE_FEED = 0x0a;
/** Longest line, bytes; etcd stores objects of up to 1.5 MiB. */
const MAX_LINE_LENGTH = 32 * 2 ** 20;

/**
 * Yields the lines of a stream without empty ones. An incomplete last line is discarded: the
 * connection was cut.
 *
 * @throws {OsctlError} of kind `connection` for a line that is too long.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  longest = MAX_LINE_LENGTH,
): AsyncGenerator<string, void, undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    length += part.length;
    if (length > longest) {
      throw new OsctlError("connection", `an event is larger than ${longest / 2 ** 20} MiB`);
    }
    if (part.length > 0) parts.push(part);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      take(chunk.subarray(start, end));
      start = end + 1;
      if (length > 0) yield decode(parts);
      parts = [];
      length = 0;
    }
    take(chunk.subarray(start));
  }
}

function decode(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}
