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
      else this.#plain();
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

  /** Skips a plain scalar on its line: up to a key's colon or a comment. */
  #plain(): void {
    const end = /[:#\r\n]/g;
    end.lastIndex = this.#at;
    for (let found = end.exec(this.#text); found !== null; found = end.exec(this.#text)) {
      const { 0: char, index } = found;
      this.#at = index;
      if (char === "\r" || char === "\n") return;
      if (char === ":" && /\s/.test(this.#text[index + 1] ?? " ")) return;
      if (char === "#" && /\s/.test(this.#text[index - 1] ?? "")) return;
    }
    this.#at = this.#text.length;
  }

  /** Skips a quoted scalar: a loop, because a group of an expression overflows in long texts. */
  #quoted(): void {
    const quote = this.#text[this.#at]!;
    const special = quote === '"' ? /["\\]/g : /'/g;
    special.lastIndex = this.#at + 1;
    for (let found = special.exec(this.#text); found !== null; found = special.exec(this.#text)) {
      const { 0: char, index } = found;
      const isPair = char === "\\" || quote === "'" && this.#text[index + 1] === quote;
      if (!isPair) {
        this.#at = index + 1;
        return;
      }
      special.lastIndex = index + 2;
    }
    this.#at = this.#text.length;
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
