/**
 * Aligned columns by the rules of Go's `text/tabwriter`: the width of a column is the width of its widest
 * cell plus a padding, the last cell of a line is not padded, and a column is aligned over
 * consecutive lines that have it. Widths are counted in code points.
 *
 * @module
 */
import { type Fit, fitColumns, shortenMiddle } from "./fit_columns.ts";
import { countCodePoints } from "./text.ts";

/** Default number of spaces between columns. */
export const PADDING = 3;

/** A column of consecutive lines. */
interface Block {
  width: number;
}

/** Separator of cells in memory; cells contain no tabs. */
const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const ESCAPE = 0x1b;
/** Final byte of an SGR sequence. */
const LETTER_M = 0x6d;

/** Size of the first block of a table and of a full one, in bytes. */
const FIRST_BLOCK = 2 * 1024;
const FULL_BLOCK = 64 * 1024;

/** Most UTF-8 bytes of a UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/**
 * A list of lines as UTF-8, with tabs between cells: for listings of hundreds of thousands of lines,
 * bytes take a third of the memory of strings and cost the garbage collector nothing.
 */
class Lines {
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

/** Consecutive lines with the same columns. */
interface Run {
  readonly blocks: readonly Block[];
  /** Width of the last cells, which are not aligned. */
  lastWidth: number;
  lines: number;
}

/** Columns of a run that was shortened to the terminal. */
interface FittedBlocks extends Fit {
  readonly blocks: readonly Block[];
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
   * Adds a line. Cells must contain neither tabs nor line breaks (see `escapeControls`). SGR sequences of a
   * coloured cell do not count towards its width.
   */
  add(cells: readonly string[]): void {
    const terminated = Math.max(cells.length - 1, 0);
    if (terminated !== this.#open.length) {
      const kept = this.#open.slice(0, terminated);
      while (kept.length < terminated) kept.push({ width: 0 });
      this.#open = kept;
    }
    let units = 0;
    for (const cell of cells) units += cell.length;
    this.#lines.begin(units, cells.length);
    for (let index = 0; index < terminated; index++) {
      const cell = cells[index]!;
      const block = this.#open[index]!;
      const width = widthOf(cell);
      if (width > block.width) block.width = width;
      this.#lines.add(cell, TAB);
    }
    const last = cells[terminated] ?? "";
    this.#lines.add(last, LINE_FEED);
    let run = this.#runs.at(-1);
    if (run?.blocks !== this.#open) {
      run = { blocks: this.#open, lastWidth: 0, lines: 0 };
      this.#runs.push(run);
    }
    run.lines++;
    run.lastWidth = Math.max(run.lastWidth, widthOf(last));
  }

  /**
   * Yields the aligned lines with their line breaks, as UTF-8 in blocks of about 64 KiB, and
   * empties the table. The next block overwrites the one before.
   *
   * @param columns Width of the terminal: wider tables are shortened to it.
   */
  *takeBytes(columns = Infinity): Generator<Uint8Array, void, undefined> {
    const aligner = new Aligner(this.#padding);
    const runs = this.#runs.splice(0).reverse();
    this.#open = [];
    let run = runs.pop();
    for (const block of this.#lines.take()) {
      for (let start = 0; start < block.length;) {
        while (run!.lines === 0) run = runs.pop();
        run!.lines--;
        const end = block.indexOf(LINE_FEED, start) + 1;
        aligner.align(block.subarray(start, end), run!, columns);
        start = end;
        if (aligner.isFull) yield aligner.take();
      }
    }
    const rest = aligner.take();
    if (rest.length > 0) yield rest;
  }

  /** Returns the aligned lines with their line breaks as text, and empties the table. */
  takeText(columns = Infinity): string {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let text = "";
    for (const bytes of this.takeBytes(columns)) text += decoder.decode(bytes);
    return text;
  }
}

/** Aligns stored lines in one buffer, without a string per line. */
class Aligner {
  readonly #padding: number;
  #fitted: { readonly run: Run; readonly fit: FittedBlocks | undefined } | undefined;
  #buffer = new Uint8Array(FULL_BLOCK);
  #used = 0;

  constructor(padding: number) {
    this.#padding = padding;
  }

  get isFull(): boolean {
    return this.#used >= FULL_BLOCK;
  }

  /** Returns the aligned lines; the next line overwrites them. */
  take(): Uint8Array {
    const aligned = this.#buffer.subarray(0, this.#used);
    this.#used = 0;
    return aligned;
  }

  /** Aligns a line of `run`, shortened to `columns`. */
  align(line: Uint8Array, run: Run, columns: number): void {
    const fit = columns === Infinity ? undefined : this.#fitOf(run, columns);
    if (fit === undefined) this.#align(line, run.blocks, this.#padding);
    else this.#align(shortenLine(line, fit), fit.blocks, fit.padding);
  }

  #fitOf(run: Run, columns: number): FittedBlocks | undefined {
    if (this.#fitted?.run !== run) {
      const widths = [...run.blocks.map(({ width }) => width), run.lastWidth];
      const fit = fitColumns(widths, this.#padding, columns);
      const blocks = fit?.widths.map((width) => ({ width })) ?? [];
      this.#fitted = { run, fit: fit && { ...fit, blocks } };
    }
    return this.#fitted.fit;
  }

  #align(line: Uint8Array, blocks: readonly Block[], padding: number): void {
    let most = line.length;
    for (const { width } of blocks) most += width + padding;
    const buffer = this.#reserve(most);
    let used = this.#used;
    let column = 0;
    let start = 0;
    let width = 0;
    for (let index = 0; index < line.length; index++) {
      const byte = line[index]!;
      if (byte === TAB) {
        const end = used + blocks[column++]!.width + padding - width;
        buffer.fill(SPACE, used, end);
        used = end;
        start = index + 1;
        width = 0;
        continue;
      }
      buffer[used++] = byte;
      // Bytes after the first of a code point are 10xxxxxx.
      if ((byte & 0xc0) !== 0x80) width++;
      if (byte === LETTER_M && line[start] === ESCAPE) width -= sgrLength(line, start, index);
    }
    this.#used = used;
  }

  #reserve(bytes: number): Uint8Array {
    if (this.#used + bytes <= this.#buffer.length) return this.#buffer;
    const larger = new Uint8Array(Math.max(this.#buffer.length * 2, this.#used + bytes));
    larger.set(this.#buffer.subarray(0, this.#used));
    return this.#buffer = larger;
  }
}

/** Shortens the cells of a stored line. */
function shortenLine(line: Uint8Array, { widths }: Fit): Uint8Array {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(line);
  const cells = text.slice(0, -1).split("\t");
  const shortened = cells.map((cell, index) => shortenMiddle(cell, widths[index]!));
  return new TextEncoder().encode(`${shortened.join("\t")}\n`);
}

/** Returns the length of the SGR sequence of the cell at `start` that ends at `last`, or 0. */
function sgrLength(line: Uint8Array, start: number, last: number): number {
  let index = last - 1;
  while (index > start && line[index]! >= 0x30 && line[index]! <= 0x39) index--;
  const hasDigits = index < last - 1;
  const isSequence = hasDigits && line[index] === 0x5b && line[index - 1] === ESCAPE;
  return isSequence ? last - index + 2 : 0;
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
