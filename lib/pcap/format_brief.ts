/**
 * Packets as one line each, in the way of tcpdump: addresses and ports as numbers, times in UTC,
 * absolute sequence numbers.
 *
 * @module
 */
import { readUdpMessage, summarizeDns } from "./application.ts";
import { describeIcmp, describeIcmp6 } from "./brief/describe_icmp.ts";
import { describeTcp } from "./brief/describe_tcp.ts";
import { DHCP6_TYPES, NTP_MODES, PROTOCOLS } from "./brief/names.ts";
import { formatIpv4, formatIpv6, formatMac, readUint16, readUint32 } from "./bytes.ts";
import { readDns } from "./decode/dns.ts";
import { DecodeError } from "./layer.ts";
import { Headers } from "./headers.ts";
import { type CapturedPacket, LINK_ETHERNET } from "./packet_file.ts";

const TCP = 6;
const UDP = 17;
const ICMP = 1;
const ICMP6 = 58;

/** Maximum number of tunnels inside each other that are shown. */
const MAX_TUNNELS = 4;

/** Texts of addresses that are kept: a power of two. */
const ADDRESS_SLOTS = 1024;

/** Formats packets; keeps the texts of the last second and of addresses. */
export class BriefFormatter {
  readonly #linkType: number;
  readonly #headers = new Headers();
  readonly #addresses: { bytes: Uint8Array; text: string }[] = [];
  #second = -1;
  #clock = "";

  constructor(linkType: number) {
    this.#linkType = linkType;
  }

  /** Formats a packet as a line without its end. */
  format({ seconds, nanos, length, data }: CapturedPacket): string {
    if (seconds !== this.#second) {
      this.#second = seconds;
      this.#clock = new Date(seconds * 1000).toISOString().slice(11, 19);
    }
    const micros = String(Math.floor(nanos / 1000)).padStart(6, "0");
    return `${this.#clock}.${micros} ${this.#describe(data, this.#linkType, 0, length, 0)}`;
  }

  #describe(
    data: Uint8Array,
    linkType: number,
    start: number,
    length: number,
    depth: number,
  ): string {
    const headers = this.#headers;
    headers.read(data, linkType, start);
    const vlan = headers.vlan < 0 ? "" : `vlan ${headers.vlan}, `;
    if (headers.version === 0) return vlan + describeOther(data, headers, start, length);
    return vlan + this.#describeIp(data, headers, depth);
  }

  #formatAddress(data: Uint8Array, offset: number, isIpv4: boolean): string {
    const word = readUint32(data, offset);
    const rest = isIpv4 ? 0 : readUint32(data, offset + 4) ^ readUint32(data, offset + 8) ^
      readUint32(data, offset + 12);
    const slot = (word ^ rest) * 31 + (word >>> 16) + (rest >>> 16) & ADDRESS_SLOTS - 1;
    const known = this.#addresses[slot];
    const length = isIpv4 ? 4 : 16;
    if (known !== undefined && known.bytes.length === length) {
      let index = 0;
      while (index < length && known.bytes[index] === data[offset + index]) index++;
      if (index === length) return known.text;
    }
    const text = isIpv4 ? formatIpv4(data, offset) : formatIpv6(data, offset);
    this.#addresses[slot] = { bytes: data.slice(offset, offset + length), text };
    return text;
  }

  #describeIp(data: Uint8Array, headers: Headers, depth: number): string {
    const { version, addresses, protocol, sourcePort, destinationPort, payload } = headers;
    const isIpv4 = version === 4;
    const source = this.#formatAddress(data, addresses, isIpv4);
    const destination = this.#formatAddress(data, addresses + (isIpv4 ? 4 : 16), isIpv4);
    const name = isIpv4 ? "IP" : "IP6";
    if (payload < 0) {
      return `${name} ${source} > ${destination}: ${this.#describeProtocol(data, headers, depth)}`;
    }
    const flow = `${name} ${source}.${sourcePort} > ${destination}.${destinationPort}: `;
    const badLength = invalidLength(data, headers);
    if (badLength !== undefined) return `${flow}bad length ${badLength}`;
    return flow +
      (protocol === TCP ? describeTcp(data, headers) : this.#describeUdp(data, headers, depth));
  }

  #describeProtocol(data: Uint8Array, headers: Headers, depth: number): string {
    const { protocol, transport, end, isLaterFragment, payloadLength, version } = headers;
    if (transport < 0) return "[truncated]";
    if (payloadLength < 0) return "bad length";
    const known = PROTOCOLS[protocol] ?? `ip-proto-${protocol}`;
    if (isLaterFragment) return version === 4 ? known : `frag, ${known}`;
    const isTunnel = protocol === 4 || protocol === 41;
    if (isTunnel && depth < MAX_TUNNELS) {
      return this.#describe(data.subarray(0, end), 101, transport, payloadLength, depth + 1);
    }
    if (protocol === ICMP && end - transport >= 8) {
      return `ICMP ${describeIcmp(data, transport, end)}, length ${payloadLength}`;
    }
    if (protocol === ICMP6 && end - transport >= 4) {
      return `ICMP6, ${describeIcmp6(data, transport, end)}, length ${payloadLength}`;
    }
    if (protocol === TCP || protocol === UDP) return `[|${known}]`;
    return `${known} ${payloadLength}`;
  }

  #describeUdp(data: Uint8Array, headers: Headers, depth: number): string {
    const { payload, payloadLength, end, sourcePort, destinationPort } = headers;
    const content = data.subarray(payload, Math.min(end, payload + Math.max(0, payloadLength)));
    const isPort = (port: number) => sourcePort === port || destinationPort === port;
    const length = `length ${payloadLength}`;
    if ((isPort(53) || isPort(5353)) && content.length >= 12) {
      const text = describeDns(content);
      if (text !== undefined) return text;
    }
    if (isPort(123) && content.length >= 48) {
      const mode = NTP_MODES[content[0]! & 7];
      return `NTPv${content[0]! >> 3 & 7}, ${mode}, ${length}`;
    }
    if ((isPort(67) || isPort(68)) && content.length >= 240) {
      const kind = content[0] === 1 ? "Request from" : "Reply to";
      return `BOOTP/DHCP, ${kind} ${formatMac(content.subarray(28, 34))}, ${length}`;
    }
    if ((isPort(546) || isPort(547)) && content.length >= 4) {
      return `dhcp6 ${DHCP6_TYPES[content[0]!] ?? `message ${content[0]}`}`;
    }
    if (depth < MAX_TUNNELS && content.length >= 8) {
      if (isPort(4789) || isPort(8472)) {
        const vni = readUint32(content, 4) >>> 8;
        return `VXLAN, vni ${vni}: ${
          this.#describe(data.subarray(0, end), 1, payload + 8, payloadLength - 8, depth + 1)
        }`;
      }
      if (isPort(6081)) {
        const header = 8 + (content[0]! & 0x3f) * 4;
        const vni = readUint32(content, 4) >>> 8;
        const link = readUint16(content, 2) === 0x6558 ? LINK_ETHERNET : 101;
        return `Geneve, vni 0x${vni.toString(16)}: ${
          this.#describe(
            data.subarray(0, end),
            link,
            payload + header,
            payloadLength - header,
            depth + 1,
          )
        }`;
      }
    }
    const message = readUdpMessage(content);
    return message === undefined
      ? `UDP, ${length}`
      : `${message.protocol}, ${message.summary}, ${length}`;
  }
}

/** Returns the length in a header that is too small for the header itself. */
function invalidLength(
  data: Uint8Array,
  { protocol, transport, payloadLength }: Headers,
): number | undefined {
  if (payloadLength >= 0) return undefined;
  if (protocol === UDP) return readUint16(data, transport + 4) || payloadLength + 8;
  return payloadLength + (data[transport + 12]! >> 4) * 4;
}

function describeOther(
  data: Uint8Array,
  { etherType, network }: Headers,
  start: number,
  length: number,
): string {
  // A tunnel's own length can be smaller than the packet in it.
  const rest = Math.max(0, length - (network - start));
  if (network < 0 || etherType < 0) return `[truncated], length ${length}`;
  if (etherType === 0x0806 && data.length - network >= 28) {
    return describeArp(data, network, rest);
  }
  if (etherType === 0x0800 || etherType === 0x86dd) {
    return `${etherType === 0x0800 ? "IP" : "IP6"} [truncated], length ${rest}`;
  }
  if (etherType === 0x88cc) return `LLDP, length ${rest}`;
  if (etherType < 0x600) return `802.3, length ${etherType}`;
  const addresses = `${formatMac(data.subarray(start + 6, start + 12))} > ${
    formatMac(data.subarray(start, start + 6))
  }`;
  return `${addresses}, ethertype 0x${etherType.toString(16).padStart(4, "0")}, length ${length}`;
}

function describeArp(data: Uint8Array, offset: number, length: number): string {
  const operation = readUint16(data, offset + 6);
  const sender = formatIpv4(data, offset + 14);
  const target = formatIpv4(data, offset + 24);
  switch (operation) {
    case 1:
      return `ARP, Request who-has ${target} tell ${sender}, length ${length}`;
    case 2:
      return `ARP, Reply ${sender} is-at ${
        formatMac(data.subarray(offset + 8, offset + 14))
      }, length ${length}`;
  }
  return `ARP, operation ${operation}, length ${length}`;
}

function describeDns(content: Uint8Array): string | undefined {
  try {
    return summarizeDns(readDns(content), content.length);
  } catch (error) {
    if (error instanceof DecodeError) return `DNS [${error.message}], length ${content.length}`;
    throw error;
  }
}
