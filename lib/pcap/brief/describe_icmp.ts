/**
 * ICMP and ICMPv6 messages in the lines of packets.
 *
 * @module
 */
import { formatIpv4, formatIpv6, readUint16 } from "../bytes.ts";
import { ICMP6_TYPES, PROTOCOLS } from "./names.ts";

/** Describes a packet that did not arrive, from the part of it in the ICMP message. */
function describeUnreachable(data: Uint8Array, code: number, offset: number, end: number): string {
  const inner = offset + 8;
  if (end - inner < 20) return `unreachable - code ${code}`;
  const destination = formatIpv4(data, inner + 16);
  const protocol = PROTOCOLS[data[inner + 9]!] ?? String(data[inner + 9]);
  const transport = inner + (data[inner]! & 0xf) * 4;
  switch (code) {
    case 0:
    case 1:
      return `${code === 0 ? "net" : "host"} ${destination} unreachable`;
    case 2:
      return `${destination} protocol ${data[inner + 9]} unreachable`;
    case 3: {
      const port = transport + 4 <= end ? ` ${readUint16(data, transport + 2)}` : "";
      return `${destination} ${protocol} port${port} unreachable`;
    }
    case 4:
      return `${destination} unreachable - need to frag (mtu ${readUint16(data, offset + 6)})`;
    case 10:
    case 13:
      return `host ${destination} unreachable - admin prohibited${code === 13 ? " filter" : ""}`;
  }
  return `unreachable - code ${code}`;
}

/** Describes an ICMP message of at least 8 bytes at `offset`. */
export function describeIcmp(data: Uint8Array, offset: number, end: number): string {
  const [type, code] = [data[offset]!, data[offset + 1]!];
  const echo = `id ${readUint16(data, offset + 4)}, seq ${readUint16(data, offset + 6)}`;
  switch (type) {
    case 0:
      return `echo reply, ${echo}`;
    case 8:
      return `echo request, ${echo}`;
    case 3:
      return describeUnreachable(data, code, offset, end);
    case 5:
      return `redirect to ${formatIpv4(data, offset + 4)}`;
    case 11:
      return code === 0 ? "time exceeded in-transit" : "ip reassembly time exceeded";
  }
  return `type ${type}, code ${code}`;
}

/** Describes an ICMPv6 message of at least 4 bytes at `offset`. */
export function describeIcmp6(data: Uint8Array, offset: number, end: number): string {
  const type = data[offset]!;
  const isEcho = type === 128 || type === 129;
  if (isEcho && end - offset >= 8) {
    const kind = type === 128 ? "request" : "reply";
    return `echo ${kind}, id ${readUint16(data, offset + 4)}, seq ${readUint16(data, offset + 6)}`;
  }
  if ((type === 135 || type === 136) && end - offset >= 24) {
    const target = formatIpv6(data, offset + 8);
    return type === 135
      ? `neighbor solicitation, who has ${target}`
      : `neighbor advertisement, tgt is ${target}`;
  }
  return ICMP6_TYPES[type] ?? `type ${type}`;
}
