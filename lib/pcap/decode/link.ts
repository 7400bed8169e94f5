/**
 * Link layers: Ethernet, VLAN tags, LLC, SNAP, ARP.
 *
 * @module
 */
import { formatMac, readUint16 } from "../bytes.ts";
import { DecodeError, type Next, type PacketBuilder } from "../layer.ts";
import {
  etherTypeDecoder,
  requiredEtherTypeDecoder,
  showEtherType,
  showHardwareType,
} from "./protocols.ts";

/** EtherTypes below this value are lengths of IEEE 802.3 frames. */
const FIRST_ETHER_TYPE = 0x600;

export function decodeEthernet(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 14) throw new DecodeError("Ethernet packet too small");
  let type = readUint16(data, 12);
  let length = 0;
  let payload = data.subarray(14);
  if (type < FIRST_ETHER_TYPE) {
    [type, length] = [0, type];
    if (payload.length < length) packet.truncated = true;
    payload = payload.subarray(0, length);
  }
  packet.add("Ethernet", data.subarray(0, 14), payload, {
    SrcMAC: formatMac(data.subarray(6, 12)),
    DstMAC: formatMac(data.subarray(0, 6)),
    EthernetType: showEtherType(type),
    Length: length,
  });
  return requiredEtherTypeDecoder(type);
}

export function decodeVlan(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 4) throw packet.truncate(`802.1Q tag length ${data.length} too short`);
  const type = readUint16(data, 2);
  packet.add("Dot1Q", data.subarray(0, 4), data.subarray(4), {
    Priority: data[0]! >> 5,
    DropEligible: (data[0]! & 0x10) !== 0,
    VLANIdentifier: readUint16(data, 0) & 0xfff,
    Type: showEtherType(type),
  });
  return etherTypeDecoder(type);
}

export function decodeLlc(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 3) throw new DecodeError("LLC header too small");
  const [dsap, ssap, first] = [data[0]!, data[1]!, data[2]!];
  const isLong = (first & 1) === 0 || (first & 3) === 1;
  if (isLong && data.length < 4) throw new DecodeError("LLC header too small");
  const size = isLong ? 4 : 3;
  packet.add("LLC", data.subarray(0, size), data.subarray(size), {
    DSAP: dsap & 0xfe,
    IG: (dsap & 1) !== 0,
    SSAP: ssap & 0xfe,
    CR: (ssap & 1) !== 0,
    Control: isLong ? readUint16(data, 2) : first,
  });
  if ((dsap & 0xfe) === 0xaa && (ssap & 0xfe) === 0xaa) return "SNAP";
  const isSpanningTree = (dsap & 0xfe) === 0x42 && (ssap & 0xfe) === 0x42;
  return isSpanningTree ? "Payload" : new DecodeError("Layer type not currently supported");
}

export function decodeSnap(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 5) throw new DecodeError("SNAP header too small");
  const type = readUint16(data, 3);
  packet.add("SNAP", data.subarray(0, 5), data.subarray(5), {
    OrganizationalCode: data.subarray(0, 3),
    Type: showEtherType(type),
  });
  return requiredEtherTypeDecoder(type);
}

export function decodeArp(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 8) throw packet.truncate(`ARP length ${data.length} too short`);
  const [hardware, protocol] = [data[4]!, data[5]!];
  const size = 8 + 2 * hardware + 2 * protocol;
  if (data.length < size) {
    throw packet.truncate(`ARP length ${data.length} too short, ${size} expected`);
  }
  let end = 8;
  const take = (length: number) => data.subarray(end, end += length);
  packet.add("ARP", data.subarray(0, size), data.subarray(size), {
    AddrType: showHardwareType(readUint16(data, 0)),
    Protocol: showEtherType(readUint16(data, 2)),
    HwAddressSize: hardware,
    ProtAddressSize: protocol,
    Operation: readUint16(data, 6),
    SourceHwAddress: take(hardware),
    SourceProtAddress: take(protocol),
    DstHwAddress: take(hardware),
    DstProtAddress: take(protocol),
  });
  return "Payload";
}
