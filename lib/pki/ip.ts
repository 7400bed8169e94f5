/**
 * IP addresses between text and the bytes a certificate holds.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/**
 * The 4 or 16 bytes of an address, or undefined when `text` is none. An IPv4 address written as
 * IPv6 (`::ffff:10.0.0.1`) gives 4 bytes. No zones, no leading zeros in IPv4.
 */
export function parseIp(text: string): Uint8Array<ArrayBuffer> | undefined {
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}

/**
 * The bytes of an address a person gave.
 *
 * @param source Where it was given, as it begins a sentence: `--ip`, for example.
 * @throws {OsctlError} of the kind given when it is no address.
 */
export function parseRequiredIp(
  text: string,
  source: string,
  kind: "usage" | "input",
): Uint8Array<ArrayBuffer> {
  const bytes = parseIp(text);
  if (bytes !== undefined) return bytes;
  throw new OsctlError(kind, `${source} is "${text}", which is no IP address`, {
    hint: "write one like 10.5.0.2 or fd00::2",
  });
}

/** An address as people write it; IPv6 in its shortest form (RFC 5952). */
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
  const [head, tail] = halves.map((half) => half === "" ? [] : groupsOf(half));
  if (head === undefined || halves.length === 2 && tail === undefined) return undefined;
  const missing = 16 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 2) return undefined;
  // An IPv4 part stands at the very end only, which is the head's end when there is no "::".
  if (tail !== undefined && halves[0]!.includes(".")) return undefined;
  const bytes = new Uint8Array([...head, ...new Array<number>(missing).fill(0), ...(tail ?? [])]);
  const mapped = bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff &&
    bytes[11] === 0xff;
  return mapped ? bytes.slice(12) : bytes;
}

/** The bytes of colon-separated groups, the last of which may be an IPv4 address. */
function groupsOf(text: string): number[] | undefined {
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
