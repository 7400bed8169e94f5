/**
 * Aligns stored lines of a table.
 *
 * @module
 */
import type { ColumnWidth } from "./cell_width.ts";
import { type Fit, shortenMiddle } from "./fit_columns.ts";
import { FULL_BLOCK, TAB } from "./line_store.ts";

const SPACE = 0x20;
const ESCAPE = 0x1b;
/** Final byte of an SGR sequence. */
const LETTER_M = 0x6d;

/** Consecutive lines with the same columns. */
export interface Run {
  readonly blocks: readonly ColumnWidth[];
  /** Width of the last cells, which are not aligned. */
  lastWidth: number;
  lines: number;
}

/** Columns of a run that was shortened to the terminal. */
interface FittedBlocks extends Fit {
  readonly blocks: readonly ColumnWidth[];
}

/** Aligns stored lines in one buffer, without a string per line. */
export class LineAligner {
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

  #align(line: Uint8Array, blocks: readonly ColumnWidth[], padding: number): void {
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
        const end = used + Math.max(blocks[column++]!.width - width, 0) + padding;
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

function shortenCells(cells: readonly string[], { shown, widths, overflowing }: Fit): string[] {
  return shown.map((index, at) =>
    index === overflowing ? cells[index] ?? "" : shortenMiddle(cells[index] ?? "", widths[at]!)
  );
}

/** Returns the length of the SGR sequence of the cell at `start` that ends at `last`, or 0. */
function sgrLength(line: Uint8Array, start: number, last: number): number {
  let index = last - 1;
  while (index > start && line[index]! >= 0x30 && line[index]! <= 0x39) index--;
  const hasDigits = index < last - 1;
  const isSequence = hasDigits && line[index] === 0x5b && line[index - 1] === ESCAPE;
  return isSequence ? last - index + 2 : 0;
}
