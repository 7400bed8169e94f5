/**
 * Joins lists and maps in brackets that span lines. Go lets their lines start in any column, js-yaml
 * requires indentation. Line breaks, tabs and comments become spaces one for one, so that positions
 * and values stay.
 *
 * @module
 */

/** Returns `text` with every list and map in brackets on one line. */
export function joinFlowLines(text: string): string {
  return new Joiner(text).run();
}

/** A scanner that distinguishes brackets of YAML from those in strings. */
class Joiner {
  readonly #text: string;
  readonly #parts: string[] = [];
  /** End of the text already in `#parts`. */
  #copied = 0;
  #at = 0;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): string {
    while (this.#at < this.#text.length) this.#line();
    this.#parts.push(this.#text.slice(this.#copied));
    return this.#parts.join("");
  }

  /** Skips a line, with the block scalar or brackets that start on it. */
  #line(): void {
    this.#lineStart = this.#at;
    this.#skip(/ */y);
    let parent = this.#at - this.#lineStart;
    for (;;) {
      const column = this.#at - this.#lineStart;
      if (this.#skip(/[-?](?=\s)[ \t]*/y)) {
        parent = column;
        continue;
      }
      if (this.#skip(/[&!][^\s]*[ \t]*/y)) continue;
      if (this.#skip(/[|>][-+\d]*[ \t]*(?:#.*)?(?=[\r\n]|$)/y)) return this.#blockScalar(parent);
      const char = this.#text[this.#at];
      if (char === "[" || char === "{") this.#flow();
      else if (char === '"' || char === "'") this.#quoted();
      else this.#skip(/(?:[^:#\r\n]|:(?!\s)|(?<!\s)#)*/y);
      // A key: its value follows.
      if (!this.#skip(/[ \t]*:(?=\s)[ \t]*/y)) break;
      parent = column;
    }
    this.#skip(/.*(?:\r\n?|\n)?/y);
  }

  /** Skips the lines of a block scalar, which are indented more than its parent. */
  #blockScalar(parent: number): void {
    this.#skip(/.*(?:\r\n?|\n)?/y);
    const inside = new RegExp(`(?:(?: {${parent + 1}}.*| *)(?:\\r\\n?|\\n))*`, "y");
    this.#skip(inside);
  }

  #flow(): void {
    let depth = 0;
    do {
      const char = this.#text[this.#at];
      if (char === undefined) return;
      if (char === "[" || char === "{") depth++;
      else if (char === "]" || char === "}") depth--;
      else if ((char === '"' || char === "'") && /[[{,:\s]/.test(this.#text[this.#at - 1]!)) {
        this.#quoted();
        continue;
      } else if (/[\t\r\n]/.test(char)) this.#blank(/[\t\r\n]+/y);
      else if (char === "#" && /\s/.test(this.#text[this.#at - 1]!)) this.#blank(/.*/y);
      this.#at++;
    } while (depth > 0);
  }

  #quoted(): void {
    this.#skip(this.#text[this.#at] === '"' ? /"(?:[^"\\]|\\[^])*"?/y : /'(?:[^']|'')*'?/y);
  }

  /** Replaces a match by spaces, and stops at the last of them. */
  #blank(pattern: RegExp): void {
    const from = this.#at;
    if (!this.#skip(pattern)) return;
    this.#parts.push(this.#text.slice(this.#copied, from), " ".repeat(this.#at - from));
    this.#copied = this.#at;
    this.#at--;
  }

  /** Skips a match at the current position; returns false when it is empty. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const length = pattern.exec(this.#text)?.[0].length ?? 0;
    this.#at += length;
    return length > 0;
  }
}
