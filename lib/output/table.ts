/**
 * Text in aligned columns, with the rules of Go's `text/tabwriter`: a cell is as wide as the widest
 * of its column plus a padding, the last cell of a line is not padded, and a column is aligned over
 * the lines that follow each other and have it. Widths are counted in code points.
 *
 * @module
 */
import { codePoints } from "./text.ts";

/** Spaces between columns, unless a table asks for something else. */
export const PADDING = 3;

/** The width of a column over the lines that share it. */
interface Block {
  width: number;
}

/** Cells never hold a tab, so a tab can separate them in memory. */
const SEPARATOR = "\t";

/**
 * Collects lines and gives them back aligned. A line is kept as one flat text, so that a listing of
 * some 100,000 entries stays small in memory.
 */
export class Table {
  readonly #padding: number;
  readonly #lines: string[] = [];
  readonly #blocks: (readonly Block[])[] = [];
  #open: readonly Block[] = [];

  constructor(padding: number = PADDING) {
    this.#padding = padding;
  }

  /**
   * Adds a line. Cells must hold neither tabs nor line breaks (see `printable`); a cell in colour has
   * no width for it.
   */
  add(cells: readonly string[]): void {
    const terminated = Math.max(cells.length - 1, 0);
    if (terminated !== this.#open.length) {
      const kept = this.#open.slice(0, terminated);
      while (kept.length < terminated) kept.push({ width: 0 });
      this.#open = kept;
    }
    for (let index = 0; index < terminated; index++) {
      const block = this.#open[index]!;
      const width = widthOf(cells[index]!);
      if (width > block.width) block.width = width;
    }
    this.#lines.push(cells.join(SEPARATOR));
    this.#blocks.push(this.#open);
  }

  /** The aligned lines, without line breaks. */
  *lines(): Generator<string, void, undefined> {
    for (const [index, line] of this.#lines.entries()) {
      yield aligned(line.split(SEPARATOR), this.#blocks[index]!, this.#padding);
    }
  }

  /** All lines as one text, each ended by a line break. */
  toString(): string {
    let text = "";
    for (const line of this.lines()) text += `${line}\n`;
    return text;
  }
}

/**
 * A table whose end never comes: each line is aligned, as it is added, with the widest cells so far.
 */
export class EndlessTable {
  readonly #padding: number;
  readonly #blocks: Block[];

  /** @param widths of the first columns, as far as they are known before the first line. */
  constructor(padding: number = PADDING, widths: readonly number[] = []) {
    this.#padding = padding;
    this.#blocks = widths.map((width) => ({ width }));
  }

  /** The aligned line, without a line break. */
  line(cells: readonly string[]): string {
    for (let index = 0; index < cells.length - 1; index++) {
      const block = this.#blocks[index] ??= { width: 0 };
      block.width = Math.max(block.width, widthOf(cells[index]!));
    }
    return aligned(cells, this.#blocks, this.#padding);
  }
}

/** What gives a cell its colour, at its start, and takes it away again. */
// deno-lint-ignore no-control-regex -- this is how terminals are told
const COLOUR = /\u001b\[[0-9]+m/g;

function widthOf(cell: string): number {
  return codePoints(cell.startsWith("\x1b") ? cell.replace(COLOUR, "") : cell);
}

function aligned(cells: readonly string[], blocks: readonly Block[], padding: number): string {
  let line = "";
  const last = cells.length - 1;
  for (let index = 0; index < last; index++) {
    const cell = cells[index]!;
    line += cell + " ".repeat(blocks[index]!.width + padding - widthOf(cell));
  }
  return line + (cells[last] ?? "");
}
