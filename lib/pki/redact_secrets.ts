/**
 * Redaction of secrets in error texts of this program, the runtime and libraries, which quote text
 * that they could not parse.
 *
 * @module
 */
import { combineErrors, MultiError, OsctlError } from "../errors.ts";
import { redactPatterns } from "./redact_node_text.ts";
import { REDACTED } from "./redacted.ts";

/** Environment variables with secrets. */
const SECRET_VARIABLES = [
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "SOPS_AGE_KEY",
];

/** Characters of a value that a quotation neither escapes nor encodes. */
const PIECE = /[A-Za-z0-9]+/g;
/** Shorter pieces occur by chance, characters. */
const SHORTEST = 8;

/** Returns the values of environment variables with secrets. */
export function readSecretValues(env: { get(name: string): string | undefined }): string[] {
  return SECRET_VARIABLES.flatMap((name) => {
    try {
      return env.get(name) ?? [];
    } catch {
      // A variable that is not UTF-8 cannot be quoted either; its reader reports it.
      return [];
    }
  });
}

/**
 * Redacts secrets in the text of an error.
 *
 * @param values Known secrets. Their parts are replaced too, because a quotation may escape, encode or
 *   shorten them.
 */
export function redactSecrets(text: string, values: readonly string[] = []): string {
  const pieces = new Set(
    values.flatMap((value) => value.match(PIECE) ?? []).filter(({ length }) => length >= SHORTEST)
      .map((piece) => piece.toLowerCase()),
  );
  const lines = text.split("\n").map(redactLine).join("\n");
  if (pieces.size === 0) return lines;
  return lines.replaceAll(PIECE, (word) => {
    const lower = word.toLowerCase();
    return [...pieces].some((piece) => isPart(lower, piece)) ? REDACTED : word;
  });
}

/** The first line of a private key, which alone is no secret: hints name it. */
const KEY_HEADER = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----$/;

function redactLine(line: string): string {
  const header = KEY_HEADER.exec(line)?.[0] ?? "";
  return redactPatterns(line.slice(0, line.length - header.length)) + header;
}

/** Reports whether a word contains a piece, or is a part of one. */
function isPart(word: string, piece: string): boolean {
  return word.includes(piece) || word.length >= SHORTEST && piece.includes(word);
}

/** A quotation, and a word that may be a key or a token. */
const QUOTATION = /"(?:[^"\\\n]|\\.){0,100000}"|'[^'\n]{0,100000}'|`[^`\n]{0,100000}`/g;
const LONG_WORD = /[A-Za-z0-9+/=_-]{20,}/g;
/** Names of properties and functions, which the runtime quotes in errors of the program. */
const IDENTIFIER = /^.[A-Za-z_$#][A-Za-z_$.#]{0,40}.$/;

/**
 * Redacts the text of an error of the runtime or a library, which may quote anything: quotations
 * other than identifiers, and long words with digits.
 */
export function redactLibraryText(text: string, values: readonly string[] = []): string {
  const quoted = text.replaceAll(QUOTATION, (all) => IDENTIFIER.test(all) ? all : `"${REDACTED}"`);
  const words = quoted.replaceAll(LONG_WORD, (word) => /\d/.test(word) ? REDACTED : word);
  return redactSecrets(words, values);
}

/** Returns an error without known secrets in its message and hint. */
export function redactError(error: OsctlError, values: readonly string[]): OsctlError {
  if (error instanceof MultiError) {
    return combineErrors(error.errors.map((one) => redactError(one, values)))!;
  }
  const { kind, message, hint } = error;
  const text = redactSecrets(message, values);
  const advice = hint === undefined ? undefined : redactSecrets(hint, values);
  if (text === message && advice === hint) return error;
  return new OsctlError(kind, text, advice === undefined ? {} : { hint: advice });
}

/** Records the values that are read from an environment, as possible secrets. */
export function recordValues(
  env: { get(name: string): string | undefined },
  values: Set<string>,
): { get(name: string): string | undefined } {
  return {
    get(name) {
      const value = env.get(name);
      if (value !== undefined) values.add(value);
      return value;
    },
  };
}
