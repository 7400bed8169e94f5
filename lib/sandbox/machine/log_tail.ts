/**
 * Finds where the last lines of a file begin, reading backwards.
 *
 * @module
 */

const WINDOW = 64 * 1024;
const NEWLINE = 10;

/**
 * The offset in bytes of the `lines`-th line from the end of `file`, 0 when it has fewer. A last
 * line without a line break counts as one.
 */
export async function offsetOfLastLines(file: Deno.FsFile, lines: number): Promise<number> {
  let end = await file.seek(0, Deno.SeekMode.End);
  if (lines <= 0 || end === 0) return end;
  let missing = lines;
  let last = true;
  const buffer = new Uint8Array(WINDOW);
  while (end > 0) {
    const start = Math.max(0, end - WINDOW);
    const window = await readAt(file, start, buffer.subarray(0, end - start));
    for (let i = window.length - 1; i >= 0; i--) {
      if (window[i] !== NEWLINE) {
        last = false;
        continue;
      }
      // The break that ends the last line begins no other line.
      if (last) {
        last = false;
        continue;
      }
      if (--missing === 0) return start + i + 1;
    }
    end = start;
  }
  return 0;
}

/** Fills `buffer` from `offset` on; shorter when the file was cut meanwhile. */
async function readAt(file: Deno.FsFile, offset: number, buffer: Uint8Array): Promise<Uint8Array> {
  await file.seek(offset, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < buffer.length) {
    const count = await file.read(buffer.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
