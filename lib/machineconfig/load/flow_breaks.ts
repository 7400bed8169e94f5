/**
 * Lists and maps in brackets over several lines. The parser of nodes lets their lines start
 * anywhere; the one used here wants them indented. So their line breaks, tabs and comments become
 * spaces, one for one, which changes no place and no value.
 *
 * @module
 */

/** `text` with every list and map in brackets on one line. */
export function joinFlowLines(text: string): string {
  return new Joiner(text).run();
}

/** Walks a text as far as it must to tell brackets of YAML from those in texts. */
class Joiner {
  readonly #text: string;
  readonly #parts: string[] = [];
  /** What is behind has been taken. */
  #taken = 0;
  #at = 0;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): string {
    while (this.#at < this.#text.length) this.#line();
    this.#parts.push(this.#text.slice(this.#taken));
    return this.#parts.join("");
  }

  /** From the start of a line to the start of one in block style. */
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

  /** Passes the lines of a text that are indented more than what it belongs to. */
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

  /** Replaces what matches by spaces, all but the last of which are passed. */
  #blank(pattern: RegExp): void {
    const from = this.#at;
    if (!this.#skip(pattern)) return;
    this.#parts.push(this.#text.slice(this.#taken, from), " ".repeat(this.#at - from));
    this.#taken = this.#at;
    this.#at--;
  }

  /** Passes what matches here; false when that is nothing. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const length = pattern.exec(this.#text)?.[0].length ?? 0;
    this.#at += length;
    return length > 0;
  }
}
