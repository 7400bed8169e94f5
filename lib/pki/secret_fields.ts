/**
 * Redaction of the secret fields of machine configurations in lines of text, by their names.
 *
 * @module
 */
import { REDACTED } from "./redacted.ts";

/**
 * Names of the fields that the schema of `lib/machineconfig` marks as secret; a test compares them.
 * `bootstraptoken` is a name of earlier releases.
 */
export const SECRET_FIELDS = [
  "aescbcEncryptionSecret",
  "apiToken",
  "apiUrl",
  "auth",
  "bootstraptoken",
  "clusterSecret",
  "config",
  "configuration",
  "content",
  "contents",
  "env",
  "environment",
  "extraManifestHeaders",
  "headers",
  "identityToken",
  "key",
  "manifest",
  "passphrase",
  "password",
  "presharedKey",
  "privateKey",
  "secret",
  "secretboxEncryptionSecret",
  "token",
  "uniqueToken",
  "variables",
] as const;

const NAMES = SECRET_FIELDS.join("|");

/** A field at the start of a line, with its value or without one. */
const LINE_FIELD = new RegExp(`^([\\s+-]{0,200}["']?(?:${NAMES})["']?:)(?:\\s+(\\S.*))?$`, "i");

/**
 * A field in JSON, in flow style, and in a map that Go prints, without a space before the value; quotes
 * may be escaped.
 */
const FLOW_FIELD = new RegExp(
  `(?:[{,[]\\s{0,20}(\\\\{0,8}["']?)(?:${NAMES})\\1\\s?:|\\s(?:${NAMES}):(?=\\S))`,
  "gi",
);

/** A line that begins a secret field, and its indentation. */
export interface SecretLine {
  /** The redacted line. */
  readonly text: string;
  /** Deeper lines belong to the value. */
  readonly indentation: number;
}

/** Redacts a line that begins with a secret field; undefined for any other line. */
export function redactSecretLine(line: string): SecretLine | undefined {
  const [, start, value = ""] = LINE_FIELD.exec(line) ?? [];
  if (start === undefined) return undefined;
  const isEmpty = value === "" || /^(?:[{[][\]}]|""|'')$/.test(value);
  return {
    text: isEmpty ? line : `${start} ${REDACTED}`,
    indentation: /^[\s+-]*/.exec(line)![0].length,
  };
}

/** Redacts secret fields in JSON and flow style anywhere in a line. */
export function redactFlowFields(line: string): string {
  let result = "";
  let at = 0;
  for (const { 0: match, 1: quote = "", index } of line.matchAll(FLOW_FIELD)) {
    if (index < at) continue;
    const start = index + match.length;
    const end = valueEnd(line, start, quote.startsWith("\\") ? quote : "");
    const value = line.slice(start, end);
    const isEmpty = /^\s*(?:\\*["']{2}|\{\}|\[\]|null|)$/.test(value);
    const space = /^\s*/.exec(value)![0];
    result += line.slice(at, start) + (isEmpty ? value : `${space}"${REDACTED}"`);
    at = end;
  }
  return result + line.slice(at);
}

/**
 * Returns the end of the value that starts at `from`: a quoted text, a list or map with all that is
 * in it, or a plain text up to the next item.
 *
 * @param escaped Quote of a text within another one, such as `\"`.
 */
function valueEnd(line: string, from: number, escaped: string): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < line.length; at++) {
    const char = line[at]!;
    if (quote !== "") {
      if (escaped === "" && char === "\\") at++;
      else if (line.startsWith(quote, at)) {
        at += quote.length - 1;
        quote = "";
      }
    } else if (escaped !== "" && line.startsWith(escaped, at)) {
      quote = escaped;
      at += escaped.length - 1;
    } else if (escaped === "" && (char === '"' || char === "'")) quote = char;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") {
      if (depth === 0) return at;
      depth--;
    } else if (char === "," && depth === 0) return at;
  }
  return line.length;
}
