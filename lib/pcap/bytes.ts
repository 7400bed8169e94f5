/**
 * Big-endian integers and text forms of addresses.
 *
 * @module
 */

/** Reads an unsigned 16-bit integer; missing bytes count as 0. */
export function readUint16(data: Uint8Array, offset: number): number {
  return data[offset]! << 8 | data[offset + 1]!;
}

/** Reads an unsigned 32-bit integer; missing bytes count as 0. */
export function readUint32(data: Uint8Array, offset: number): number {
  return (data[offset]! << 24 | data[offset + 1]! << 16 | data[offset + 2]! << 8 |
    data[offset + 3]!) >>> 0;
}

/** Reads an unsigned 64-bit integer. */
export function readUint64(data: Uint8Array, offset: number): bigint {
  return BigInt(readUint32(data, offset)) << 32n | BigInt(readUint32(data, offset + 4));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Formats bytes as hexadecimal digits. */
export function toHex(data: Uint8Array, separator = ""): string {
  let text = "";
  for (let index = 0; index < data.length; index++) {
    text += index === 0 ? HEX[data[index]!] : separator + HEX[data[index]!];
  }
  return text;
}

/** Formats a hardware address: `02:42:ac:11:00:02`. */
export function formatMac(data: Uint8Array): string {
  return toHex(data, ":");
}

/** Formats the IPv4 address at `offset`. */
export function formatIpv4(data: Uint8Array, offset = 0): string {
  return `${data[offset]}.${data[offset + 1]}.${data[offset + 2]}.${data[offset + 3]}`;
}

/** Formats the IPv6 address at `offset` by RFC 5952; IPv4-mapped addresses in IPv4 form, as Go does. */
export function formatIpv6(data: Uint8Array, offset = 0): string {
  const groups: number[] = [];
  for (let index = 0; index < 16; index += 2) groups.push(readUint16(data, offset + index));
  if (groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return formatIpv4(data, offset + 12);
  }
  let start = -1;
  let length = 1;
  for (let index = 0; index < 8; index++) {
    let end = index;
    while (end < 8 && groups[end] === 0) end++;
    if (end - index > length) [start, length] = [index, end - index];
    if (end > index) index = end;
  }
  const join = (part: number[]) => part.map((group) => group.toString(16)).join(":");
  if (start < 0) return join(groups);
  return `${join(groups.slice(0, start))}::${join(groups.slice(start + length))}`;
}

/** Formats an address of 4 or 16 bytes; others as Go does: `<nil>` and `?` with hexadecimal digits. */
export function formatIp(data: Uint8Array): string {
  if (data.length === 4) return formatIpv4(data);
  if (data.length === 16) return formatIpv6(data);
  return data.length === 0 ? "<nil>" : `?${toHex(data)}`;
}

const DECODER = new TextDecoder();

/**
 * Decodes text from a packet. Control characters, invalid UTF-8 and characters that change the
 * direction of text become `\xNN` or U+FFFD because the sender of a packet is not trusted.
 */
export function toSafeText(data: Uint8Array): string {
  return DECODER.decode(data).replace(
    // deno-lint-ignore no-control-regex
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => {
      const code = character.charCodeAt(0);
      return code < 0x100
        ? `\\x${code.toString(16).padStart(2, "0")}`
        : `\\u${code.toString(16).padStart(4, "0")}`;
    },
  );
}
