/**
 * DNS messages: RFC 1035, RFC 6891.
 *
 * @module
 */
import { readUint16 } from "../bytes.ts";
import {
  DecodeError,
  type Fields,
  type Next,
  NO_BYTES,
  type PacketBuilder,
  type Shown,
} from "../layer.ts";
import { CLASSES, OPERATIONS, RESPONSES, showNumber, TYPES } from "./dns_numbers.ts";
import { DnsReader } from "./dns_reader.ts";
import { readRecord } from "./dns_record.ts";

/** Decodes a DNS message, which is the last layer of the packet. */
export function decodeDns(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 12) throw packet.truncate("DNS packet too short");
  packet.add("DNS", data, NO_BYTES, readDns(data));
  return undefined;
}

/**
 * Reads a DNS message of at least 12 bytes.
 *
 * @throws {DecodeError} for an invalid message.
 */
export function readDns(data: Uint8Array): Fields {
  const counts = [4, 6, 8, 10].map((offset) => readUint16(data, offset));
  const reader = new DnsReader(data);
  const questions: Fields[] = [];
  for (let index = 0; index < counts[0]!; index++) questions.push(readQuestion(reader));
  const sections = counts.slice(1).map((count) => {
    const records: Fields[] = [];
    for (let index = 0; index < count; index++) records.push(readRecord(reader));
    return records;
  });
  let response = data[3]! & 0xf;
  for (const { Type, TTL } of sections[2]!) {
    // Upper bits of the response code: RFC 6891, section 6.1.3.
    if ((Type as Shown).text === "OPT") response |= (TTL as number) >>> 20 & 0xf0;
  }
  return {
    ID: readUint16(data, 0),
    QR: (data[2]! & 0x80) !== 0,
    OpCode: showNumber(OPERATIONS, data[2]! >> 3 & 0xf),
    AA: (data[2]! & 4) !== 0,
    TC: (data[2]! & 2) !== 0,
    RD: (data[2]! & 1) !== 0,
    RA: (data[3]! & 0x80) !== 0,
    Z: data[3]! >> 4 & 7,
    ResponseCode: showNumber(RESPONSES, response),
    QDCount: counts[0]!,
    ANCount: counts[1]!,
    NSCount: counts[2]!,
    ARCount: counts[3]!,
    Questions: questions,
    Answers: sections[0]!,
    Authorities: sections[1]!,
    Additionals: sections[2]!,
  };
}

function readQuestion(reader: DnsReader): Fields {
  const { data } = reader;
  const name = reader.name();
  const { offset } = reader;
  if (data.length < offset + 4) throw new DecodeError("DNS question too small");
  reader.offset = offset + 4;
  return {
    Name: name,
    Type: showNumber(TYPES, readUint16(data, offset)),
    Class: showNumber(CLASSES, readUint16(data, offset + 2)),
  };
}
