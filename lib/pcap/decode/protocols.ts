/**
 * Numbers of protocols, their names in dumps and their decoders.
 *
 * @module
 */
import { DecodeError, type DecoderName, type Next, Shown } from "../layer.ts";
import { portName, type PortProtocol } from "../port_names.ts";

type Table = ReadonlyMap<number, readonly [name: string, decoder: DecoderName]>;

/** EtherTypes with a name in dumps; those without a decoder are shown as payload. */
const ETHER_TYPES: Table = new Map([
  [0x0000, ["LLC", "LLC"]],
  [0x0800, ["IPv4", "IPv4"]],
  [0x0806, ["ARP", "ARP"]],
  [0x86dd, ["IPv6", "IPv6"]],
  [0x8100, ["Dot1Q", "Dot1Q"]],
  [0x88a8, ["Dot1Q", "Dot1Q"]],
  [0x6558, ["TransparentEthernetBridging", "Ethernet"]],
  [0x88cc, ["LinkLayerDiscovery", "LinkLayerDiscovery"]],
  [0x01a2, ["NortelDiscovery", "Payload"]],
  [0x2000, ["CiscoDiscovery", "Payload"]],
  [0x880b, ["PPP", "Payload"]],
  [0x8847, ["MPLSUnicast", "Payload"]],
  [0x8848, ["MPLSMulticast", "Payload"]],
  [0x8863, ["PPPoEDiscovery", "Payload"]],
  [0x8864, ["PPPoESession", "Payload"]],
  [0x888e, ["EAPOL", "Payload"]],
  [0x88be, ["ERSPAN Type II", "Payload"]],
  [0x9000, ["EthernetCTP", "Payload"]],
]);

/** IP protocols with a name in dumps; those without a decoder are shown as payload. */
const IP_PROTOCOLS: Table = new Map([
  [0, ["IPv6HopByHop", "IPv6HopByHop"]],
  [1, ["ICMPv4", "ICMPv4"]],
  [2, ["IGMP", "IGMP"]],
  [4, ["IPv4", "IPv4"]],
  [6, ["TCP", "TCP"]],
  [17, ["UDP", "UDP"]],
  [41, ["IPv6", "IPv6"]],
  [43, ["IPv6Routing", "IPv6Routing"]],
  [44, ["IPv6Fragment", "IPv6Fragment"]],
  [58, ["ICMPv6", "ICMPv6"]],
  [59, ["NoNextHeader", "Payload"]],
  [60, ["IPv6Destination", "IPv6Destination"]],
  [94, ["IPv4", "IPv4"]],
  [27, ["RUDP", "Payload"]],
  [47, ["GRE", "Payload"]],
  [50, ["IPSecESP", "Payload"]],
  [51, ["IPSecAH", "Payload"]],
  [89, ["OSPF", "Payload"]],
  [97, ["EtherIP", "Payload"]],
  [112, ["VRRP", "Payload"]],
  [132, ["SCTP", "Payload"]],
  [136, ["UDPLite", "Payload"]],
  [137, ["MPLS", "Payload"]],
]);

/** Names of ARP hardware types: link types with the same numbers, as talosctl prints them. */
const HARDWARE_TYPES = new Map([
  [0, "Null"],
  [1, "Ethernet"],
  [9, "PPP"],
  [10, "FDDI"],
  [12, "Raw"],
  [101, "Raw"],
  [105, "802.11"],
  [108, "Loop"],
  [113, "Linux SLL"],
  [117, "PFLog"],
  [119, "Prism"],
  [127, "RadioTap"],
  [220, "USB"],
  [276, "Linux SLL2"],
]);

/** Returns the value of an EtherType. */
export function showEtherType(type: number): Shown {
  const number = `0x${type.toString(16).padStart(4, "0")}`;
  return new Shown(ETHER_TYPES.get(type)?.[0] ?? "UnknownEthernetType", number);
}

/** Returns the value of a hardware type. */
export function showHardwareType(type: number): Shown {
  return new Shown(HARDWARE_TYPES.get(type) ?? "UnknownLinkType", type);
}

/** Returns the value of an IP protocol. */
export function showProtocol(protocol: number): Shown {
  return new Shown(IP_PROTOCOLS.get(protocol)?.[0] ?? "UnknownIPProtocol", protocol);
}

/** Returns the decoder of an EtherType, or undefined. */
export function etherTypeDecoder(type: number): DecoderName | undefined {
  return ETHER_TYPES.get(type)?.[1];
}

/** Returns the decoder of an EtherType, or an error. */
export function requiredEtherTypeDecoder(type: number): Next {
  return etherTypeDecoder(type) ?? new DecodeError(`Unable to decode EthernetType ${type}`);
}

/** Returns the decoder after an IP header. */
export function protocolDecoder(protocol: number): Next {
  return IP_PROTOCOLS.get(protocol)?.[1] ?? new DecodeError("Layer type not currently supported");
}

/** Returns the decoder after an IPv6 extension header. */
export function extensionDecoder(protocol: number): Next {
  return IP_PROTOCOLS.get(protocol)?.[1] ??
    new DecodeError(`Unable to decode IPProtocol ${protocol}`);
}

/** Returns the value of a port. */
export function showPort(protocol: PortProtocol, port: number): Shown {
  const name = portName(protocol, port);
  return new Shown(name === undefined ? String(port) : `${port}(${name})`, port);
}
