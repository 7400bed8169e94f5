/**
 * ICMPv6: RFC 4443, neighbor discovery (RFC 4861), multicast listener discovery (RFC 2710, RFC 3810).
 *
 * @module
 */
import { formatIp, formatMac, readUint16, readUint32, toHex } from "../bytes.ts";
import {
  DecodeError,
  type Fields,
  type Next,
  NO_BYTES,
  type PacketBuilder,
  Shown,
} from "../layer.ts";
import { type IcmpTypes, showTypeCode } from "./icmp4.ts";

const TYPES: IcmpTypes = new Map([
  [1, ["DestinationUnreachable", [
    "NoRouteToDst",
    "AdminProhibited",
    "BeyondScopeOfSrc",
    "AddressUnreachable",
    "PortUnreachable",
    "SrcAddressFailedPolicy",
    "RejectRouteToDst",
  ]]],
  [2, ["PacketTooBig"]],
  [3, ["TimeExceeded", ["HopLimitExceeded", "FragmentReassemblyTimeExceeded"]]],
  [4, ["ParameterProblem", [
    "ErroneousHeaderField",
    "UnrecognizedNextHeader",
    "UnrecognizedIPv6Option",
  ]]],
  [128, ["EchoRequest"]],
  [129, ["EchoReply"]],
  [133, ["RouterSolicitation"]],
  [134, ["RouterAdvertisement"]],
  [135, ["NeighborSolicitation"]],
  [136, ["NeighborAdvertisement"]],
  [137, ["Redirect"]],
]);

type MessageReader = (data: Uint8Array, packet: PacketBuilder) => void;

const MESSAGES = new Map<number, MessageReader>([
  [128, addEcho],
  [129, addEcho],
  [130, (data, packet) => (data.length > 20 ? addQuery2 : addListener("Query"))(data, packet)],
  [131, addListener("Report")],
  [132, addListener("Done")],
  [133, addRouterSolicitation],
  [134, addRouterAdvertisement],
  [135, addNeighbor("NeighborSolicitation", "neighbor solicitation")],
  [136, addNeighbor("NeighborAdvertisement", "neighbor advertisement")],
  [137, addRedirect],
  [143, addReport2],
]);

export function decodeIcmp6(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 4) throw packet.truncate("ICMP layer less then 4 bytes for ICMPv6 packet");
  packet.add("ICMPv6", data.subarray(0, 4), data.subarray(4), {
    TypeCode: showTypeCode(TYPES, data[0]!, data[1]!),
    Checksum: readUint16(data, 2),
    TypeBytes: NO_BYTES,
  });
  return MESSAGES.has(data[0]!) ? "ICMPv6Message" : "Payload";
}

/** Decodes the message after an ICMPv6 header, which is the last layer of the packet. */
export function decodeIcmp6Message(data: Uint8Array, packet: PacketBuilder): Next {
  const type = packet.layers.at(-1)!.contents[0]!;
  MESSAGES.get(type)!(data, packet);
  return undefined;
}

function addEcho(data: Uint8Array, packet: PacketBuilder): void {
  if (data.length < 4) throw packet.truncate("ICMP layer less then 4 bytes for ICMPv6 Echo");
  packet.add("ICMPv6Echo", NO_BYTES, NO_BYTES, {
    Identifier: readUint16(data, 0),
    SeqNumber: readUint16(data, 2),
  });
}

function addRouterSolicitation(data: Uint8Array, packet: PacketBuilder): void {
  requireLength(data, 4, packet, "router solicitation");
  packet.add("ICMPv6RouterSolicitation", NO_BYTES, NO_BYTES, {
    Options: readOptions(data.subarray(4), packet),
  });
}

function addRouterAdvertisement(data: Uint8Array, packet: PacketBuilder): void {
  requireLength(data, 12, packet, "router advertisement");
  packet.add("ICMPv6RouterAdvertisement", data, NO_BYTES, {
    HopLimit: data[0]!,
    Flags: data[1]!,
    RouterLifetime: readUint16(data, 2),
    ReachableTime: readUint32(data, 4),
    RetransTimer: readUint32(data, 8),
    Options: readOptions(data.subarray(12), packet),
  });
}

function addNeighbor(name: string, description: string): MessageReader {
  return (data, packet) => {
    requireLength(data, 20, packet, description);
    packet.add(`ICMPv6${name}`, data, NO_BYTES, {
      ...(name === "NeighborAdvertisement" ? { Flags: data[0]! } : {}),
      TargetAddress: formatIp(data.subarray(4, 20)),
      Options: readOptions(data.subarray(20), packet),
    });
  };
}

function addRedirect(data: Uint8Array, packet: PacketBuilder): void {
  requireLength(data, 36, packet, "redirect");
  packet.add("ICMPv6Redirect", data, NO_BYTES, {
    TargetAddress: formatIp(data.subarray(4, 20)),
    DestinationAddress: formatIp(data.subarray(20, 36)),
    Options: readOptions(data.subarray(36), packet),
  });
}

function requireLength(
  data: Uint8Array,
  length: number,
  packet: PacketBuilder,
  message: string,
): void {
  if (data.length >= length) return;
  throw packet.truncate(`ICMP layer less then ${length} bytes for ICMPv6 ${message}`);
}

/** Names of neighbor discovery options, from number 1. */
const OPTIONS = ["SourceAddress", "TargetAddress", "PrefixInfo", "RedirectedHeader", "MTU"];

function readOptions(data: Uint8Array, packet: PacketBuilder): Shown[] {
  const options: Shown[] = [];
  while (data.length > 0) {
    if (data.length < 2) {
      throw packet.truncate("ICMP layer less then 2 bytes for ICMPv6 message option");
    }
    const length = data[1]! * 8;
    if (length === 0) throw packet.truncate("ICMPv6 message option with length 0");
    if (data.length < length) {
      throw packet.truncate(
        `ICMP layer only ${data.length} bytes for ICMPv6 message option with length ${length}`,
      );
    }
    options.push(showOption(data[0]!, data.subarray(2, length)));
    data = data.subarray(length);
  }
  return options;
}

function showOption(type: number, data: Uint8Array): Shown {
  const name = OPTIONS[type - 1] ?? `Unknown(${type})`;
  let value = data.length === 0 ? "" : ` 0x${toHex(data)}`;
  if (type === 1 || type === 2) value = formatMac(data);
  else if (type === 3 && data.length === 30) {
    value = `${formatIp(data.subarray(14))}/${data[0]}:${(data[1]! & 0x80) !== 0}:${
      (data[1]! & 0x40) !== 0
    }:${formatGoSeconds(readUint32(data, 2))}:${formatGoSeconds(readUint32(data, 6))}`;
  } else if (type === 5 && data.length === 6) value = String(readUint32(data, 2));
  return new Shown(`ICMPv6Option(${name}:${value})`, { type: name, value: value.trim() });
}

/** Formats whole seconds like Go's `time.Duration`: `1h0m0s`. */
function formatGoSeconds(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${seconds % 60}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}

function addListener(kind: "Query" | "Report" | "Done"): MessageReader {
  return (data, packet) => {
    if (data.length < 20) {
      throw packet.truncate(
        "ICMP layer less than 20 bytes for Multicast Listener Query Message V1",
      );
    }
    const fields = {
      MaximumResponseDelay: readUint16(data, 0),
      MulticastAddress: formatIp(data.subarray(4, 20)),
    };
    const text = `Maximum Response Delay: ${fields.MaximumResponseDelay}ms, Multicast Address: ${
      fields["MulticastAddress"]
    }`;
    packet.add(`MLDv1MulticastListener${kind}`, NO_BYTES, NO_BYTES, fields, text);
  };
}

function addQuery2(data: Uint8Array, packet: PacketBuilder): void {
  if (data.length < 24) {
    throw packet.truncate("ICMP layer less than 24 bytes for Multicast Listener Query Message V2");
  }
  const code = readUint16(data, 0);
  const queryCode = data[21]!;
  const sources: string[] = [];
  const count = readUint16(data, 22);
  for (let index = 0; index < count; index++) {
    const end = 40 + index * 16;
    if (end > data.length) {
      throw packet.truncate(
        `ICMP layer less than ${end} bytes for Multicast Listener Query Message V2`,
      );
    }
    sources.push(formatIp(data.subarray(end - 16, end)));
  }
  // 16-bit arithmetic and nanoseconds, as in talosctl.
  const delay = code < 0x8000
    ? code
    : ((code & 0xfff | 0x1000 << ((code & 7) + 3)) & 0xffff) * 1_000_000;
  const interval = queryCode < 128
    ? queryCode
    : (queryCode & 0xf | 0x1000 << ((queryCode & 7) + 3)) & 0xffff;
  const fields: Fields = {
    MaximumResponseCode: code,
    MulticastAddress: formatIp(data.subarray(4, 20)),
    SuppressRoutersideProcessing: (data[20]! & 8) !== 0,
    QueriersRobustnessVariable: data[20]! & 7,
    QueriersQueryIntervalCode: queryCode,
    NumberOfSources: count,
    SourceAddresses: sources,
  };
  const hex = (value: number) => `0x${value.toString(16)}`;
  const text = `Maximum Response Code: ${hex(code)} (${
    formatGoNanosWithUnit(delay)
  }), Multicast Address: ${fields["MulticastAddress"]}, Suppress Routerside Processing: ${
    fields["SuppressRoutersideProcessing"]
  }, QRV: ${hex(data[20]! & 7)}, QQIC: ${
    hex(queryCode)
  } (${interval}s), Number of Source Address: ${count} (actual: ${sources.length}), Source Addresses: [${
    sources.join(" ")
  }]`;
  packet.add("MLDv2MulticastListenerQuery", NO_BYTES, NO_BYTES, fields, text);
}

/** talosctl prints the number of nanoseconds with the unit of milliseconds. */
function formatGoNanosWithUnit(nanos: number): string {
  return `${nanos}ms`;
}

/** Names of record types, from number 1. */
const RECORDS = [
  "MODE_IS_INCLUDE",
  "MODE_IS_EXCLUDE",
  "CHANGE_TO_INCLUDE_MODE",
  "CHANGE_TO_EXCLUDE_MODE",
  "ALLOW_NEW_SOURCES",
  "BLOCK_OLD_SOURCES",
];

function addReport2(data: Uint8Array, packet: PacketBuilder): void {
  if (data.length < 4) {
    throw packet.truncate("ICMP layer less than 4 bytes for Multicast Listener Report Message V2");
  }
  const count = readUint16(data, 2);
  const records: Fields[] = [];
  const texts: string[] = [];
  let rest = data.subarray(4);
  for (let index = 0; index < count; index++) {
    if (rest.length < 20) {
      throw packet.truncate(
        "Multicast Listener Report Message V2 layer less than 4 bytes for Multicast Address Record",
      );
    }
    const sourceCount = readUint16(rest, 2);
    const auxStart = 20 + sourceCount * 16;
    const end = auxStart + rest[1]! * 4;
    const tooShort = (size: number) =>
      `Multicast Listener Report Message V2 layer less than ${size} bytes for Multicast Address Record`;
    const whole = Math.floor((rest.length - 20) / 16);
    if (sourceCount > whole) throw packet.truncate(tooShort(36 + whole * 16));
    if (rest.length < end) throw new DecodeError(tooShort(auxStart));
    const sources: string[] = [];
    for (let offset = 20; offset < auxStart; offset += 16) {
      sources.push(formatIp(rest.subarray(offset, offset + 16)));
    }
    const type = RECORDS[rest[0]! - 1] ?? `UNKNOWN(${rest[0]})`;
    const address = formatIp(rest.subarray(4, 20));
    const aux = rest.subarray(auxStart, end);
    records.push({
      RecordType: type,
      AuxDataLen: rest[1]!,
      N: sourceCount,
      MulticastAddress: address,
      SourceAddresses: sources,
      AuxiliaryData: aux,
    });
    texts.push(
      `{RecordType:${type} AuxDataLen:${
        rest[1]
      } N:${sourceCount} MulticastAddress:${address} SourceAddresses:[${
        sources.join(" ")
      }] AuxiliaryData:[${aux.join(" ")}]}`,
    );
    rest = rest.subarray(end);
  }
  packet.add(
    "MLDv2MulticastListenerReport",
    NO_BYTES,
    NO_BYTES,
    { NumberOfMulticastAddressRecords: count, MulticastAddressRecords: records },
    `Number of Mcast Addr Records: ${count} (actual ${records.length}), Multicast Address Records: [${
      texts.join(" ")
    }]`,
  );
}
