/**
 * Forms of texts as patterns of JSON Schema. They are no stricter than nodes; what cannot be said
 * so is left to `validate`.
 *
 * @module
 */
import type { TextFormat } from "../schema/types.ts";

/** A part of a JSON Schema. */
export interface SchemaPart {
  readonly [keyword: string]: unknown;
}

const IPV4 = String.raw`\d{1,3}(\.\d{1,3}){3}`;
const IPV6 = String.raw`[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*`;
const ADDRESS = `(${IPV4}|${IPV6})`;
const SIZE = String.raw`\d[\d,]*\.?\d*\s*([kKmMgGtTpPeE][iI]?)?[bB]?\s*`;
const UNIT = "(ns|us|µs|μs|ms|s|m|h)";
const PORT = String.raw`\d{1,5}`;

/** A text that may be empty, which is the same as none. */
function text(pattern: string, extra: SchemaPart = {}): SchemaPart {
  return { type: ["string", "null"], pattern: `^(${pattern})?$`, ...extra };
}

/** The same, or a whole number. */
function textOrInteger(pattern: string): SchemaPart {
  return { type: ["string", "integer", "null"], pattern: `^(${pattern})?$`, minimum: 0 };
}

/** What a text of a form looks like. */
export const FORMATS: Readonly<Record<TextFormat, SchemaPart>> = {
  address: text(ADDRESS),
  addressOrSubnet: text(String.raw`${ADDRESS}(/\d{1,3})?`),
  addressPort: text(String.raw`(${IPV4}|\[${IPV6}(%\w+)?\]):${PORT}`),
  // Six asterisks are what a node shows of a key.
  base64: text(String.raw`[A-Za-z0-9+/\s]*={0,2}\s*|\*{6}`, { contentEncoding: "base64" }),
  byteSize: textOrInteger(SIZE),
  diskMatch: textOrInteger(String.raw`\s*(>=|<=|>|<|==)?\s*${SIZE}`),
  diskSize: textOrInteger(SIZE),
  duration: text(String.raw`[-+]?(0|((\d+\.?\d*|\.\d+)${UNIT})+)`),
  expression: { type: ["string", "null"] },
  fileMode: textOrInteger("(0[oO]?)?[0-7]+"),
  hostPort: text(String.raw`\S*:${PORT}`),
  manifest: { type: ["string", "null"] },
  pem: { type: ["string", "null"] },
  portRange: { ...textOrInteger(`${PORT}(-${PORT})?`), maximum: 0xffff },
  subnet: text(String.raw`${ADDRESS}/\d{1,3}`),
  url: text(String.raw`\S*`),
};
