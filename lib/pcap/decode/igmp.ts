/**
 * IGMP: RFC 2236, RFC 3376.
 *
 * @module
 */
import { formatIp, readUint16 } from "../bytes.ts";
import {
  DecodeError,
  type Fields,
  type Next,
  NO_BYTES,
  type PacketBuilder,
  type Value,
} from "../layer.ts";

const TYPES = new Map([
  [0x11, "IGMP Membership Query"],
  [0x12, "IGMPv1 Membership Report"],
  [0x16, "IGMPv2 Membership Report"],
  [0x17, "Leave Group"],
  [0x22, "IGMPv3 Membership Report"],
]);
const QUERY = 0x11;
const REPORT_1 = 0x12;
const REPORT_3 = 0x22;

/** Names of record types, from number 1. */
const RECORDS = [
  "MODE_IS_INCLUDE",
  "MODE_IS_EXCLUDE",
  "CHANGE_TO_INCLUDE_MODE",
  "CHANGE_TO_EXCLUDE_MODE",
  "ALLOW_NEW_SOURCES",
  "BLOCK_OLD_SOURCES",
];

export function decodeIgmp(data: Uint8Array, packet: PacketBuilder): Next {
  const type = data[0]!;
  const isKnown = TYPES.has(type) && (type !== QUERY || data.length >= 12 || data.length === 8);
  if (!isKnown) throw new DecodeError("Unable to determine IGMP type.");
  if (type === REPORT_3 || (type === QUERY && data.length >= 12)) {
    packet.add("IGMP", NO_BYTES, NO_BYTES, readVersion3(data));
    return undefined;
  }
  if (data.length < 8) throw new DecodeError("IGMP Packet too small");
  const isVersion1 = type === REPORT_1 || (type === QUERY && data[1] === 0);
  packet.add("IGMP", NO_BYTES, NO_BYTES, {
    Type: TYPES.get(type)!,
    MaxResponseTime: formatTenths(data[1]!),
    Checksum: readUint16(data, 2),
    GroupAddress: formatIp(data.subarray(4, 8)),
    Version: isVersion1 ? 1 : 2,
  });
  return undefined;
}

/** Reads a message of version 3. Fields after a missing byte stay empty, as in talosctl. */
function readVersion3(data: Uint8Array): Fields {
  const isQuery = data[0] === QUERY;
  const sources: Value[] = [];
  const records: Value[] = [];
  if (isQuery) sources.push(...readAddresses(data, 12, readUint16(data, 10)));
  else if (data.length >= 8) records.push(...readRecords(data));
  return {
    Type: TYPES.get(data[0]!)!,
    MaxResponseTime: isQuery ? formatTenths(data[1]!) : "0s",
    Checksum: isQuery || data.length >= 8 ? readUint16(data, 2) : 0,
    GroupAddress: isQuery ? formatIp(data.subarray(4, 8)) : "<nil>",
    SupressRouterProcessing: isQuery && (data[8]! & 8) !== 0,
    RobustnessValue: isQuery ? data[8]! & 7 : 0,
    IntervalTime: isQuery ? formatTenths(data[9]!) : "0s",
    SourceAddresses: sources,
    NumberOfGroupRecords: isQuery || data.length < 8 ? 0 : readUint16(data, 6),
    NumberOfSources: isQuery ? readUint16(data, 10) : 0,
    GroupRecords: records,
    Version: 3,
  };
}

function readRecords(data: Uint8Array): Fields[] {
  const records: Fields[] = [];
  let offset = 8;
  for (let index = 0; index < readUint16(data, 6); index++) {
    if (data.length < offset + 8) break;
    const count = readUint16(data, offset + 2);
    if (data.length < offset + 8 + count * 4) break;
    records.push({
      Type: RECORDS[data[offset]! - 1] ?? "",
      AuxDataLen: data[offset + 1]!,
      NumberOfSources: count,
      MulticastAddress: formatIp(data.subarray(offset + 4, offset + 8)),
      SourceAddresses: readAddresses(data, offset + 8, count),
      AuxData: 0,
    });
    offset += 8 + count * 4;
  }
  return records;
}

/** Reads IPv4 addresses: all, or none when some are missing. */
function readAddresses(data: Uint8Array, offset: number, count: number): string[] {
  if (data.length < offset + count * 4) return [];
  return Array.from(
    { length: count },
    (_, index) => formatIp(data.subarray(offset + index * 4, offset + index * 4 + 4)),
  );
}

/** Formats a time in tenths of a second with the exponent form of RFC 3376, as Go prints it. */
function formatTenths(code: number): string {
  // 8-bit arithmetic, as in talosctl.
  const tenths = code < 0x80 ? code : ((code >> 4 & 7 | 0x10) << ((code & 0xf) + 3)) & 0xff;
  if (tenths === 0) return "0s";
  if (tenths < 10) return `${tenths * 100}ms`;
  const [minutes, rest] = [Math.floor(tenths / 600), `${tenths % 600 / 10}s`];
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}
