/**
 * IPv6 with extension headers: RFC 8200.
 *
 * @module
 */
import { formatIp, readUint16, readUint32 } from "../bytes.ts";
import {
  DecodeError,
  type Fields,
  type Next,
  NO_BYTES,
  type PacketBuilder,
  type Value,
} from "../layer.ts";
import { extensionDecoder, protocolDecoder, showProtocol } from "./protocols.ts";

/** Option type of a jumbogram: RFC 2675. */
const JUMBOGRAM = 0xc2;
const MAX_LENGTH = 0xffff;

export function decodeIpv6(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 40) {
    addIpv6(packet, undefined, NO_BYTES, undefined);
    throw packet.truncate(`Invalid ip6 header. Length ${data.length} less than 40`);
  }
  const next = data[6]!;
  const length = readUint16(data, 4);
  let payload = data.subarray(40);
  let extension: Extension | undefined;
  try {
    if (next === 0) {
      const header = readExtension(payload, packet);
      readOptions(payload, header, packet);
      extension = header;
      const jumbo = readJumboLength(extension);
      if (jumbo !== undefined) {
        if (length !== 0) {
          throw new DecodeError("IPv6 has jumbo length and IPv6 length is not 0");
        }
        if (jumbo > payload.length) packet.truncated = true;
        payload = payload.subarray(0, jumbo);
      } else if (length === 0) {
        throw new DecodeError(
          "IPv6 length 0, but HopByHop header does not have jumbogram option",
        );
      } else payload = payload.subarray(extension.size);
    }
    if (length === 0 && extension === undefined) {
      throw new DecodeError(
        `IPv6 length 0, but next header is ${showProtocol(next).text}, not HopByHop`,
      );
    }
  } catch (error) {
    addIpv6(packet, data, payload, extension);
    throw error;
  }
  if (length > 0) {
    if (length > payload.length) packet.truncated = true;
    payload = payload.subarray(0, length);
  }
  addIpv6(packet, data, payload, extension);
  // The payload of the extension header decides, as in talosctl.
  return protocolDecoder(extension?.next ?? next);
}

function addIpv6(
  packet: PacketBuilder,
  data: Uint8Array | undefined,
  payload: Uint8Array,
  extension: Extension | undefined,
): void {
  packet.add("IPv6", data?.subarray(0, 40) ?? NO_BYTES, payload, {
    Version: data === undefined ? 0 : data[0]! >> 4,
    TrafficClass: data === undefined ? 0 : readUint16(data, 0) >> 4 & 0xff,
    FlowLabel: data === undefined ? 0 : readUint32(data, 0) & 0xfffff,
    Length: data === undefined ? 0 : readUint16(data, 4),
    NextHeader: showProtocol(data?.[6] ?? 0),
    HopLimit: data?.[7] ?? 0,
    SrcIP: formatIp(data?.subarray(8, 24) ?? NO_BYTES),
    DstIP: formatIp(data?.subarray(24, 40) ?? NO_BYTES),
    HopByHop: extension === undefined
      ? null
      : { Contents: extension.contents, Payload: extension.payload, ...extensionFields(extension) },
  });
  if (extension !== undefined) addExtension(packet, "IPv6HopByHop", extension);
}

interface Extension {
  readonly next: number;
  readonly size: number;
  readonly contents: Uint8Array;
  readonly payload: Uint8Array;
  readonly options: Fields[];
  /** Data of the first jumbogram option. */
  jumbo: Uint8Array | undefined;
}

const EMPTY_EXTENSION: Extension = {
  next: 0,
  size: 0,
  contents: NO_BYTES,
  payload: NO_BYTES,
  options: [],
  jumbo: undefined,
};

function readExtension(data: Uint8Array, packet: PacketBuilder): Extension {
  if (data.length < 2) {
    throw packet.truncate(
      `Invalid ip6-extension header. Length ${data.length} less than 2`,
    );
  }
  const size = data[1]! * 8 + 8;
  if (data.length < size) {
    throw new DecodeError(
      `Invalid ip6-extension header. Length ${data.length} less than specified length ${size}`,
    );
  }
  return {
    next: data[0]!,
    size,
    contents: data.subarray(0, size),
    payload: data.subarray(size),
    options: [],
    jumbo: undefined,
  };
}

/** Reads the options of a header: type, length and value. */
function readOptions(data: Uint8Array, extension: Extension, packet: PacketBuilder): void {
  for (let offset = 2; offset < extension.size;) {
    if (data.length - offset < 2) throw packet.truncate("IPv6 header option too small");
    const type = data[offset]!;
    const isPad = type === 0;
    const length = isPad ? 0 : data[offset + 1]!;
    const end = isPad ? offset + 1 : offset + 2 + length;
    if (end > data.length) throw packet.truncate("IPv6 header TLV option too small");
    const content = isPad ? NO_BYTES : data.subarray(offset + 2, end);
    if (type === JUMBOGRAM) extension.jumbo ??= content;
    extension.options.push({
      OptionType: type,
      OptionLength: length,
      ActualLength: end - offset,
      OptionData: content,
      OptionAlignment: "[0 0]",
    });
    offset = end;
  }
}

function readJumboLength({ jumbo }: Extension): number | undefined {
  if (jumbo === undefined) return undefined;
  if (jumbo.length !== 4) throw new DecodeError("Jumbo length TLV data must have length 4");
  const length = readUint32(jumbo, 0);
  if (length <= MAX_LENGTH) {
    throw new DecodeError(`Jumbo length cannot be less than ${MAX_LENGTH + 1}`);
  }
  return length;
}

function extensionFields({ next, contents, size, options }: Extension): Fields {
  return { ...headerFields({ next, contents, size }), Options: options };
}

function headerFields(
  { next, contents, size }: Pick<Extension, "next" | "contents" | "size">,
): Fields {
  return {
    NextHeader: showProtocol(next),
    HeaderLength: contents[1] ?? 0,
    ActualLength: size,
  };
}

function addExtension(packet: PacketBuilder, name: string, extension: Extension): void {
  packet.add(name, extension.contents, extension.payload, extensionFields(extension));
}

function decodeOptions(name: string, data: Uint8Array, packet: PacketBuilder): Next {
  let extension: Extension = EMPTY_EXTENSION;
  try {
    extension = readExtension(data, packet);
    readOptions(data, extension, packet);
  } finally {
    addExtension(packet, name, extension);
  }
  return extensionDecoder(extension.next);
}

export function decodeHopByHop(data: Uint8Array, packet: PacketBuilder): Next {
  return decodeOptions("IPv6HopByHop", data, packet);
}

export function decodeDestination(data: Uint8Array, packet: PacketBuilder): Next {
  return decodeOptions("IPv6Destination", data, packet);
}

export function decodeRouting(data: Uint8Array, packet: PacketBuilder): Next {
  const extension = readExtension(data, packet);
  const { contents, payload, size, next } = extension;
  const type = contents[2]!;
  if (type !== 0) throw new DecodeError(`Unknown IPv6 routing header type ${type}`);
  if ((size - 8) % 16 !== 0) {
    throw new DecodeError(`Invalid IPv6 source routing, length of type 0 packet ${size}`);
  }
  const addresses: Value[] = [];
  for (let offset = 8; offset < size; offset += 16) {
    addresses.push(formatIp(contents.subarray(offset, offset + 16)));
  }
  packet.add("IPv6Routing", contents, payload, {
    ...headerFields(extension),
    RoutingType: type,
    SegmentsLeft: contents[3]!,
    Reserved: contents.subarray(4, 8),
    SourceRoutingIPs: addresses,
  });
  return extensionDecoder(next);
}

export function decodeIpv6Fragment(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 8) {
    throw packet.truncate(`Invalid ip6-fragment header. Length ${data.length} less than 8`);
  }
  packet.add("IPv6Fragment", data.subarray(0, 8), data.subarray(8), {
    NextHeader: showProtocol(data[0]!),
    Reserved1: data[1]!,
    FragmentOffset: readUint16(data, 2) >> 3,
    Reserved2: data[3]! >> 1 & 3,
    MoreFragments: (data[3]! & 1) !== 0,
    Identification: readUint32(data, 4),
  });
  return "Fragment";
}
