/**
 * Scanner of templates.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
};
/** Number of hexadecimal digits after an escape letter. */
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** A cursor in a template. */
export class Scanner {
  #at = 0;

  constructor(readonly text: string) {}

  get atEnd(): boolean {
    return this.#at >= this.text.length;
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.text.charAt(this.#at);
  }

  /** Consumes `token` if it is next. */
  take(token: string): boolean {
    if (!this.text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  /** Consumes the match of a sticky regular expression; returns "" without one. */
  match(expression: RegExp): string {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  /** Consumes spaces and tabs. */
  skipBlanks(): void {
    this.match(/[ \t]*/y);
  }

  /** Consumes a quoted string with Go escapes. */
  quoted(): string {
    const mark = this.next;
    this.#at++;
    let value = "";
    while (!this.take(mark)) {
      if (this.atEnd) throw this.error(`unterminated string, expected ${mark}`);
      if (this.take("\\")) value += this.#escape();
      else value += this.match(/[^\\]/uy);
    }
    return value;
  }

  #escape(): string {
    const letter = this.next;
    const octal = this.match(/[0-3][0-7]{2}/y);
    if (octal !== "") return String.fromCharCode(parseInt(octal, 8));
    this.#at++;
    const simple = SIMPLE[letter];
    if (simple !== undefined) return simple;
    const count = DIGITS[letter];
    if (count === undefined) {
      // Kubernetes escapes dots in keys as `\.`.
      if (letter !== "" && /[^\w]/.test(letter)) return letter;
      throw this.error(`unknown escape "\\${letter}"`);
    }
    const digits = this.match(/[0-9a-fA-F]+/y);
    const code = parseInt(digits.slice(0, count), 16);
    if (digits.length < count || !(code <= 0x10ffff)) {
      throw this.error(`"\\${letter}" requires ${count} hexadecimal digits`);
    }
    this.#at -= digits.length - count;
    return String.fromCodePoint(code);
  }

  /** Creates an error at the cursor. */
  error(reason: string): OsctlError {
    return new OsctlError(
      "usage",
      `invalid expression "${this.text}" at character ${this.#at + 1}: ${reason}`,
      { hint: "use, for example, {.spec.hostname} or {.spec.addresses[*]}" },
    );
  }
}
