/**
 * Tokens of CEL, the Common Expression Language, in which disks are selected. Source of the lexical
 * rules: the language definition of cel-spec.
 *
 * @module
 */

/** Kinds of tokens. */
export type TokenKind = "name" | "int" | "uint" | "double" | "string" | "bytes" | "sign" | "end";

/** One token. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** A text that is not a token: its first character, with the reason when one is known. */
export class TokenError extends Error {}

/** Surrogates and code points beyond Unicode are not characters. */
const ESCAPE = String.raw`\\(?:[abfnrtv\\?"'\x60]|[xX][0-9a-fA-F]{2}|[0-3][0-7]{2}|` +
  String.raw`(?:u|U0000)(?![dD][89a-fA-F])[0-9a-fA-F]{4}|U00(?:0[1-9a-fA-F]|10)[0-9a-fA-F]{4})`;

/** Quoted text: in three quotes it may span lines; after `r` a backslash is not an escape. */
const QUOTED = ['"', "'"].flatMap((quote) => [
  `${quote}{3}(?:${ESCAPE}|[^\\\\])*?${quote}{3}`,
  `${quote}(?:${ESCAPE}|[^\\\\\\n\\r${quote}])*${quote}`,
]).join("|");
const RAW = ['"', "'"].flatMap((quote) => [
  `${quote}{3}[^]*?${quote}{3}`,
  `${quote}[^\\n\\r${quote}]*${quote}`,
]).join("|");

const PATTERNS: readonly (readonly [kind: TokenKind | "blank", pattern: RegExp])[] = [
  ["blank", /(?:[\t\n\f\r ]|\/\/[^\n]*)+/y],
  ["bytes", new RegExp(`[bB](?:${QUOTED})|(?:[rR][bB]|[bB][rR])(?:${RAW})`, "y")],
  ["string", new RegExp(`(?:${QUOTED})|[rR](?:${RAW})`, "y")],
  ["double", /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y],
  ["uint", /(?:0x[0-9a-fA-F]+|\d+)[uU]/y],
  ["int", /0x[0-9a-fA-F]+|\d+/y],
  ["name", /[A-Za-z_]\w*/y],
  ["sign", /&&|\|\||[<>=!]=|[-+*/%<>!?:.,()[\]{}]/y],
];

/**
 * Splits an expression into tokens; the last is of kind `end`.
 *
 * @throws {TokenError} at a character that starts no token.
 */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const found = PATTERNS.map(([kind, pattern]) => {
      pattern.lastIndex = at;
      return { kind, text: pattern.exec(text)?.[0] };
    }).find((match) => match.text !== undefined);
    if (found?.text === undefined) throw new TokenError(describeRest(text.slice(at)));
    if (found.kind !== "blank") tokens.push({ kind: found.kind, text: found.text });
    at += found.text.length;
  }
  return [...tokens, { kind: "end", text: "" }];
}

function describeRest(rest: string): string {
  if (!/^["']/.test(rest)) return `unexpected ${JSON.stringify([...rest][0])}`;
  return /^(["'])(?:\\[^]|[^\\\n\r])*?\1/.test(rest)
    ? "invalid escape sequence in a string"
    : "unterminated string";
}
