/**
 * Detection of binary data, which can leave a terminal unusable.
 *
 * @module
 */

/** Number of bytes that are inspected. */
const INSPECTED = 8 * 1024;

/**
 * Returns whether a chunk is binary: it has control characters other than white space, escape
 * sequences of colours and NUL between words, or is not UTF-8.
 */
export function isBinary(chunk: Uint8Array): boolean {
  const start = chunk.subarray(0, INSPECTED);
  try {
    // In the mode of a stream, a character cut at the end is valid.
    new TextDecoder("utf-8", { fatal: true }).decode(start, { stream: true });
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  }
  return start.some((byte, index) =>
    byte === 0
      // Lists of the kernel, such as /proc/1/cmdline, end each text with one NUL.
      ? start[index - 1] === 0 || index === 0
      : byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b
  );
}
