/**
 * UDP, and the tunnels and NTP inside.
 *
 * @module
 */
import { readUint16, readUint32, readUint64 } from "../bytes.ts";
import {
  DecodeError,
  type DecoderName,
  type Fields,
  type Next,
  NO_BYTES,
  type PacketBuilder,
} from "../layer.ts";
import { etherTypeDecoder, showEtherType, showPort } from "./protocols.ts";

/** Protocols by port. */
const PORTS = new Map<number, DecoderName>([
  [53, "DNS"],
  [67, "DHCPv4"],
  [68, "DHCPv4"],
  [123, "NTP"],
  [546, "DHCPv6"],
  [547, "DHCPv6"],
  [4789, "VXLAN"],
  [6081, "Geneve"],
]);

export function decodeUdp(data: Uint8Array, packet: PacketBuilder): Next {
  const add = (payload: Uint8Array) => {
    const header = data.length < 8 ? new Uint8Array(8) : data.subarray(0, 8);
    packet.add("UDP", data.length < 8 ? NO_BYTES : header, payload, {
      SrcPort: showPort("udp", readUint16(header, 0)),
      DstPort: showPort("udp", readUint16(header, 2)),
      Length: readUint16(header, 4),
      Checksum: readUint16(header, 6),
    });
  };
  if (data.length < 8) {
    add(NO_BYTES);
    throw packet.truncate(`Invalid UDP header. Length ${data.length} less than 8`);
  }
  const length = readUint16(data, 4);
  if (length > 0 && length < 8) {
    add(NO_BYTES);
    throw new DecodeError(`UDP packet too small: ${length} bytes`);
  }
  if (length > data.length) packet.truncated = true;
  // A length of 0 is a jumbogram.
  add(data.subarray(8, length === 0 ? data.length : length));
  return PORTS.get(readUint16(data, 2)) ?? PORTS.get(readUint16(data, 0)) ?? "Payload";
}

export function decodeNtp(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 48) throw packet.truncate("NTP packet too short");
  const toSigned = (byte: number) => byte << 24 >> 24;
  packet.add("NTP", data, NO_BYTES, {
    LeapIndicator: data[0]! >> 6,
    Version: data[0]! >> 3 & 7,
    Mode: data[0]! & 7,
    Stratum: data[1]!,
    Poll: toSigned(data[2]!),
    Precision: toSigned(data[3]!),
    RootDelay: readUint32(data, 4),
    RootDispersion: readUint32(data, 8),
    ReferenceID: readUint32(data, 12),
    ReferenceTimestamp: readUint64(data, 16),
    OriginTimestamp: readUint64(data, 24),
    ReceiveTimestamp: readUint64(data, 32),
    TransmitTimestamp: readUint64(data, 40),
    ExtensionBytes: data.subarray(48),
  });
  return undefined;
}

export function decodeVxlan(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 8) throw new DecodeError("vxlan packet too small");
  packet.add("VXLAN", data.subarray(0, 8), data.subarray(8), {
    ValidIDFlag: (data[0]! & 0x08) !== 0,
    VNI: readUint32(data, 4) >>> 8,
    GBPExtension: (data[0]! & 0x80) !== 0,
    GBPDontLearn: (data[1]! & 0x40) !== 0,
    GBPApplied: (data[1]! & 0x80) !== 0,
    GBPGroupPolicyID: readUint16(data, 2),
  });
  return "Ethernet";
}

export function decodeGeneve(data: Uint8Array, packet: PacketBuilder): Next {
  const length = (data[0]! & 0x3f) * 4;
  if (data.length < Math.max(8, length + 7)) throw packet.truncate("geneve packet too short");
  const options: Fields[] = [];
  let offset = 8;
  while (offset < 8 + length) {
    const option = readGeneveOption(data.subarray(offset), packet);
    options.push(option);
    offset += option.Length;
  }
  const type = readUint16(data, 2);
  packet.add("Geneve", data.subarray(0, offset), data.subarray(offset), {
    Version: data[0]! >> 7,
    OptionsLength: length,
    OAMPacket: (data[1]! & 0x80) !== 0,
    CriticalOption: (data[1]! & 0x40) !== 0,
    Protocol: showEtherType(type),
    VNI: readUint32(data, 4) >>> 8,
    Options: options,
  });
  return etherTypeDecoder(type);
}

function readGeneveOption(data: Uint8Array, packet: PacketBuilder): Fields & { Length: number } {
  const length = (data[3]! & 0x1f) * 4 + 4;
  if (data.length < 4 || data.length < length) {
    throw packet.truncate("geneve option too small");
  }
  return {
    Class: readUint16(data, 0),
    Type: data[2]!,
    Flags: data[3]! >> 5,
    Length: length,
    Data: data.subarray(4, length),
  };
}
