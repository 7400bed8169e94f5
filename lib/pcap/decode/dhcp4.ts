/**
 * DHCP for IPv4: RFC 2131, RFC 2132.
 *
 * @module
 */
import { formatIp, formatMac, readUint16, readUint32, toSafeText } from "../bytes.ts";
import { DecodeError, type Next, NO_BYTES, type PacketBuilder, Shown } from "../layer.ts";
import { showHardwareType } from "./protocols.ts";

const OPTIONS = new Map([
  [0, "(padding)"],
  [1, "SubnetMask"],
  [2, "TimeOffset"],
  [3, "Router"],
  [4, "rfc868"],
  [5, "ien116"],
  [6, "DNS"],
  [7, "mitLCS"],
  [8, "CookieServer"],
  [9, "LPRServer"],
  [10, "ImpressServer"],
  [11, "ResourceLocationServer"],
  [12, "Hostname"],
  [13, "BootfileSize"],
  [14, "MeritDumpFile"],
  [15, "DomainName"],
  [16, "SwapServer"],
  [17, "RootPath"],
  [18, "ExtensionsPath"],
  [19, "IPForwarding"],
  [20, "SourceRouting"],
  [21, "PolicyFilter"],
  [22, "DatagramMTU"],
  [23, "DefaultTTL"],
  [24, "PathMTUAgingTimeout"],
  [25, "PathPlateuTableOption"],
  [26, "InterfaceMTU"],
  [27, "AllSubsLocal"],
  [28, "BroadcastAddress"],
  [29, "MaskDiscovery"],
  [30, "MaskSupplier"],
  [31, "RouterDiscovery"],
  [32, "SolicitAddr"],
  [33, "StaticRoute"],
  [34, "ARPTrailers"],
  [35, "ARPTimeout"],
  [36, "EthernetEncap"],
  [37, "TCPTTL"],
  [38, "TCPKeepAliveInt"],
  [39, "TCPKeepAliveGarbage"],
  [40, "NISDomain"],
  [41, "NISServers"],
  [42, "NTPServers"],
  [43, "VendorOption"],
  [44, "NetBIOSOverTCPNS"],
  [45, "NetBiosOverTCPDDS"],
  [46, "NetBIOSOverTCPNodeType"],
  [47, "NetBIOSOverTCPScope"],
  [48, "XFontServer"],
  [49, "XDisplayManager"],
  [50, "RequestIP"],
  [51, "LeaseTime"],
  [52, "ExtOpts"],
  [53, "MessageType"],
  [54, "ServerID"],
  [55, "ParamsRequest"],
  [56, "Message"],
  [57, "MaxDHCPSize"],
  [58, "Timer1"],
  [59, "Timer2"],
  [60, "ClassID"],
  [61, "ClientID"],
  [119, "DomainSearch"],
  [120, "SipServers"],
  [121, "ClasslessStaticRoute"],
  [161, "ManufacturerUsageDescriptionURL"],
  [255, "(end)"],
]);

const MESSAGE_TYPES = [
  "Unspecified",
  "Discover",
  "Offer",
  "Request",
  "Decline",
  "Ack",
  "Nak",
  "Release",
  "Inform",
];

const PAD = 0;
const END = 255;
const MESSAGE_TYPE = 53;
const PARAMETERS = 55;
/** Options whose value is text, an address, or a number of 32 bits. */
const TEXTS = [12, 14, 15, 17, 18, 40, 47, 48, 49, 56, 119];
const ADDRESSES = [1, 28, 32, 50, 54];
const NUMBERS = [24, 35, 38, 51, 58, 59];

const MAGIC = 0x63825363;
/** Bytes before the options. */
const HEADER = 240;

export function decodeDhcp4(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < HEADER) throw packet.truncate(`DHCPv4 length ${data.length} too short`);
  const addressLength = data[2]!;
  if (28 + addressLength > data.length || addressLength > 227) {
    throw new DecodeError(`invalid DHCPv4 hardware address length ${addressLength}`);
  }
  if (readUint32(data, 236) !== MAGIC) throw new DecodeError("Bad DHCP header");
  const options = readOptions(data.subarray(HEADER));
  const address = (offset: number) => formatIp(data.subarray(offset, offset + 4));
  // Without options, talosctl leaves the layer empty.
  packet.add("DHCPv4", data.length === HEADER ? NO_BYTES : data, NO_BYTES, {
    Operation: ["Unknown", "Request", "Reply"][data[0]!] ?? "Unknown",
    HardwareType: showHardwareType(data[1]!),
    HardwareLen: addressLength,
    RelayHops: data[3]!,
    Xid: readUint32(data, 4),
    Secs: readUint16(data, 8),
    Flags: readUint16(data, 10),
    ClientIP: address(12),
    YourClientIP: address(16),
    NextServerIP: address(20),
    RelayAgentIP: address(24),
    ClientHWAddr: formatMac(data.subarray(28, 28 + addressLength)),
    ServerName: data.subarray(44, 108),
    File: data.subarray(108, 236),
    Options: new Shown(`[${options.map(({ text }) => text).join(", ")}]`, options),
  });
  return undefined;
}

function readOptions(data: Uint8Array): Shown[] {
  const options: Shown[] = [];
  for (let offset = 0; offset < data.length;) {
    const type = data[offset]!;
    if (type === END) break;
    if (type === PAD) {
      options.push(showOption(type, NO_BYTES));
      offset++;
      continue;
    }
    if (data.length - offset < 2) throw new DecodeError("Not enough data to decode");
    const end = offset + 2 + data[offset + 1]!;
    if (end > data.length) throw new DecodeError("Option is malformed");
    options.push(showOption(type, data.subarray(offset + 2, end)));
    offset = end;
  }
  return options;
}

function optionName(type: number): string {
  return OPTIONS.get(type) ?? "Unknown";
}

function showOption(type: number, data: Uint8Array): Shown {
  const value = formatOption(type, data);
  return new Shown(`Option(${optionName(type)}:${value})`, { type, name: optionName(type), value });
}

function formatOption(type: number, data: Uint8Array): string {
  if (TEXTS.includes(type)) return toSafeText(data);
  if (type === MESSAGE_TYPE) {
    return data.length === 1 ? MESSAGE_TYPES[data[0]!] ?? "Unknown" : "INVALID";
  }
  if (ADDRESSES.includes(type)) return data.length < 4 ? "INVALID" : formatIp(data);
  if (NUMBERS.includes(type)) {
    return data.length === 4 ? String(readUint32(data, 0)) : "INVALID";
  }
  if (type === PARAMETERS) return Array.from(data, optionName).join(",");
  return `[${data.join(" ")}]`;
}
