/**
 * The last lines of a log.
 *
 * @module
 */

const MAX_LINES = 1000;
/** Longer lines are truncated, UTF-16 code units. */
const MAX_LINE = 2000;
const TAB_WIDTH = 8;

// deno-lint-ignore no-control-regex -- SGR sequences start with ESC
const COLOURS = /\x1b\[[0-9;:]*m/g;

/** A ring buffer of lines, without colours and tabs. */
export class LogBuffer {
  #lines: string[] = [];
  #partial = "";
  #decoder = new TextDecoder();
  /** Complete lines since the log was cleared, also beyond the retained ones. */
  count = 0;
  /** Why the log is not available; undefined while it is streamed. */
  problem: string | undefined;

  /** The complete lines, oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Adds a chunk. */
  push(bytes: Uint8Array): void {
    const lines = (this.#partial + this.#decoder.decode(bytes, { stream: true })).split("\n");
    this.#partial = lines.pop()!.slice(0, MAX_LINE);
    for (const line of lines) this.#lines.push(toPlainLine(line));
    this.count += lines.length;
    if (this.#lines.length > MAX_LINES) this.#lines = this.#lines.slice(-MAX_LINES);
  }

  /** Removes all lines, before the log is sent again. */
  clear(): void {
    this.#lines = [];
    this.count = 0;
    this.#partial = "";
    this.#decoder = new TextDecoder();
  }
}

/** Returns a line without colours and tabs, shortened. */
export function toPlainLine(line: string): string {
  const text = line.slice(0, MAX_LINE).replaceAll(COLOURS, "").replace(/\r$/, "");
  if (!text.includes("\t")) return text;
  let out = "";
  for (const [index, part] of text.split("\t").entries()) {
    if (index > 0) out += " ".repeat(TAB_WIDTH - out.length % TAB_WIDTH);
    out += part;
  }
  return out;
}
