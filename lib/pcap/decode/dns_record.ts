/**
 * Resource records of DNS messages: RFC 1035, RFC 6891.
 *
 * @module
 */
import { formatIp, readUint16, readUint32, toHex, toSafeText } from "../bytes.ts";
import { DecodeError, type Fields, NO_BYTES, Shown, TextBytes, type Value } from "../layer.ts";
import { CLASSES, OPTIONS, showNumber, TYPES } from "./dns_numbers.ts";
import { DnsReader } from "./dns_reader.ts";

/** Type of the record that extends DNS: RFC 6891. */
const OPT = 41;

const EMPTY_NAME = new TextBytes(NO_BYTES, "");

/**
 * Reads a resource record and advances.
 *
 * @throws {DecodeError} for an invalid record.
 */
export function readRecord(reader: DnsReader): Fields {
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
    readContent(record, type, content, new DnsReader(data.subarray(0, end)), offset + 10);
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
  reader: DnsReader,
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

function readAuthority(primary: TextBytes, reader: DnsReader): Fields {
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
