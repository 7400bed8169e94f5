/**
 * The words of CEL, the language in which disks are selected.
 *
 * @module
 */

/** What a word is. */
export type TokenKind = "name" | "int" | "uint" | "double" | "string" | "bytes" | "sign" | "end";

/** One word. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const QUOTED = `"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'`;

const PATTERNS: readonly (readonly [kind: TokenKind | "blank", pattern: RegExp])[] = [
  ["blank", /(?:\s|\/\/[^\n]*)+/y],
  ["bytes", new RegExp(`(?:[rR]?[bB]|[bB][rR])(?:${QUOTED})`, "y")],
  ["string", new RegExp(`[rR]?(?:${QUOTED})`, "y")],
  ["double", /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y],
  ["uint", /(?:0x[0-9a-fA-F]+|\d+)[uU]/y],
  ["int", /0x[0-9a-fA-F]+|\d+/y],
  ["name", /[A-Za-z_]\w*/y],
  ["sign", /&&|\|\||[<>=!]=|[-+*/%<>!?:.,()[\]{}]/y],
];

/** The words of an expression; what cannot be read ends them as a sign of its own. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    let length = 0;
    for (const [kind, pattern] of PATTERNS) {
      pattern.lastIndex = at;
      const word = pattern.exec(text)?.[0];
      if (word === undefined) continue;
      length = word.length;
      if (kind !== "blank") tokens.push({ kind, text: word });
      break;
    }
    if (length === 0) {
      tokens.push({ kind: "sign", text: text[at]! });
      break;
    }
    at += length;
  }
  return [...tokens, { kind: "end", text: "" }];
}
