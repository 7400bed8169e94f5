/**
 * Aligned columns by the rules of Go's `text/tabwriter`: the width of a column is the width of its widest
 * cell plus a padding, the last cell of a line is not padded, and a column is aligned over
 * consecutive lines that have it. Widths are counted in code points.
 *
 * @module
 */
import {
  type Fit,
  type FitColumn,
  fitColumns,
  formatHidden,
  isIdentity,
  LEAST_WIDTH,
  shortenMiddle,
} from "./fit_columns.ts";
import { countCodePoints } from "./text.ts";

/** Default number of spaces between columns. */
export const PADDING = 3;

/** A column of consecutive lines. */
interface Block {
  width: number;
}

/** Headers of a table, and how it fits a terminal. */
export interface TableColumns {
  readonly headers: readonly string[];
  /** Headers of the least important columns, the first to hide first. */
  readonly hideFirst?: readonly string[] | undefined;
  /** False if the user selected the columns. */
  readonly canHide?: boolean | undefined;
}

/** Fits columns of these widths to the terminal. */
function fitTable(
  widths: readonly number[],
  uniform: readonly boolean[],
  { headers, hideFirst, canHide = headers.length > 0 }: TableColumns,
  { padding, columns }: { readonly padding: number; readonly columns: number },
): Fit | undefined {
  const all = widths.map((width, index): FitColumn => ({
    header: headers[index] ?? "",
    width,
    isUniform: uniform[index] ?? false,
  }));
  return fitColumns(all, { padding, columns, hideFirst, canHide });
}

/** Finds the columns that have one value in all rows. */
class UniformColumns {
  #first: readonly string[] | undefined;
  #rows = 0;
  /** Indexes of columns with one value so far. */
  #same: number[] = [];

  add(cells: readonly string[]): void {
    if (this.#rows++ === 0) {
      this.#first = cells;
      this.#same = [...cells.keys()];
      return;
    }
    if (this.#same.length === 0) return;
    const first = this.#first!;
    if (this.#same.some((index) => cells[index] !== first[index])) {
      this.#same = this.#same.filter((index) => cells[index] === first[index]);
    }
  }

  /** Returns whether each column is uniform; none is with a single row. */
  take(): boolean[] {
    const uniform: boolean[] = [];
    if (this.#rows > 1) { for (const index of this.#same) uniform[index] = true; }
    this.#rows = 0;
    return uniform;
  }
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
  readonly #columns: TableColumns;
  readonly #lines = new Lines();
  readonly #runs: Run[] = [];
  readonly #uniform = new UniformColumns();
  #open: readonly Block[] = [];

  /** @param columns Without them, no column is hidden from a terminal. */
  constructor(padding: number = PADDING, columns: TableColumns = { headers: [] }) {
    this.#padding = padding;
    this.#columns = columns;
  }

  /** Adds the line of headers. */
  addHeader(): void {
    this.#add(this.#columns.headers);
  }

  /**
   * Adds a line. Cells must contain neither tabs nor line breaks (see `escapeControls`). SGR sequences of a
   * coloured cell do not count towards its width.
   */
  add(cells: readonly string[]): void {
    this.#uniform.add(cells);
    this.#add(cells);
  }

  #add(cells: readonly string[]): void {
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
   * @param columns Width of the terminal: wider tables hide columns, whose number is the last line.
   */
  *takeBytes(columns = Infinity): Generator<Uint8Array, void, undefined> {
    const uniform = this.#uniform.take();
    const aligner = new Aligner(
      this.#padding,
      (widths) =>
        columns === Infinity
          ? undefined
          : fitTable(widths, uniform, this.#columns, { padding: this.#padding, columns }),
    );
    const runs = this.#runs.splice(0).reverse();
    this.#open = [];
    let run = runs.pop();
    for (const block of this.#lines.take()) {
      for (let start = 0; start < block.length;) {
        while (run!.lines === 0) run = runs.pop();
        run!.lines--;
        const end = block.indexOf(LINE_FEED, start) + 1;
        aligner.align(block.subarray(start, end), run!);
        start = end;
        if (aligner.isFull) yield aligner.take();
      }
    }
    const rest = aligner.take();
    if (rest.length > 0) yield rest;
    if (aligner.hidden > 0) yield new TextEncoder().encode(`${formatHidden(aligner.hidden)}\n`);
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
  readonly #fit: (widths: readonly number[]) => Fit | undefined;
  #fitted: { readonly run: Run; readonly fit: FittedBlocks | undefined } | undefined;
  #buffer = new Uint8Array(FULL_BLOCK);
  #used = 0;
  /** Number of hidden columns. */
  hidden = 0;

  constructor(padding: number, fit: (widths: readonly number[]) => Fit | undefined) {
    this.#padding = padding;
    this.#fit = fit;
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

  /** Aligns a line of `run`. */
  align(line: Uint8Array, run: Run): void {
    const fit = this.#fitOf(run);
    if (fit === undefined) this.#align(line, run.blocks, this.#padding);
    else this.#align(shortenLine(line, fit), fit.blocks, fit.padding);
  }

  #fitOf(run: Run): FittedBlocks | undefined {
    if (this.#fitted?.run !== run) {
      const widths = [...run.blocks.map(({ width }) => width), run.lastWidth];
      const fit = this.#fit(widths);
      this.hidden = Math.max(this.hidden, fit?.hidden ?? 0);
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

/** Shortens the shown cells of a stored line. */
function shortenLine(line: Uint8Array, fit: Fit): Uint8Array {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(line);
  const shortened = shortenCells(text.slice(0, -1).split("\t"), fit);
  return new TextEncoder().encode(`${shortened.join("\t")}\n`);
}

function shortenCells(cells: readonly string[], { shown, widths }: Fit): string[] {
  return shown.map((index, at) => shortenMiddle(cells[index] ?? "", widths[at]!));
}

/** Returns the length of the SGR sequence of the cell at `start` that ends at `last`, or 0. */
function sgrLength(line: Uint8Array, start: number, last: number): number {
  let index = last - 1;
  while (index > start && line[index]! >= 0x30 && line[index]! <= 0x39) index--;
  const hasDigits = index < last - 1;
  const isSequence = hasDigits && line[index] === 0x5b && line[index - 1] === ESCAPE;
  return isSequence ? last - index + 2 : 0;
}

/** Least width of the last column of a stream, for which other columns are hidden. */
const LEAST_LAST_WIDTH = 24;

/** Options of an {@linkcode EndlessTable}. */
export interface EndlessTableOptions extends Partial<TableColumns> {
  readonly padding?: number;
  /** Minimum widths of the first columns. */
  readonly widths?: readonly number[] | undefined;
  /** Width of the terminal: the first lines decide which columns are hidden. */
  readonly columns?: number | undefined;
}

/**
 * A table of a stream of lines: each line is aligned with the widest cells so far.
 */
export class EndlessTable {
  readonly #options: EndlessTableOptions;
  readonly #padding: number;
  readonly #blocks: Block[];
  /** Set on a terminal. */
  #fit: Fit | undefined;

  constructor(options: EndlessTableOptions = {}) {
    const { padding = PADDING, widths = [] } = options;
    this.#options = options;
    this.#padding = padding;
    this.#blocks = widths.map((width) => ({ width }));
  }

  /**
   * Returns the first lines, with the headers if `hasHeader`. On a terminal the number of hidden
   * columns precedes them: a stream that is stopped has no last line.
   */
  begin(rows: readonly (readonly string[])[], hasHeader: boolean): string {
    const { headers = [], columns } = this.#options;
    const lines = hasHeader ? [headers, ...rows] : rows;
    const fit = this.#fit = columns === undefined ? undefined : this.#fitRows(rows, columns);
    if (!fit) { for (const line of lines) this.#widen(line); }
    else for (const [at, width] of fit.widths.entries()) this.#blocks[at] = { width };
    const notice = fit && fit.hidden > 0 ? `${formatHidden(fit.hidden)}\n` : "";
    return notice + lines.map((line) => `${this.line(line)}\n`).join("");
  }

  #fitRows(rows: readonly (readonly string[])[], columns: number): Fit {
    const { headers = [], hideFirst, canHide, widths = [] } = this.#options;
    const uniform = new UniformColumns();
    for (const row of rows) uniform.add(row);
    const natural = headers.map((header, index) =>
      Math.max(
        countCodePoints(header),
        widths[index] ?? 0,
        // Texts of later rows are longer.
        index === headers.length - 1 && widths.length > 0 ? LEAST_LAST_WIDTH : 0,
        ...rows.map((row) => widthOf(row[index] ?? "")),
      )
    );
    const padding = this.#padding;
    const fit = fitTable(natural, uniform.take(), { headers, hideFirst, canHide }, {
      padding,
      columns,
    });
    return fit ?? { shown: [...headers.keys()], widths: natural, padding, hidden: 0 };
  }

  /** Returns the aligned line, without a line break. */
  line(cells: readonly string[]): string {
    if (this.#fit) return this.#fittedLine(cells, this.#fit, this.#options.columns!);
    this.#widen(cells);
    return align(cells, this.#blocks, this.#padding);
  }

  /** Shortens cells that are wider than those of the first lines; most of all the last one. */
  #fittedLine(all: readonly string[], { shown, padding }: Fit, columns: number): string {
    const { headers = [] } = this.#options;
    const blocks = this.#blocks;
    const last = shown.length - 1;
    const space = () => {
      let free = columns - padding * last;
      for (const { width } of blocks.slice(0, last)) free -= width;
      return free;
    };
    const cells = shown.map((index, at) => {
      const cell = all[index] ?? "";
      if (at === last || isIdentity(headers[index]!)) return cell;
      const block = blocks[at]!;
      const free = Math.max(space() - LEAST_LAST_WIDTH, 0);
      return shortenMiddle(cell, Math.max(block.width, Math.min(LEAST_WIDTH, block.width + free)));
    });
    for (const [at, cell] of cells.slice(0, last).entries()) {
      blocks[at]!.width = Math.max(blocks[at]!.width, widthOf(cell));
    }
    if (last >= 0 && !isIdentity(headers[shown[last]!]!)) {
      cells[last] = shortenMiddle(cells[last]!, Math.max(space(), 1));
    }
    return align(cells, blocks, padding);
  }

  #widen(cells: readonly string[]): void {
    for (let index = 0; index < cells.length - 1; index++) {
      const block = this.#blocks[index] ??= { width: 0 };
      block.width = Math.max(block.width, widthOf(cells[index]!));
    }
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
