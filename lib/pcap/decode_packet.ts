/**
 * Decoding of packets into layers. The protocols, names and fields are the same as in talosctl.
 *
 * @module
 */
import { decodeDhcp4 } from "./decode/dhcp4.ts";
import { decodeDhcp6 } from "./decode/dhcp6.ts";
import { decodeDns } from "./decode/dns.ts";
import { decodeIcmp4 } from "./decode/icmp4.ts";
import { decodeIcmp6, decodeIcmp6Message } from "./decode/icmp6.ts";
import { decodeIgmp } from "./decode/igmp.ts";
import { decodeIpv4 } from "./decode/ipv4.ts";
import {
  decodeDestination,
  decodeHopByHop,
  decodeIpv6,
  decodeIpv6Fragment,
  decodeRouting,
} from "./decode/ipv6.ts";
import { decodeArp, decodeEthernet, decodeLlc, decodeSnap, decodeVlan } from "./decode/link.ts";
import { decodeLldp } from "./decode/lldp.ts";
import { decodeTcp } from "./decode/tcp.ts";
import { decodeGeneve, decodeNtp, decodeUdp, decodeVxlan } from "./decode/udp.ts";
import {
  DecodeError,
  type Decoder,
  type DecoderName,
  type Layer,
  type Next,
  NO_BYTES,
  PacketBuilder,
} from "./layer.ts";
import { LINK_ETHERNET, LINK_RAW } from "./packet_file.ts";

const DECODERS: Record<DecoderName, Decoder> = {
  ARP: decodeArp,
  DHCPv4: decodeDhcp4,
  DHCPv6: decodeDhcp6,
  DNS: decodeDns,
  Dot1Q: decodeVlan,
  Ethernet: decodeEthernet,
  Fragment: addRest("Fragment"),
  Geneve: decodeGeneve,
  ICMPv4: decodeIcmp4,
  ICMPv6: decodeIcmp6,
  ICMPv6Message: decodeIcmp6Message,
  IGMP: decodeIgmp,
  IPv4: decodeIpv4,
  IPv6: decodeIpv6,
  IPv6Destination: decodeDestination,
  IPv6Fragment: decodeIpv6Fragment,
  IPv6HopByHop: decodeHopByHop,
  IPv6Routing: decodeRouting,
  LLC: decodeLlc,
  LinkLayerDiscovery: decodeLldp,
  NTP: decodeNtp,
  Payload: addRest("Payload"),
  SNAP: decodeSnap,
  TCP: decodeTcp,
  UDP: decodeUdp,
  VXLAN: decodeVxlan,
};

function addRest(name: string): Decoder {
  return (data, packet) => {
    packet.add(name, data, NO_BYTES, {}, `${data.length} byte(s)`);
    return undefined;
  };
}

/** A decoded packet. */
export interface DecodedPacket {
  /** From the outermost. The last one of a packet with invalid bytes is `DecodeFailure`. */
  readonly layers: readonly Layer[];
  /** A length field exceeds the captured bytes. */
  readonly truncated: boolean;
}

/** Decodes a packet. Invalid bytes become a layer `DecodeFailure`. */
export function decodePacket(data: Uint8Array, linkType: number): DecodedPacket {
  const packet = new PacketBuilder();
  let next = firstDecoder(data, linkType);
  let rest = data;
  try {
    while (next !== undefined) {
      if (next instanceof DecodeError) throw next;
      next = DECODERS[next](rest, packet);
      rest = packet.layers.at(-1)!.payload;
      if (rest.length === 0) break;
    }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const failed = packet.layers.at(-1)?.payload ?? data;
    const text = `Packet decoding error: ${error.message}`;
    packet.add("DecodeFailure", failed, NO_BYTES, { Error: error.message }, text);
  }
  return packet;
}

function firstDecoder(data: Uint8Array, linkType: number): Next {
  if (linkType === LINK_ETHERNET) return "Ethernet";
  if (linkType !== LINK_RAW) return new DecodeError(`Unable to decode LinkType ${linkType}`);
  const version = (data[0] ?? 0) >> 4;
  if (version === 4) return "IPv4";
  return version === 6 ? "IPv6" : new DecodeError(`Invalid IP packet version ${version}`);
}
