/**
 * TCP with options: RFC 9293.
 *
 * @module
 */
import { readUint16, readUint32, toHex } from "../bytes.ts";
import {
  DecodeError,
  type Fields,
  type Next,
  NO_BYTES,
  type PacketBuilder,
  Shown,
} from "../layer.ts";
import { showPort } from "./protocols.ts";

/** Names of option kinds, by number. */
const OPTIONS = [
  "EndList",
  "NOP",
  "MSS",
  "WindowScale",
  "SACKPermitted",
  "SACK",
  "Echo",
  "EchoReply",
  "Timestamps",
  "PartialOrderConnectionPermitted",
  "PartialOrderServiceProfile",
  "CC",
  "CCNew",
  "CCEcho",
  "AltChecksum",
  "AltChecksumData",
];
const END_LIST = 0;
const NOP = 1;
const MSS = 2;
const TIMESTAMPS = 8;

/** Flags of byte 13, lowest bit first. */
const FLAGS = ["FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR"];

export function decodeTcp(data: Uint8Array, packet: PacketBuilder): Next {
  const options: Shown[] = [];
  let contents = NO_BYTES;
  let payload = NO_BYTES;
  let padding = NO_BYTES;
  try {
    if (data.length < 20) {
      throw packet.truncate(`Invalid TCP header. Length ${data.length} less than 20`);
    }
    const size = (data[12]! >> 4) * 4;
    if (size < 20) throw new DecodeError(`Invalid TCP data offset ${size / 4} < 5`);
    if (size > data.length) {
      contents = data;
      throw packet.truncate("TCP data offset greater than packet length");
    }
    contents = data.subarray(0, size);
    payload = data.subarray(size);
    padding = readOptions(data.subarray(20, size), options, packet);
  } catch (error) {
    packet.add("TCP", contents, payload, toFields(data, options, padding));
    throw error;
  }
  packet.add("TCP", contents, payload, toFields(data, options, padding));
  return "Payload";
}

function toFields(data: Uint8Array, options: readonly Shown[], padding: Uint8Array): Fields {
  const header = data.length < 20 ? new Uint8Array(20) : data;
  return {
    SrcPort: showPort("tcp", readUint16(header, 0)),
    DstPort: showPort("tcp", readUint16(header, 2)),
    Seq: readUint32(header, 4),
    Ack: readUint32(header, 8),
    DataOffset: header[12]! >> 4,
    ...Object.fromEntries(FLAGS.map((name, bit) => [name, (header[13]! & 1 << bit) !== 0])),
    NS: (header[12]! & 1) !== 0,
    Window: readUint16(header, 14),
    Checksum: readUint16(header, 16),
    Urgent: readUint16(header, 18),
    Options: options,
    Padding: padding,
  };
}

/** Reads options; returns the bytes after an end of the list. */
function readOptions(data: Uint8Array, options: Shown[], packet: PacketBuilder): Uint8Array {
  while (data.length > 0) {
    const kind = data[0]!;
    if (kind === END_LIST || kind === NOP) {
      options.push(showOption(kind, NO_BYTES));
      if (kind === END_LIST) return data.subarray(1);
      data = data.subarray(1);
      continue;
    }
    const length = data.length < 2 ? undefined : data[1]!;
    if (length === undefined || length < 2 || length > data.length) {
      options.push(showOption(kind, NO_BYTES));
      if (length === undefined) {
        throw packet.truncate(`Invalid TCP option length. Length ${data.length} less than 2`);
      }
      if (length < 2) throw new DecodeError(`Invalid TCP option length ${length} < 2`);
      throw packet.truncate(
        `Invalid TCP option length ${length} exceeds remaining ${data.length} bytes`,
      );
    }
    options.push(showOption(kind, data.subarray(2, length)));
    data = data.subarray(length);
  }
  return NO_BYTES;
}

function showOption(kind: number, data: Uint8Array): Shown {
  const name = OPTIONS[kind] ?? `Unknown(${kind})`;
  const hex = data.length === 0 ? "" : ` 0x${toHex(data)}`;
  let value = "";
  if (kind === MSS && data.length >= 2) value = String(readUint16(data, 0));
  if (kind === TIMESTAMPS && data.length === 8) {
    value = `${readUint32(data, 0)}/${readUint32(data, 4)}`;
  }
  return new Shown(`TCPOption(${name}:${value}${hex})`, {
    kind: name,
    ...(value === "" ? {} : { value }),
    ...(data.length === 0 ? {} : { data }),
  });
}
