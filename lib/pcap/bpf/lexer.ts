/**
 * Tokens of filter expressions: pcap-filter(7).
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";

/** A token. Addresses and names are words. */
export interface Token {
  readonly kind: "word" | "number" | "symbol" | "end";
  readonly text: string;
  /** Position in the expression, from 1. */
  readonly column: number;
}

/** Longest expression, characters. */
const MAX_LENGTH = 64 * 1024;

/** Hardware and IPv6 addresses, names and dotted numbers, symbols; in this order. */
const TOKEN =
  /\s*(?:((?:[0-9a-f]{1,2}[:-]){5}[0-9a-f]{1,2}(?![\w:])|(?=[0-9a-f]*:[0-9a-f:.]*:)[0-9a-f:.]+|\\?[a-z0-9](?:[-_.a-z0-9]*[.a-z0-9])?)|(&&|\|\||<<|>>|[<>!=]=|[-+*\/%&|^<>()[\]!=:]))/iy;

const NUMBER = /^(?:0x[0-9a-f]+|\d+)$/i;

/** Returns an error at a token. */
export function syntaxError(expression: string, token: Token, reason: string): OsctlError {
  const at = token.kind === "end" ? "at the end" : `at "${token.text}" (column ${token.column})`;
  const shown = `"${expression.slice(0, 200)}"`;
  return new OsctlError("usage", `invalid filter expression ${shown}: ${reason} ${at}`, {
    hint: 'use an expression such as "tcp port 6443 and host 10.0.0.1"',
  });
}

/**
 * Splits an expression into tokens.
 *
 * @throws {OsctlError} of kind `usage` for an unknown character.
 */
export function tokenize(expression: string): Token[] {
  if (expression.length > MAX_LENGTH) {
    throw new OsctlError("usage", `the filter expression is longer than ${MAX_LENGTH} characters`, {
      hint: "shorten it, for example with networks instead of hosts",
    });
  }
  const tokens: Token[] = [];
  const source = expression.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (match === null) {
      const rest = source.slice(start).trimStart();
      const column = source.length - rest.length + 1;
      const token: Token = { kind: "symbol", text: rest[0]!, column };
      throw syntaxError(expression, token, "unexpected character");
    }
    const text = match[1] ?? match[2]!;
    const column = match.index + match[0].length - text.length + 1;
    const kind = match[2] !== undefined ? "symbol" : NUMBER.test(text) ? "number" : "word";
    tokens.push({ kind, text, column });
  }
  tokens.push({ kind: "end", text: "", column: source.length + 1 });
  return tokens;
}
