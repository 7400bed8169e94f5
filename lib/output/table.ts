/**
 * Text in aligned columns, with the rules of Go's `text/tabwriter`: a cell is as wide as the widest
 * of its column plus a padding, the last cell of a line is not padded, and a column is aligned over
 * the lines that follow each other and have it. Widths are counted in code points.
 *
 * @module
 */
import { countCodePoints } from "./text.ts";

/** Spaces between columns, unless a table asks for something else. */
export const PADDING = 3;

/** The width of a column over the lines that share it. */
interface Block {
  width: number;
}

/** Cells never hold a tab, so a tab can separate them in memory. */
const SEPARATOR = "\t";

/** Lines that become bytes together. */
const GATHERED = 512;

/**
 * Texts without line breaks, of which a listing can have hundreds of thousands: as bytes they take
 * a third of the memory, and none of the garbage collector's time.
 */
class Lines {
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #stored: Uint8Array[] = [];
  #recent: string[] = [];

  add(line: string): void {
    this.#recent.push(line);
    if (this.#recent.length < GATHERED) return;
    this.#stored.push(this.#encoder.encode(this.#recent.join("\n")));
    this.#recent = [];
  }

  *[Symbol.iterator](): Generator<string, void, undefined> {
    for (const bytes of this.#stored) yield* this.#decoder.decode(bytes).split("\n");
    yield* this.#recent;
  }
}

/** Lines that follow each other and are aligned by the same columns. */
interface Run {
  readonly blocks: readonly Block[];
  lines: number;
}

/** Collects lines and gives them back aligned. */
export class Table {
  readonly #padding: number;
  readonly #lines = new Lines();
  readonly #runs: Run[] = [];
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
    this.#lines.add(cells.join(SEPARATOR));
    const run = this.#runs.at(-1);
    if (run?.blocks === this.#open) run.lines++;
    else this.#runs.push({ blocks: this.#open, lines: 1 });
  }

  /** The aligned lines, without line breaks. */
  *lines(): Generator<string, void, undefined> {
    const lines = this.#lines[Symbol.iterator]();
    for (const { blocks, lines: count } of this.#runs) {
      for (let index = 0; index < count; index++) {
        const line: string = lines.next().value ?? "";
        yield aligned(line.split(SEPARATOR), blocks, this.#padding);
      }
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
  return countCodePoints(cell.startsWith("\x1b") ? cell.replace(COLOUR, "") : cell);
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
