/**
 * A fast pass over the headers of a packet: offsets and numbers, no text and no allocation.
 *
 * @module
 */
import { readUint16 } from "./bytes.ts";
import { LINK_ETHERNET } from "./packet_file.ts";

const VLAN_TYPES = [0x8100, 0x88a8, 0x9100];
const IPV4 = 0x0800;
const IPV6 = 0x86dd;

/** Extension headers of IPv6 with a length in units of 8 bytes. */
const HOP_BY_HOP = 0;
const ROUTING = 43;
const FRAGMENT = 44;
const DESTINATION = 60;

const TCP = 6;
const UDP = 17;

/** Maximum number of VLAN tags, and of IPv6 extension headers, that are skipped. */
const MAX_HEADERS = 8;

/** The headers of one packet. Offsets are -1 where there is no such header. */
export class Headers {
  etherType = -1;
  /** The outermost VLAN identifier, or -1. */
  vlan = -1;
  /** 4, 6, or 0 for another network protocol. */
  version = 0;
  /** Offset of the network header. */
  network = -1;
  /** Offset of the source address; the destination address follows. */
  addresses = -1;
  protocol = -1;
  /** Not the first fragment of a packet. */
  isLaterFragment = false;
  /** Offset of the transport header. */
  transport = -1;
  sourcePort = -1;
  destinationPort = -1;
  /** Offset of the payload of TCP and UDP. */
  payload = -1;
  /** Bytes of that payload on the wire; negative for an invalid header. */
  payloadLength = 0;
  /** Offset after the captured bytes of the network packet. */
  end = 0;

  /** Reads the headers of a packet; those after a truncated one are absent. */
  read(data: Uint8Array, linkType: number, start = 0): void {
    this.etherType =
      this.vlan =
      this.network =
      this.addresses =
      this.protocol =
        -1;
    this.transport =
      this.sourcePort =
      this.destinationPort =
      this.payload =
        -1;
    this.version = this.payloadLength = 0;
    this.isLaterFragment = false;
    this.end = data.length;
    let offset = start;
    if (linkType === LINK_ETHERNET) {
      if (data.length - start < 14) return;
      let type = readUint16(data, start + 12);
      offset = start + 14;
      for (let tags = 0; tags < MAX_HEADERS && VLAN_TYPES.includes(type); tags++) {
        if (data.length - offset < 4) return;
        if (this.vlan < 0) this.vlan = readUint16(data, offset) & 0xfff;
        type = readUint16(data, offset + 2);
        offset += 4;
      }
      this.etherType = type;
    } else if (offset < data.length) {
      const version = data[offset]! >> 4;
      this.etherType = version === 4 ? IPV4 : version === 6 ? IPV6 : -1;
    }
    this.network = offset;
    if (this.etherType === IPV4) this.#readIpv4(data, offset);
    else if (this.etherType === IPV6) this.#readIpv6(data, offset);
  }

  #readIpv4(data: Uint8Array, offset: number): void {
    if (data.length - offset < 20) return;
    const headerLength = (data[offset]! & 0xf) * 4;
    const length = readUint16(data, offset + 2) || data.length - offset;
    if (headerLength < 20 || length < headerLength) return;
    this.version = 4;
    this.addresses = offset + 12;
    this.protocol = data[offset + 9]!;
    this.isLaterFragment = (readUint16(data, offset + 6) & 0x1fff) !== 0;
    this.end = Math.min(data.length, offset + length);
    if (offset + headerLength <= this.end) {
      this.#readTransport(data, offset + headerLength, length - headerLength);
    }
  }

  #readIpv6(data: Uint8Array, offset: number): void {
    if (data.length - offset < 40) return;
    this.version = 6;
    this.addresses = offset + 8;
    let length = readUint16(data, offset + 4);
    let protocol = data[offset + 6]!;
    let next = offset + 40;
    if (length > 0) this.end = Math.min(data.length, next + length);
    for (let headers = 0; headers < MAX_HEADERS && isExtension(protocol); headers++) {
      this.protocol = protocol;
      if (this.end - next < 8) return;
      const size = protocol === FRAGMENT ? 8 : data[next + 1]! * 8 + 8;
      if (protocol === FRAGMENT) {
        this.isLaterFragment = (readUint16(data, next + 2) & 0xfff8) !== 0;
      }
      protocol = data[next]!;
      next += size;
      length -= size;
      if (next > this.end) return;
      if (this.isLaterFragment) break;
    }
    this.protocol = protocol;
    this.#readTransport(data, next, length);
  }

  #readTransport(data: Uint8Array, offset: number, length: number): void {
    this.transport = offset;
    this.payloadLength = length;
    if (this.isLaterFragment) return;
    const available = this.end - offset;
    if (this.protocol === TCP) {
      if (available < 20) return;
      const headerLength = (data[offset + 12]! >> 4) * 4;
      this.payloadLength = length - headerLength;
      if (headerLength < 20) return;
      this.payload = Math.min(offset + headerLength, this.end);
    } else if (this.protocol === UDP) {
      if (available < 8) return;
      this.payloadLength = (readUint16(data, offset + 4) || length) - 8;
      this.payload = offset + 8;
    } else return;
    this.sourcePort = readUint16(data, offset);
    this.destinationPort = readUint16(data, offset + 2);
  }
}

function isExtension(protocol: number): boolean {
  return protocol === HOP_BY_HOP || protocol === ROUTING || protocol === FRAGMENT ||
    protocol === DESTINATION;
}
