/**
 * TCP segments in the lines of packets.
 *
 * @module
 */
import { type ApplicationMessage, readTcpMessage } from "../application.ts";
import { readUint16, readUint32 } from "../bytes.ts";
import type { Headers } from "../headers.ts";

/** Flags of TCP in the order in which tcpdump prints them. */
const FLAGS = [
  [0x01, "F"],
  [0x02, "S"],
  [0x04, "R"],
  [0x08, "P"],
  [0x10, "."],
  [0x20, "U"],
  [0x40, "E"],
  [0x80, "W"],
] as const;
/** Texts of all flag bytes. */
const FLAG_TEXTS = Array.from(
  { length: 256 },
  (_, bits) =>
    bits === 0
      ? "none"
      : FLAGS.filter(([bit]) => (bits & bit) !== 0).map(([, letter]) => letter).join(""),
);
const ACK = 0x10;
const URG = 0x20;
const SYN_FIN_RST = 0x07;

/** Describes a TCP segment: flags, numbers, options, and the message in it. */
export function describeTcp(data: Uint8Array, headers: Headers): string {
  const { transport, payload, payloadLength, end } = headers;
  const flags = data[transport + 13]!;
  const sequence = readUint32(data, transport + 4);
  let text = `Flags [${FLAG_TEXTS[flags]}]`;
  if (payloadLength > 0) text += `, seq ${sequence}:${(sequence + payloadLength) >>> 0}`;
  else if ((flags & SYN_FIN_RST) !== 0) text += `, seq ${sequence}`;
  if ((flags & ACK) !== 0) text += `, ack ${readUint32(data, transport + 8)}`;
  text += `, win ${readUint16(data, transport + 14)}`;
  if ((flags & URG) !== 0) text += `, urg ${readUint16(data, transport + 18)}`;
  if (payload > transport + 20) {
    text += `, options [${describeOptions(data, transport + 20, payload)}]`;
  }
  text += `, length ${payloadLength}`;
  if (payload >= end) return text;
  const message = readTcpMessage(
    data.subarray(payload, end),
    headers.sourcePort,
    headers.destinationPort,
  );
  return message === undefined ? text : `${text}: ${formatMessage(message)}`;
}

function formatMessage({ protocol, summary }: ApplicationMessage): string {
  return protocol === "HTTP" ? `HTTP: ${summary}` : `${protocol} ${summary}`;
}

function describeOptions(data: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let offset = start; offset < end;) {
    if (text !== "") text += ",";
    const kind = data[offset]!;
    if (kind === 0) return `${text}eol`;
    if (kind === 1) {
      text += "nop";
      offset++;
      continue;
    }
    const length = data[offset + 1] ?? 0;
    if (length < 2 || offset + length > end) return `${text}[bad option]`;
    text += describeOption(data, kind, offset + 2, length - 2);
    offset += length;
  }
  return text;
}

function describeOption(data: Uint8Array, kind: number, offset: number, length: number): string {
  if (kind === 2 && length === 2) return `mss ${readUint16(data, offset)}`;
  if (kind === 3 && length === 1) return `wscale ${data[offset]}`;
  if (kind === 4 && length === 0) return "sackOK";
  if (kind === 8 && length === 8) {
    return `TS val ${readUint32(data, offset)} ecr ${readUint32(data, offset + 4)}`;
  }
  if (kind === 5 && length > 0 && length % 8 === 0) {
    let text = `sack ${length / 8} `;
    for (let at = offset; at < offset + length; at += 8) {
      text += `{${readUint32(data, at)}:${readUint32(data, at + 4)}}`;
    }
    return text;
  }
  return `unknown-${kind}`;
}
