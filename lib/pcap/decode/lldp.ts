/**
 * Link Layer Discovery Protocol: IEEE 802.1AB.
 *
 * @module
 */
import { readUint16, readUint32, toSafeText } from "../bytes.ts";
import {
  DecodeError,
  type Fields,
  type Next,
  NO_BYTES,
  type PacketBuilder,
  type Value,
} from "../layer.ts";

const VALUE_TYPES = new Map([
  [0, "TLV End"],
  [1, "Chassis ID"],
  [2, "Port ID"],
  [3, "TTL"],
  [4, "Port Description"],
  [5, "System Name"],
  [6, "System Description"],
  [7, "System Capabilities"],
  [8, "Management Address"],
  [127, "Organisation Specific"],
]);

const CHASSIS_TYPES = [
  "Reserved",
  "Chassis Component",
  "Interface Alias",
  "Port Component",
  "MAC Address",
  "Network Address",
  "Interface Name",
  "Local",
];

const PORT_TYPES = [
  "Reserved",
  "Interface Alias",
  "Port Component",
  "MAC Address",
  "Network Address",
  "Interface Name",
  "Agent Circuit ID",
  "Local",
];

/** IANA address family numbers. */
const FAMILIES = [
  "Reserved",
  "IPv4",
  "IPv6",
  "NSAP",
  "HDLC",
  "BBN 1822",
  "802 media plus Ethernet 'canonical format'",
  "E.163",
  "E.164 (SMDS, Frame Relay, ATM)",
  "F.69 (Telex)",
  "X.121, X.25, Frame Relay",
  "IPX",
  "Appletalk",
  "Decnet IV",
  "Banyan Vines",
  "E.164 with NSAP format subaddress",
  "DNS",
  "Distinguished Name",
  "AS Number",
  "XTP over IP version 4",
  "XTP over IP version 6",
  "XTP native mode XTP",
  "Fibre Channel World-Wide Port Name",
  "Fibre Channel World-Wide Node Name",
  "GWID",
  "AFI for Layer 2 VPN",
];

const INTERFACE_TYPES = ["Unknown", "Unknown", "IfIndex", "System Port Number"];

/** Capabilities by bit. */
const CAPABILITIES = [
  "Other",
  "Repeater",
  "Bridge",
  "WLANAP",
  "Router",
  "Phone",
  "DocSis",
  "StationOnly",
  "CVLAN",
  "SVLAN",
  "TMPR",
];

interface Item {
  readonly type: number;
  readonly value: Uint8Array;
}

export function decodeLldp(data: Uint8Array, packet: PacketBuilder): Next {
  const items = readItems(data, packet);
  if (items.length < 4) throw missing();
  let chassis: Fields = { Subtype: "Reserved", ID: NO_BYTES };
  let port: Fields = { Subtype: "Reserved", ID: NO_BYTES };
  let ttl = 0;
  const others: Item[] = [];
  for (const item of items) {
    const { type, value } = item;
    if (type > 3) others.push(item);
    if (type < 1 || type > 3) continue;
    if (value.length < 2) {
      const name = ["ChassisID", "PortID", "TTL"][type - 1];
      throw new DecodeError(`Malformed LinkLayerDiscovery ${name} TLV`);
    }
    if (type === 3) ttl = readUint16(value, 0);
    else if (type === 2) port = readId(PORT_TYPES, value);
    else chassis = readId(CHASSIS_TYPES, value);
  }
  const hasEnd = items.at(-1)!.type === 0;
  if (chassis["Subtype"] === "Reserved" || port["Subtype"] === "Reserved" || !hasEnd) {
    throw missing();
  }
  packet.add("LinkLayerDiscovery", data, NO_BYTES, {
    ChassisID: chassis,
    PortID: port,
    TTL: ttl,
    Values: others.map(({ type, value }) => ({
      Type: VALUE_TYPES.get(type) ?? "Unknown",
      Length: value.length,
      Value: value,
    })),
  });
  const info = readInfo(others);
  packet.add("LinkLayerDiscoveryInfo", NO_BYTES, NO_BYTES, info.fields);
  if (info.error !== undefined) throw info.error;
  return undefined;
}

function missing(): DecodeError {
  return new DecodeError("Missing mandatory LinkLayerDiscovery TLV");
}

function readItems(data: Uint8Array, packet: PacketBuilder): Item[] {
  const items: Item[] = [];
  for (let offset = 0; offset < data.length;) {
    if (data.length - offset < 2) throw packet.truncate("LLDP vdata < 2 bytes");
    const type = data[offset]! >> 1;
    const length = readUint16(data, offset) & 0x1ff;
    const end = offset + 2 + length;
    if (end > data.length) throw packet.truncate(`LLDP VData < ${length + 2} bytes`);
    items.push({ type, value: data.subarray(offset + 2, end) });
    if (type === 0) break;
    offset = end;
  }
  return items;
}

function readId(types: readonly string[], value: Uint8Array): Fields {
  return { Subtype: types[value[0]!] ?? "Unknown", ID: value.subarray(1) };
}

function readCapabilities(bits: number): Fields {
  return Object.fromEntries(CAPABILITIES.map((name, bit) => [name, (bits & 1 << bit) !== 0]));
}

/** Reads the optional items; after an invalid one, the fields before it and the error. */
function readInfo(items: readonly Item[]): { fields: Fields; error?: DecodeError } {
  let systemCapabilities = { SystemCap: readCapabilities(0), EnabledCap: readCapabilities(0) };
  let management: Fields = {
    Subtype: "Reserved",
    Address: NO_BYTES,
    InterfaceSubtype: "Unknown",
    InterfaceNumber: 0,
    OID: "",
  };
  const texts = ["", "", ""];
  const organisations: Value[] = [];
  let error: DecodeError | undefined;
  const isShort = ({ type, value }: Item, length: number) => {
    if (value.length < length) {
      error = new DecodeError(
        `Invalid TLV ${VALUE_TYPES.get(type)} length ${value.length} (wanted mimimum ${length}`,
      );
    }
    return error !== undefined;
  };
  for (const item of items) {
    const { type, value } = item;
    if (type >= 4 && type <= 6) texts[type - 4] = toSafeText(value);
    else if (type === 7) {
      if (isShort(item, 4)) break;
      systemCapabilities = {
        SystemCap: readCapabilities(readUint16(value, 0)),
        EnabledCap: readCapabilities(readUint16(value, 2)),
      };
    } else if (type === 8) {
      if (isShort(item, 9)) break;
      const size = value[0]!;
      if (isShort(item, size + 7)) break;
      const oidStart = size + 7;
      const oidEnd = oidStart + value[size + 6]!;
      management = {
        Subtype: FAMILIES[value[1]!] ?? "Unknown",
        Address: value.subarray(2, size + 1),
        InterfaceSubtype: INTERFACE_TYPES[value[size + 1]!] ?? "Unknown",
        InterfaceNumber: readUint32(value, size + 2),
        OID: toSafeText(value.subarray(oidStart, oidEnd)),
      };
      if (isShort(item, oidEnd)) {
        management = { ...management, OID: "" };
        break;
      }
    } else if (type === 127) {
      if (isShort(item, 4)) break;
      organisations.push({
        OUI: readUint32(value, 0) >>> 8,
        SubType: value[3]!,
        Info: value.subarray(4),
      });
    }
  }
  const fields = {
    PortDescription: texts[0]!,
    SysName: texts[1]!,
    SysDescription: texts[2]!,
    SysCapabilities: systemCapabilities,
    MgmtAddress: management,
    OrgTLVs: organisations,
    Unknown: [],
  };
  return error === undefined ? { fields } : { fields, error };
}
