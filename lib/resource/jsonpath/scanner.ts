/**
 * Reads a template character by character.
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
/** Escapes with digits: how many follow the letter. */
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** A position in a text. */
export class Scanner {
  #at = 0;

  constructor(readonly text: string) {}

  get atEnd(): boolean {
    return this.#at >= this.text.length;
  }

  /** The character at the position; empty at the end. */
  get next(): string {
    return this.text.charAt(this.#at);
  }

  /** Takes `token` if it comes next. */
  take(token: string): boolean {
    if (!this.text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  /** Takes what comes next as far as it fits a sticky expression; empty when it does not fit. */
  match(expression: RegExp): string {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  /** Passes over blanks. */
  skipBlanks(): void {
    this.match(/[ \t]*/y);
  }

  /** A text in quotation marks, with the escapes of Go. */
  quoted(): string {
    const mark = this.next;
    this.#at++;
    let value = "";
    while (!this.take(mark)) {
      if (this.atEnd) throw this.error(`the text in ${mark} does not end`);
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
      // `\.` within a key is how a point is written in the original dialect.
      if (letter !== "" && /[^\w]/.test(letter)) return letter;
      throw this.error(`"\\${letter}" is no escape`);
    }
    const digits = this.match(/[0-9a-fA-F]+/y);
    const code = parseInt(digits.slice(0, count), 16);
    if (digits.length < count || !(code <= 0x10ffff)) {
      throw this.error(`"\\${letter}" needs ${count} hexadecimal digits`);
    }
    this.#at -= digits.length - count;
    return String.fromCodePoint(code);
  }

  /** An error at the position. */
  error(reason: string): OsctlError {
    return new OsctlError(
      "usage",
      `the expression "${this.text}" is wrong at character ${this.#at + 1}: ${reason}`,
      { hint: "write, for example, {.spec.hostname} or {.spec.addresses[*]}" },
    );
  }
}
