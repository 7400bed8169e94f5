/**
 * Application protocols that talosctl does not decode: TLS, HTTP/1, WireGuard, DNS over TCP.
 *
 * @module
 */
import { readUint16, readUint32, toSafeText } from "./bytes.ts";
import { readDns } from "./decode/dns.ts";
import { DecodeError, type Fields } from "./layer.ts";

/** A message of an application protocol. */
export interface ApplicationMessage {
  /** For example `TLS`. */
  readonly protocol: string;
  /** Type and main values, for example `ClientHello example.com`. */
  readonly summary: string;
  readonly fields: Fields;
}

/** Longest first line of HTTP that is shown, bytes. */
const MAX_LINE_LENGTH = 200;

const REQUEST = /^(?:GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|PRI) \S+ HTTP\/\d/;
const RESPONSE = /^HTTP\/\d\.\d \d{3}/;

/** Reads the start of a TCP payload. */
export function readTcpMessage(
  payload: Uint8Array,
  sourcePort: number,
  destinationPort: number,
): ApplicationMessage | undefined {
  const first = payload[0];
  if (first === undefined) return undefined;
  if (first === TLS_HANDSHAKE) return readClientHello(payload);
  // Upper-case letters only.
  if (first >= 0x41 && first <= 0x5a) return readHttp(payload);
  if (sourcePort === 53 || destinationPort === 53) return readDnsOverTcp(payload);
  return undefined;
}

/** Reads a UDP payload of a protocol without a fixed port. */
export function readUdpMessage(payload: Uint8Array): ApplicationMessage | undefined {
  return readWireGuard(payload);
}

function readHttp(payload: Uint8Array): ApplicationMessage | undefined {
  const start = payload.subarray(0, MAX_LINE_LENGTH);
  const end = start.findIndex((byte) => byte === 0x0d || byte === 0x0a);
  const line = toSafeText(end < 0 ? start : start.subarray(0, end));
  if (!REQUEST.test(line) && !RESPONSE.test(line)) return undefined;
  return { protocol: "HTTP", summary: line, fields: { Line: line } };
}

function readDnsOverTcp(payload: Uint8Array): ApplicationMessage | undefined {
  const length = readUint16(payload, 0);
  if (payload.length < 14 || payload.length - 2 < length || length < 12) return undefined;
  try {
    const fields = readDns(payload.subarray(2, 2 + length));
    return { protocol: "DNS", summary: summarizeDns(fields, length), fields };
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

const TLS_HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const ALPN = 16;

/** Reads the server name and the application protocols of a ClientHello: RFC 8446, RFC 6066. */
function readClientHello(payload: Uint8Array): ApplicationMessage | undefined {
  if (payload.length < 44 || payload[1] !== 3 || payload[5] !== CLIENT_HELLO) return undefined;
  // Record header, handshake header, version, random.
  let offset = 5 + 4 + 2 + 32;
  const end = Math.min(payload.length, 5 + readUint16(payload, 3));
  offset += 1 + payload[offset]!;
  if (offset + 2 > end) return undefined;
  offset += 2 + readUint16(payload, offset);
  if (offset + 1 > end) return undefined;
  offset += 1 + payload[offset]!;
  offset += 2;
  let serverName: string | undefined;
  let protocols: string[] = [];
  // A segment can end inside the message; the bytes that have arrived are parsed.
  while (offset + 4 <= end) {
    const type = readUint16(payload, offset);
    const next = offset + 4 + readUint16(payload, offset + 2);
    const content = payload.subarray(offset + 4, Math.min(next, end));
    if (type === SERVER_NAME && next <= end) serverName = readServerName(content);
    if (type === ALPN && next <= end) protocols = readProtocols(content);
    offset = next;
  }
  return {
    protocol: "TLS",
    summary: serverName === undefined ? "ClientHello" : `ClientHello ${serverName}`,
    fields: {
      Handshake: "ClientHello",
      ...(serverName === undefined ? {} : { ServerName: serverName }),
      ...(protocols.length === 0 ? {} : { Protocols: protocols }),
    },
  };
}

function readServerName(content: Uint8Array): string | undefined {
  // List length, type 0 (host name), length.
  if (content.length < 5 || content[2] !== 0) return undefined;
  const end = 5 + readUint16(content, 3);
  return end > content.length ? undefined : toSafeText(content.subarray(5, end));
}

function readProtocols(content: Uint8Array): string[] {
  const protocols: string[] = [];
  for (let offset = 2; offset < content.length;) {
    const end = offset + 1 + content[offset]!;
    if (end > content.length) break;
    protocols.push(toSafeText(content.subarray(offset + 1, end)));
    offset = end;
  }
  return protocols;
}

/** Lengths of WireGuard messages by type, bytes; of type 4, the minimum. */
const WIREGUARD = [
  undefined,
  ["handshake initiation", 148],
  ["handshake response", 92],
  ["cookie reply", 64],
  ["transport data", 32],
] as const;

/** Recognizes WireGuard by type, reserved zeros and length: its port is not fixed. */
function readWireGuard(payload: Uint8Array): ApplicationMessage | undefined {
  const type = payload[0] ?? 0;
  const known = WIREGUARD[type];
  if (known === undefined || payload.length < 8 || readUint32(payload, 0) << 8 !== 0) {
    return undefined;
  }
  const [name, length] = known;
  const isData = type === 4;
  const isPlausible = isData
    ? payload.length >= length && payload.length % 16 === 0
    : payload.length === length;
  if (!isPlausible) return undefined;
  // Lowest byte first.
  const index = (payload[4]! | payload[5]! << 8 | payload[6]! << 16 | payload[7]! << 24) >>> 0;
  const field = isData || type === 3 ? "Receiver" : "Sender";
  return {
    protocol: "WireGuard",
    summary: name,
    fields: { Message: name, [field]: index },
  };
}

/** Summarizes a DNS message in the way of tcpdump: `4660+ A? example.com. (29)`. */
export function summarizeDns(fields: Fields, length: number): string {
  const text = (value: unknown) => (value as { text: string }).text;
  const name = (value: unknown) => {
    const content = text(value);
    return content.endsWith(".") ? content : `${content}.`;
  };
  const { ID, QR, RD, AA, ResponseCode, Questions, Answers, ANCount, NSCount, ARCount } =
    fields as Record<string, unknown>;
  const [question] = Questions as Fields[];
  const asked = question === undefined
    ? ""
    : ` ${text(question["Type"])}? ${name(question["Name"])}`;
  if (QR !== true) return `${ID}${RD === true ? "+" : ""}${asked} (${length})`;
  const code = text(ResponseCode).trim();
  const status = code === "No Error" ? "" : ` ${DNS_CODES[code] ?? code}`;
  const answers = (Answers as Fields[]).slice(0, 4).map((answer) => ` ${formatAnswer(answer)}`);
  return `${ID}${AA === true ? "*" : ""}${status} ${ANCount}/${NSCount}/${ARCount}${
    answers.join(",")
  } (${length})`;
}

/** Short forms of response codes. */
const DNS_CODES: Readonly<Record<string, string>> = {
  "Format Error": "FormErr",
  "Server Failure": "ServFail",
  "Non-Existent Domain": "NXDomain",
  "Not Implemented": "NotImp",
  "Query Refused": "Refused",
};

function formatAnswer(record: Fields): string {
  const type = (record["Type"] as { text: string }).text;
  if (type === "A" || type === "AAAA") return `${type} ${record["IP"]}`;
  const name = record[type] as { text?: unknown; Name?: { text: string } } | undefined;
  const content = name?.Name?.text ?? name?.text;
  return typeof content === "string" ? `${type} ${content}.` : type;
}
