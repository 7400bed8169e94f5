/**
 * IPv4 with options and fragments: RFC 791.
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
  Shown,
  type Value,
} from "../layer.ts";
import { protocolDecoder, showProtocol } from "./protocols.ts";

const MORE_FRAGMENTS = 1;
const FLAGS = [[4, "Evil"], [2, "DF"], [MORE_FRAGMENTS, "MF"]] as const;

export function decodeIpv4(data: Uint8Array, packet: PacketBuilder): Next {
  const header = { Version: 0, IHL: 0, Length: 0 };
  let contents = NO_BYTES;
  let payload = NO_BYTES;
  const options: Value[] = [];
  try {
    if (data.length < 20) {
      throw packet.truncate(`Invalid ip4 header. Length ${data.length} less than 20`);
    }
    header.IHL = data[0]! & 0xf;
    // Segmentation offload leaves a length of 0.
    header.Length = readUint16(data, 2) || data.length & 0xffff;
    const size = header.IHL * 4;
    if (header.Length < 20) {
      throw new DecodeError(`Invalid (too small) IP length (${header.Length} < 20)`);
    }
    if (header.IHL < 5) {
      throw new DecodeError(`Invalid (too small) IP header length (${header.IHL} < 5)`);
    }
    if (size > header.Length) {
      throw new DecodeError(
        `Invalid IP header length > IP length (${header.IHL} > ${header.Length})`,
      );
    }
    if (data.length > header.Length) data = data.subarray(0, header.Length);
    else if (data.length < header.Length) {
      packet.truncated = true;
      if (size > data.length) throw new DecodeError("Not all IP header bytes available");
    }
    contents = data.subarray(0, size);
    payload = data.subarray(size);
    readOptions(data.subarray(20, size), options, packet);
  } catch (error) {
    packet.add("IPv4", contents, payload, toFields(header, undefined, options));
    throw error;
  }
  header.Version = data[0]! >> 4;
  packet.add("IPv4", contents, payload, toFields(header, data, options));
  const isFragment = (readUint16(data, 6) & 0x3fff) !== 0;
  return isFragment ? "Fragment" : protocolDecoder(data[9]!);
}

/**
 * Reads options up to the end of the list. talosctl v1.8 reads no field of a header that has such
 * an end; v1.4 does.
 */
function readOptions(data: Uint8Array, options: Value[], packet: PacketBuilder): void {
  while (data.length > 0) {
    const type = data[0]!;
    if (type === 0) {
      options.push(showOption(type, NO_BYTES));
      return;
    }
    let length = 1;
    if (type !== 1) {
      if (data.length < 2) {
        throw packet.truncate(`Invalid ip4 option length. Length ${data.length} less than 2`);
      }
      length = data[1]!;
      if (data.length < length) {
        throw packet.truncate(
          `IP option length exceeds remaining IP header size, option type ${type} length ${length}`,
        );
      }
      if (length <= 2) {
        throw new DecodeError(
          `Invalid IP option type ${type} length ${length}. Must be greater than 2`,
        );
      }
    }
    options.push(showOption(type, data.subarray(2, Math.max(2, length))));
    data = data.subarray(length);
  }
}

function showOption(type: number, data: Uint8Array): Shown {
  return new Shown(`IPv4Option(${type}:[${data.join(" ")}])`, { type, data });
}

function toFields(
  { Version, IHL, Length }: { Version: number; IHL: number; Length: number },
  data: Uint8Array | undefined,
  options: Value[],
): Fields {
  const flags = data === undefined ? 0 : data[6]! >> 5;
  return {
    Version,
    IHL,
    TOS: data?.[1] ?? 0,
    Length,
    Id: data === undefined ? 0 : readUint16(data, 4),
    Flags: FLAGS.filter(([bit]) => (flags & bit) !== 0).map(([, name]) => name).join("|"),
    FragOffset: data === undefined ? 0 : readUint16(data, 6) & 0x1fff,
    TTL: data?.[8] ?? 0,
    Protocol: showProtocol(data?.[9] ?? 0),
    Checksum: data === undefined ? 0 : readUint16(data, 10),
    SrcIP: formatIp(data?.subarray(12, 16) ?? NO_BYTES),
    DstIP: formatIp(data?.subarray(16, 20) ?? NO_BYTES),
    Options: options,
    Padding: NO_BYTES,
  };
}
