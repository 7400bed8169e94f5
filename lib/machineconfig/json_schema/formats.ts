/**
 * String formats as JSON Schema patterns, no stricter than nodes. `validate` checks the rest.
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

/** Returns the schema of a string, empty or of the pattern; editors show `expected` in errors. */
function text(pattern: string, expected: string, extra: SchemaPart = {}): SchemaPart {
  return {
    type: ["string", "null"],
    pattern: `^(${pattern})?$`,
    patternErrorMessage: `Expected ${expected}`,
    ...extra,
  };
}

/** Like `text`, and accepts integers. */
function textOrInteger(pattern: string, expected: string): SchemaPart {
  return text(pattern, expected, { type: ["string", "integer", "null"], minimum: 0 });
}

const SIZE_EXPECTED = "a size like 10GiB or 500MB";

/** The schema of each string format. */
export const FORMATS: Readonly<Record<TextFormat, SchemaPart>> = {
  address: text(ADDRESS, "an IP address like 192.0.2.1"),
  addressOrSubnet: text(String.raw`${ADDRESS}(/\d{1,3})?`, "an IP address or subnet"),
  addressPort: text(
    String.raw`(${IPV4}|\[${IPV6}(%\w+)?\]):${PORT}`,
    "an address with a port like 192.0.2.1:51820",
  ),
  // Nodes redact keys as six asterisks.
  base64: text(String.raw`[A-Za-z0-9+/\s]*={0,2}\s*|\*{6}`, "base64-encoded PEM", {
    contentEncoding: "base64",
  }),
  byteSize: textOrInteger(SIZE, SIZE_EXPECTED),
  cidr: text(String.raw`${ADDRESS}/\d{1,3}`, "an address with a prefix length like 192.0.2.11/24"),
  diskMatch: textOrInteger(
    String.raw`\s*(>=|<=|>|<|==)?\s*${SIZE}`,
    'a size or comparison like ">= 1TB"',
  ),
  diskSize: textOrInteger(SIZE, SIZE_EXPECTED),
  duration: text(
    String.raw`[-+]?(0|((\d+\.?\d*|\.\d+)${UNIT})+)`,
    "a duration like 30s, 5m or 1h30m",
  ),
  expression: { type: ["string", "null"] },
  fileMode: textOrInteger("(0[oO]?)?[0-7]+", "an octal file mode like 0o644"),
  hardwareAddress: text("[0-9A-Fa-f:]*", "a hardware address like 00:00:5e:00:53:01"),
  hostPort: text(String.raw`\S*:${PORT}`, "a host and port like example.com:443"),
  manifest: { type: ["string", "null"] },
  pem: { type: ["string", "null"] },
  portRange: {
    ...textOrInteger(`${PORT}(-${PORT})?`, "a port like 80 or a range like 1000-2000"),
    maximum: 0xffff,
  },
  relativeSize: textOrInteger(
    String.raw`-?(${SIZE}|\d+\.?\d*%)`,
    "a size like 10GiB, 50% or -10GiB",
  ),
  routingTable: textOrInteger(
    String.raw`[1-9]\d{0,2}|main|local|default|unspec`,
    "a routing table like main or 100",
  ),
  subnet: text(String.raw`${ADDRESS}/\d{1,3}`, "a subnet like 192.0.2.0/24"),
  url: text(String.raw`\S*`, "a URL like https://example.org:6443"),
};
