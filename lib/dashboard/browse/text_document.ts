/**
 * A text with sections that can be folded, by their indentation, and a search.
 *
 * @module
 */

/** A visible line. */
export interface TextLine {
  /** Index among all lines. */
  readonly index: number;
  readonly text: string;
  /** Whether lines below belong to it: undefined for none. */
  readonly isFolded: boolean | undefined;
}

const INDENT = /^ */;
const LIST_ITEM = /^ *- /;

/** Returns, for each line, the index after its section; the next line's for a line without one. */
export function findSections(lines: readonly string[]): number[] {
  const depth = lines.map((line) => line.trim() === "" ? Infinity : INDENT.exec(line)![0].length);
  const ends = lines.map((_, index) => index + 1);
  for (const [index, line] of lines.entries()) {
    const own = depth[index]!;
    if (own === Infinity) continue;
    // YAML allows a list at the indentation of its key.
    const hasFlatList = line.trimEnd().endsWith(":") && !LIST_ITEM.test(line);
    let end = index + 1;
    while (
      end < lines.length &&
      (depth[end]! > own ||
        (hasFlatList && depth[end] === own && LIST_ITEM.test(lines[end]!)))
    ) end++;
    // Empty lines at the end separate sections.
    while (end > index + 1 && depth[end - 1] === Infinity) end--;
    ends[index] = end;
  }
  return ends;
}

/** Returns, for each line of a unified diff, the index after its hunk. */
export function findHunks(lines: readonly string[]): number[] {
  const ends = lines.map((_, index) => index + 1);
  let end = lines.length;
  for (let index = lines.length - 1; index >= 0; index--) {
    if (!lines[index]!.startsWith("@@")) continue;
    ends[index] = end;
    end = index;
  }
  return ends;
}

/** A text with folded sections. */
export class TextDocument {
  readonly lines: readonly string[];
  #ends: readonly number[] | undefined;
  readonly #folded = new Set<number>();
  #visible: readonly TextLine[] | undefined;

  readonly #findSections: (lines: readonly string[]) => number[];

  /** @param sections Returns the index after the section of each line; default: by indentation. */
  constructor(text: string, sections = findSections) {
    this.#findSections = sections;
    this.lines = text.replace(/\n$/, "").split("\n");
  }

  /** The lines that are not folded. */
  get visible(): readonly TextLine[] {
    if (this.#visible !== undefined) return this.#visible;
    const ends = this.#ends ??= this.#findSections(this.lines);
    const visible: TextLine[] = [];
    for (let index = 0; index < this.lines.length;) {
      const isFolded = this.#folded.has(index);
      const hasSection = ends[index]! > index + 1;
      visible.push({
        index,
        text: this.lines[index]!,
        isFolded: hasSection ? isFolded : undefined,
      });
      index = isFolded ? ends[index]! : index + 1;
    }
    return this.#visible = visible;
  }

  /** Folds or unfolds the section of a line, else the innermost one that contains the line. */
  toggle(index: number): number {
    const ends = this.#ends ??= this.#findSections(this.lines);
    let start = index;
    while (start >= 0 && !(ends[start]! > Math.max(index, start + 1))) start--;
    if (start < 0) return index;
    if (!this.#folded.delete(start)) this.#folded.add(start);
    this.#visible = undefined;
    return start;
  }

  /** Folds all sections below the first level, or unfolds all. */
  foldAll(isFolded: boolean): void {
    this.#folded.clear();
    const ends = this.#ends ??= this.#findSections(this.lines);
    for (const [index, end] of isFolded ? ends.entries() : []) {
      if (end > index + 1) this.#folded.add(index);
    }
    this.#visible = undefined;
  }

  /** Folds the lines that another text has folded. */
  foldLike(other: TextDocument): void {
    for (const index of other.#folded) this.#folded.add(index);
    this.#visible = undefined;
  }

  /** Unfolds the sections around a line. */
  reveal(index: number): void {
    const ends = this.#ends ??= this.#findSections(this.lines);
    for (const start of [...this.#folded]) {
      if (start < index && ends[start]! > index) this.#folded.delete(start);
    }
    this.#visible = undefined;
  }

  /** Returns the index of the next line with a text after `from`, also in folded ones, around the end. */
  find(wanted: string, from: number, step: 1 | -1): number | undefined {
    const text = wanted.toLowerCase();
    const { length } = this.lines;
    for (let count = 1; count <= length; count++) {
      const index = (from + step * count + length * 2) % length;
      if (this.lines[index]!.toLowerCase().includes(text)) return index;
    }
    return undefined;
  }
}
