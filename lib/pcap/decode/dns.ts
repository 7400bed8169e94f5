/**
 * DNS messages: RFC 1035, RFC 6891.
 *
 * @module
 */
import { formatIp, readUint16, readUint32, toHex, toSafeText } from "../bytes.ts";
import {
  DecodeError,
  type Fields,
  type Next,
  NO_BYTES,
  type PacketBuilder,
  Shown,
  TextBytes,
  type Value,
} from "../layer.ts";

const CLASSES = new Map([[1, "IN"], [2, "CS"], [3, "CH"], [4, "HS"], [255, "Any"]]);

const TYPES = new Map([
  [1, "A"],
  [2, "NS"],
  [3, "MD"],
  [4, "MF"],
  [5, "CNAME"],
  [6, "SOA"],
  [7, "MB"],
  [8, "MG"],
  [9, "MR"],
  [10, "NULL"],
  [11, "WKS"],
  [12, "PTR"],
  [13, "HINFO"],
  [14, "MINFO"],
  [15, "MX"],
  [16, "TXT"],
  [28, "AAAA"],
  [33, "SRV"],
  [41, "OPT"],
  [256, "URI"],
]);
const OPT = 41;

const OPERATIONS = new Map([
  [0, "Query"],
  [1, "Inverse Query"],
  [2, "Status"],
  [4, "Notify"],
  [5, "Update"],
]);

const RESPONSES = new Map([
  [0, "No Error"],
  [1, "Format Error"],
  // The space is part of talosctl's text.
  [2, "Server Failure "],
  [3, "Non-Existent Domain"],
  [4, "Not Implemented"],
  [5, "Query Refused"],
  [6, "Name Exists when it should not"],
  [7, "RR Set Exists when it should not"],
  [8, "RR Set that should exist does not"],
  [9, "Server Not Authoritative for zone"],
  [10, "Name not contained in zone"],
  [16, "Bad OPT Version"],
  [17, "Key not recognized"],
  [18, "Signature out of time window"],
  [19, "Bad TKEY Mode"],
  [20, "Duplicate key name"],
  [21, "Algorithm not supported"],
  [22, "Bad Truncation"],
  [23, "Bad Cookie"],
]);

const OPTIONS = new Map([
  [3, "NSID"],
  [5, "DAU"],
  [6, "DHU"],
  [7, "N3U"],
  [8, "EDNSClientSubnet"],
  [9, "EDNSExpire"],
  [10, "Cookie"],
  [11, "EDNSKeepAlive"],
  [12, "CodePadding"],
  [13, "CodeChain"],
  [14, "CodeEDNSKeyTag"],
  [16, "EDNSClientTag"],
  [17, "EDNSServerTag"],
  [26946, "DeviceID"],
]);

/**
 * Maximum number of compression pointers of a name, one less than in talosctl's limit of nested
 * names.
 */
const MAX_POINTERS = 255;
/** Longest run of labels without a pointer, bytes. */
const MAX_LABELS = 255;
/** Maximum size of all names of a message, bytes: pointers can multiply them. */
const MAX_NAME_BYTES = 1 << 20;

/** A name or number of a table, in JSON the number where the table has none. */
function showNumber(table: ReadonlyMap<number, string>, value: number): Shown {
  const name = table.get(value);
  return new Shown(name ?? "Unknown", name?.trim() ?? value);
}

/** A position in a message, with bounded reading of names. */
class Reader {
  offset = 12;
  #nameBytes = 0;

  constructor(readonly data: Uint8Array) {}

  /** Reads a name and advances. */
  name(): TextBytes {
    const parts: Uint8Array[] = [];
    const end = this.#readLabels(this.offset, parts);
    this.offset = end;
    return joinLabels(parts);
  }

  #readLabels(start: number, parts: Uint8Array[]): number {
    const { data } = this;
    let end: number | undefined;
    let offset = start;
    for (let pointers = 0;; pointers++) {
      if (pointers >= MAX_POINTERS) throw new DecodeError("max DNS recursion level hit");
      if (offset >= data.length) throw new DecodeError("dns name offset too high");
      const first = offset;
      while (data[offset] !== 0 && data[offset]! < 0x40) {
        const next = offset + data[offset]! + 1;
        if (next - first > MAX_LABELS) throw new DecodeError("dns name is too long");
        if (next > data.length) {
          throw new DecodeError("dns name uncomputable: invalid index");
        }
        this.#nameBytes += next - offset;
        if (this.#nameBytes > MAX_NAME_BYTES) throw new DecodeError("dns names are too long");
        parts.push(data.subarray(offset + 1, next));
        offset = next;
        if (offset >= data.length) throw new DecodeError("dns index walked out of range");
      }
      const marker = data[offset]!;
      if (marker === 0) return end ?? offset + 1;
      if (marker < 0xc0) {
        const hex = marker.toString(16);
        throw new DecodeError(
          marker < 0x80
            ? `qname '0x40' - RFC 2673 unsupported yet (data=${hex} index=${offset})`
            : `qname '0x80' unsupported yet (data=${hex} index=${offset})`,
        );
      }
      if (offset + 2 > data.length) throw new DecodeError("dns offset pointer too high");
      end ??= offset + 2;
      offset = readUint16(data, offset) & 0x3fff;
      if (offset > data.length) throw new DecodeError("dns offset pointer too high");
    }
  }
}

function joinLabels(parts: readonly Uint8Array[]): TextBytes {
  if (parts.length === 0) return new TextBytes(NO_BYTES, ".");
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length + 1, -1));
  let offset = 0;
  for (const part of parts) {
    if (offset > 0) bytes[offset++] = 0x2e;
    bytes.set(part, offset);
    offset += part.length;
  }
  return new TextBytes(bytes, toSafeText(bytes));
}

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
  const reader = new Reader(data);
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

function readQuestion(reader: Reader): Fields {
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

const EMPTY_NAME = new TextBytes(NO_BYTES, "");

function readRecord(reader: Reader): Fields {
  const name = reader.name();
  const { offset, data } = reader;
  if (data.length < offset + 10) throw new DecodeError("DNS record too small");
  const type = readUint16(data, offset);
  const length = readUint16(data, offset + 8);
  const end = offset + 10 + length;
  if (end > data.length) throw new DecodeError("resource record length exceeds data");
  const content = data.subarray(offset + 10, end);
  const record = {
    Name: name,
    Type: showNumber(TYPES, type),
    Class: showNumber(CLASSES, readUint16(data, offset + 2)),
    TTL: readUint32(data, offset + 4),
    DataLength: length,
    Data: content,
    IP: "<nil>" as Value,
    NS: EMPTY_NAME,
    CNAME: EMPTY_NAME,
    PTR: EMPTY_NAME,
    TXTs: [] as Value,
    SOA: {
      MName: EMPTY_NAME,
      RName: EMPTY_NAME,
      Serial: 0,
      Refresh: 0,
      Retry: 0,
      Expire: 0,
      Minimum: 0,
    },
    SRV: { Priority: 0, Weight: 0, Port: 0, Name: EMPTY_NAME },
    MX: { Preference: 0, Name: EMPTY_NAME },
    OPT: [] as Value,
    URI: { Priority: 0, Weight: 0, Target: EMPTY_NAME },
    TXT: EMPTY_NAME,
  };
  if (length > 0) {
    readContent(record, type, content, new Reader(data.subarray(0, end)), offset + 10);
  }
  reader.offset = end;
  return record;
}

interface Content {
  IP: Value;
  NS: TextBytes;
  CNAME: TextBytes;
  PTR: TextBytes;
  TXTs: Value;
  SOA: Fields;
  SRV: Fields;
  MX: Fields;
  OPT: Value;
  URI: Fields;
  TXT: TextBytes;
}

function readContent(
  record: Content,
  type: number,
  content: Uint8Array,
  reader: Reader,
  offset: number,
): void {
  const requireLength = (length: number, name: string) => {
    if (content.length < length) throw new DecodeError(`${name} too small`);
  };
  const nameAt = (position: number) => {
    reader.offset = position;
    return reader.name();
  };
  switch (type) {
    case 1:
    case 28:
      record.IP = formatIp(content);
      break;
    case 2:
      record.NS = nameAt(offset);
      break;
    case 5:
      record.CNAME = nameAt(offset);
      break;
    case 12:
      record.PTR = nameAt(offset);
      break;
    case 13:
    case 16:
      record.TXT = toTextBytes(content);
      record.TXTs = readStrings(content);
      break;
    case 6:
      record.SOA = readAuthority(nameAt(offset), reader);
      break;
    case 15:
      requireLength(2, "MX");
      record.MX = { Preference: readUint16(content, 0), Name: nameAt(offset + 2) };
      break;
    case 33:
      requireLength(6, "SRV");
      record.SRV = {
        Priority: readUint16(content, 0),
        Weight: readUint16(content, 2),
        Port: readUint16(content, 4),
        Name: nameAt(offset + 6),
      };
      break;
    case OPT:
      record.OPT = readOptions(content);
      break;
    case 256:
      requireLength(4, "URI");
      record.URI = {
        Priority: readUint16(content, 0),
        Weight: readUint16(content, 2),
        Target: toTextBytes(content.subarray(4)),
      };
      break;
  }
}

function toTextBytes(bytes: Uint8Array): TextBytes {
  return new TextBytes(bytes, toSafeText(bytes));
}

function readAuthority(primary: TextBytes, reader: Reader): Fields {
  const mailbox = reader.name();
  const { data, offset } = reader;
  if (data.length < offset + 20) throw new DecodeError("SOA too small");
  const at = (index: number) => readUint32(data, offset + 4 * index);
  return {
    MName: primary,
    RName: mailbox,
    Serial: at(0),
    Refresh: at(1),
    Retry: at(2),
    Expire: at(3),
    Minimum: at(4),
  };
}

function readStrings(data: Uint8Array): TextBytes[] {
  const strings: TextBytes[] = [];
  for (let offset = 0; offset < data.length;) {
    const end = offset + 1 + data[offset]!;
    if (end > data.length) throw new DecodeError("Insufficient data for a <character-string>");
    strings.push(toTextBytes(data.subarray(offset + 1, end)));
    offset = end;
  }
  return strings;
}

function readOptions(data: Uint8Array): Shown[] {
  const options: Shown[] = [];
  if (data.length < 4) {
    throw new DecodeError(
      `DNSOPT record is of length ${data.length}, it should be at least length 4`,
    );
  }
  for (let offset = 0; offset < data.length;) {
    if (data.length < offset + 4) {
      throw new DecodeError(`Malformed DNSOPT record.  Length ${data.length} < ${offset + 4}`);
    }
    const code = readUint16(data, offset);
    const length = readUint16(data, offset + 2);
    const end = offset + 4 + length;
    if (end > data.length) {
      throw new DecodeError(
        `Malformed DNSOPT record. The length (${length}) field implies a packet larger than the one received`,
      );
    }
    const content = data.subarray(offset + 4, end);
    const name = OPTIONS.get(code) ?? "Unknown";
    options.push(new Shown(`${name}=${toHex(content)}`, { code, name, data: content }));
    offset = end;
  }
  return options;
}
