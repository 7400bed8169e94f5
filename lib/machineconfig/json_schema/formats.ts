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

/** A text that may be empty, which is the same as none; `expected` is said by editors. */
function text(pattern: string, expected: string, extra: SchemaPart = {}): SchemaPart {
  return {
    type: ["string", "null"],
    pattern: `^(${pattern})?$`,
    patternErrorMessage: `Expected ${expected}`,
    ...extra,
  };
}

/** The same, or a whole number. */
function textOrInteger(pattern: string, expected: string): SchemaPart {
  return text(pattern, expected, { type: ["string", "integer", "null"], minimum: 0 });
}

const SIZE_EXPECTED = "a size like 10GiB or 500MB";

/** What a text of a form looks like. */
export const FORMATS: Readonly<Record<TextFormat, SchemaPart>> = {
  address: text(ADDRESS, "an IP address like 192.0.2.1"),
  addressOrSubnet: text(String.raw`${ADDRESS}(/\d{1,3})?`, "an IP address or subnet"),
  addressPort: text(
    String.raw`(${IPV4}|\[${IPV6}(%\w+)?\]):${PORT}`,
    "an address with a port like 192.0.2.1:51820",
  ),
  // Six asterisks are what a node shows of a key.
  base64: text(String.raw`[A-Za-z0-9+/\s]*={0,2}\s*|\*{6}`, "a PEM text as base64", {
    contentEncoding: "base64",
  }),
  byteSize: textOrInteger(SIZE, SIZE_EXPECTED),
  diskMatch: textOrInteger(
    String.raw`\s*(>=|<=|>|<|==)?\s*${SIZE}`,
    'a condition on a size like ">= 1TB"',
  ),
  diskSize: textOrInteger(SIZE, SIZE_EXPECTED),
  duration: text(
    String.raw`[-+]?(0|((\d+\.?\d*|\.\d+)${UNIT})+)`,
    "a duration like 30s, 5m or 1h30m",
  ),
  expression: { type: ["string", "null"] },
  fileMode: textOrInteger("(0[oO]?)?[0-7]+", "an octal file mode like 0o644"),
  hostPort: text(String.raw`\S*:${PORT}`, "a host and port like example.com:443"),
  manifest: { type: ["string", "null"] },
  pem: { type: ["string", "null"] },
  portRange: {
    ...textOrInteger(`${PORT}(-${PORT})?`, "a port like 80 or a range like 1000-2000"),
    maximum: 0xffff,
  },
  subnet: text(String.raw`${ADDRESS}/\d{1,3}`, "a subnet like 192.0.2.0/24"),
  url: text(String.raw`\S*`, "a URL like https://example.org:6443"),
};
