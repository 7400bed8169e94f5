/**
 * IP addresses as text and as bytes.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/**
 * Parses an address into 4 or 16 bytes; returns undefined when it is invalid. An IPv4-mapped IPv6
 * address (`::ffff:10.0.0.1`) gives 4 bytes. Rejects zones, and leading zeros in IPv4.
 */
export function parseIp(text: string): Uint8Array<ArrayBuffer> | undefined {
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}

/**
 * Parses an address given by the user.
 *
 * @param source Name of the value in messages, such as `--ip`.
 * @throws {OsctlError} of the given kind when it is not an address.
 */
export function parseRequiredIp(
  text: string,
  source: string,
  kind: "usage" | "input",
): Uint8Array<ArrayBuffer> {
  const bytes = parseIp(text);
  if (bytes !== undefined) return bytes;
  throw new OsctlError(kind, `invalid IP address "${text}" for ${source}`, {
    hint: "use an address such as 10.5.0.2 or fd00::2",
  });
}

/** Formats an address; IPv6 in canonical form (RFC 5952). */
export function formatIp(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from(
    { length: 8 },
    (_, index) => (bytes[2 * index]! * 256 + bytes[2 * index + 1]!).toString(16),
  );
  const full = groups.join(":");
  const zeros = full.match(/\b0(:0)+\b/g) ?? [];
  const longest = zeros.reduce((best, run) => run.length > best.length ? run : best, "");
  if (longest === "") return full;
  return full.replace(new RegExp(`(^|:)${longest}(:|$)`), "::");
}

function parseIpv4(text: string): Uint8Array<ArrayBuffer> | undefined {
  const parts = text.split(".");
  const valid = parts.length === 4 &&
    parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
  return valid ? new Uint8Array(parts.map(Number)) : undefined;
}

function parseIpv6(text: string): Uint8Array<ArrayBuffer> | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => half === "" ? [] : parseGroups(half));
  if (head === undefined || halves.length === 2 && tail === undefined) return undefined;
  const missing = 16 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 2) return undefined;
  // An IPv4 part is valid at the end of the address only.
  if (tail !== undefined && halves[0]!.includes(".")) return undefined;
  const bytes = new Uint8Array([...head, ...new Array<number>(missing).fill(0), ...(tail ?? [])]);
  const mapped = bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff &&
    bytes[11] === 0xff;
  return mapped ? bytes.slice(12) : bytes;
}

/** Parses colon-separated groups, the last of which may be an IPv4 address. */
function parseGroups(text: string): number[] | undefined {
  const bytes: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    const ipv4 = last && part.includes(".") ? parseIpv4(part) : undefined;
    if (ipv4 !== undefined) bytes.push(...ipv4);
    else if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
      bytes.push(Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 0xff);
    } else return undefined;
  }
  return bytes;
}

/** Returns an address in its shortest form, and any other text unchanged. */
export function normalizeIp(text: string): string {
  const bytes = parseIp(text);
  return bytes === undefined ? text : formatIp(bytes);
}

/** Returns an address or host name as the host of a URL: an IPv6 address in brackets. */
export function toUrlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
