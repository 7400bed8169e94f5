/**
 * Aligned columns by the rules of Go's `text/tabwriter`: the width of a column is that of its widest
 * cell plus a padding, the last cell of a line is not padded, and a column is aligned over
 * consecutive lines that have it. Widths are counted in code points.
 *
 * @module
 */
import { countCodePoints } from "./text.ts";

/** Default number of spaces between columns. */
export const PADDING = 3;

/** A column of consecutive lines. */
interface Block {
  width: number;
}

/** Separator of cells in memory; cells contain no tabs. */
const SEPARATOR = "\t";

/** Number of lines encoded together. */
const BATCH_LINES = 512;

/**
 * A list of lines, encoded as UTF-8: for listings of hundreds of thousands of lines, bytes take a
 * third of the memory of strings and cost the garbage collector nothing.
 */
class Lines {
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #stored: Uint8Array[] = [];
  #recent: string[] = [];

  add(line: string): void {
    this.#recent.push(line);
    if (this.#recent.length < BATCH_LINES) return;
    this.#stored.push(this.#encoder.encode(this.#recent.join("\n")));
    this.#recent = [];
  }

  *[Symbol.iterator](): Generator<string, void, undefined> {
    for (const bytes of this.#stored) yield* this.#decoder.decode(bytes).split("\n");
    yield* this.#recent;
  }
}

/** Consecutive lines with the same columns. */
interface Run {
  readonly blocks: readonly Block[];
  lines: number;
}

/** A table of a finite number of lines. */
export class Table {
  readonly #padding: number;
  readonly #lines = new Lines();
  readonly #runs: Run[] = [];
  #open: readonly Block[] = [];

  constructor(padding: number = PADDING) {
    this.#padding = padding;
  }

  /**
   * Adds a line. Cells must contain neither tabs nor line breaks (see `printable`). SGR sequences of a
   * coloured cell do not count towards its width.
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
    this.#lines.add(cells.join(SEPARATOR));
    const run = this.#runs.at(-1);
    if (run?.blocks === this.#open) run.lines++;
    else this.#runs.push({ blocks: this.#open, lines: 1 });
  }

  /** Yields the aligned lines, without line breaks. */
  *lines(): Generator<string, void, undefined> {
    const lines = this.#lines[Symbol.iterator]();
    for (const { blocks, lines: count } of this.#runs) {
      for (let index = 0; index < count; index++) {
        const line: string = lines.next().value ?? "";
        yield align(line.split(SEPARATOR), blocks, this.#padding);
      }
    }
  }

  /** Returns all aligned lines, each with a line break. */
  toString(): string {
    let text = "";
    for (const line of this.lines()) text += `${line}\n`;
    return text;
  }
}

/**
 * A table of a stream of lines: each line is aligned with the widest cells so far.
 */
export class EndlessTable {
  readonly #padding: number;
  readonly #blocks: Block[];

  /** @param widths Minimum widths of the first columns. */
  constructor(padding: number = PADDING, widths: readonly number[] = []) {
    this.#padding = padding;
    this.#blocks = widths.map((width) => ({ width }));
  }

  /** Returns the aligned line, without a line break. */
  line(cells: readonly string[]): string {
    for (let index = 0; index < cells.length - 1; index++) {
      const block = this.#blocks[index] ??= { width: 0 };
      block.width = Math.max(block.width, widthOf(cells[index]!));
    }
    return align(cells, this.#blocks, this.#padding);
  }
}

// deno-lint-ignore no-control-regex -- SGR sequences start with ESC
const SGR = /\u001b\[[0-9]+m/g;

function widthOf(cell: string): number {
  return countCodePoints(cell.startsWith("\x1b") ? cell.replace(SGR, "") : cell);
}

function align(cells: readonly string[], blocks: readonly Block[], padding: number): string {
  let line = "";
  const last = cells.length - 1;
  for (let index = 0; index < last; index++) {
    const cell = cells[index]!;
    line += cell + " ".repeat(blocks[index]!.width + padding - widthOf(cell));
  }
  return line + (cells[last] ?? "");
}
