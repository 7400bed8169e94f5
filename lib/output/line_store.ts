/**
 * Lines of a table in memory.
 *
 * @module
 */

/** Separator of cells; cells contain no tabs. */
export const TAB = 0x09;
export const LINE_FEED = 0x0a;

/** Size of the first block of a table and of a full one, in bytes. */
const FIRST_BLOCK = 2 * 1024;
export const FULL_BLOCK = 64 * 1024;

/** Maximum UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/**
 * A list of lines as UTF-8, with tabs between cells: for listings of hundreds of thousands of
 * lines, bytes take a third of the memory of strings and cost the garbage collector nothing.
 */
export class LineStore {
  readonly #encoder = new TextEncoder();
  readonly #blocks: Uint8Array[] = [];
  #block = new Uint8Array(FIRST_BLOCK);
  #used = 0;

  /** Starts a line of at most `units` UTF-16 units in all of its `cells`. */
  begin(units: number, cells: number): void {
    const bytes = units * BYTES_PER_UNIT + Math.max(cells, 1);
    if (this.#used + bytes <= this.#block.length) return;
    const next = Math.min(this.#block.length * 2, FULL_BLOCK);
    this.#close();
    this.#block = new Uint8Array(Math.max(next, bytes));
  }

  /** Adds a cell and the separator or line break after it. */
  add(cell: string, end: number): void {
    const block = this.#block;
    let used = this.#used;
    // Most cells are short and ASCII; a call of the encoder costs more than such a cell.
    let index = 0;
    for (; index < cell.length; index++) {
      const unit = cell.charCodeAt(index);
      if (unit >= 0x80) break;
      block[used++] = unit;
    }
    if (index < cell.length) {
      used += this.#encoder.encodeInto(cell.slice(index), block.subarray(used)).written;
    }
    block[used++] = end;
    this.#used = used;
  }

  /** Yields the lines in blocks that end with a line, and releases each block. */
  *take(): Generator<Uint8Array, void, undefined> {
    this.#close();
    this.#block = new Uint8Array(FIRST_BLOCK);
    this.#blocks.reverse();
    for (let block = this.#blocks.pop(); block !== undefined; block = this.#blocks.pop()) {
      yield block;
    }
  }

  #close(): void {
    if (this.#used > 0) this.#blocks.push(this.#block.subarray(0, this.#used));
    this.#used = 0;
  }
}
