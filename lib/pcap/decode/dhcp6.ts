/**
 * DHCP for IPv6: RFC 8415.
 *
 * @module
 */
import { formatIp, formatMac, readUint16 } from "../bytes.ts";
import { DecodeError, type Next, NO_BYTES, type PacketBuilder, Shown } from "../layer.ts";

const OPTIONS = new Map([
  [1, "ClientID"],
  [2, "ServerID"],
  [3, "IA_NA"],
  [4, "IA_TA"],
  [5, "IAAddr"],
  [6, "Oro"],
  [7, "Preference"],
  [8, "ElapsedTime"],
  [9, "RelayMessage"],
  [11, "Auth"],
  [12, "Unicast"],
  [13, "StatusCode"],
  [14, "RapidCommit"],
  [15, "UserClass"],
  [16, "VendorClass"],
  [17, "VendorOpts"],
  [18, "InterfaceID"],
  [19, "ReconfigureMessage"],
  [20, "ReconfigureAccept"],
  [21, "SIPServersDomainList"],
  [22, "SIPServersAddressList"],
  [23, "DNSRecursiveNameServer"],
  [24, "DomainSearchList"],
  [25, "IdentityAssociationPrefixDelegation"],
  [26, "IAPDPrefix"],
  [27, "NISServers"],
  [28, "NISv2Servers"],
  [29, "NISDomainName"],
  [30, "NISv2DomainName"],
  [31, "SNTPServers"],
  [32, "InformationRefreshTime"],
  [33, "BCMCSControlServersDomainNameList"],
  [34, "BCMCSControlServersAddressList"],
  [36, "CivicAddress"],
  [37, "RelayAgentRemoteID"],
  [38, "RelayAgentSubscriberID"],
  [39, "ClientFQDN"],
  [40, "PANAAuthenticationAgent"],
  [41, "NewPOSIXTimezone"],
  [42, "NewTZDBTimezone"],
  [43, "EchoRequest"],
  [44, "LeasequeryQuery"],
  [45, "LeasequeryClientLastTransactionTime"],
  [46, "LeasequeryClientData"],
  [47, "LeasequeryRelayData"],
  [48, "LeasequeryClientLink"],
  [49, "MIPv6HomeNetworkIDFQDN"],
  [50, "MIPv6VisitedHomeNetworkInformation"],
  [51, "LoST Server"],
  [52, "CAPWAPAccessControllerV6"],
  [53, "LeasequeryRelayID"],
  [54, "MoSIPv6Address"],
  [55, "MoSDomainNameList"],
  [56, "NTPServer"],
  [57, "AccessNetworkDomainName"],
  [58, "SIPUserAgentConfigurationServiceDomains"],
  [59, "BootFileURL"],
  [60, "BootFileParameters"],
  [61, "ClientSystemArchitectureType"],
  [62, "ClientNetworkInterfaceIdentifier"],
  [63, "Geolocation"],
  [64, "AFTRName"],
  [65, "AFTRName"],
  [66, "RSOOption"],
  [67, "PrefixExclude"],
  [68, "VirtualSubnetSelection"],
  [69, "MIPv6IdentifiedHomeNetworkInformation"],
  [70, "MIPv6UnrestrictedHomeNetworkInformation"],
  [71, "MIPv6HomeNetworkPrefix"],
  [72, "MIPv6HomeAgentAddress"],
  [73, "MIPv6HomeAgentFQDN"],
  [74, "RDNSSSelection"],
  [75, "KerberosPrincipalName"],
  [76, "KerberosRealmName"],
  [77, "KerberosKDC"],
  [79, "ClientLinkLayerAddress"],
  [80, "LinkAddress"],
  [81, "RADIUS"],
  [82, "SolMaxRt"],
  [83, "InfMaxRt"],
  [84, "AddressSelection"],
  [85, "AddressSelectionTable"],
  [86, "PCPServer"],
  [87, "DHCPv4Message"],
  [88, "DHCP4o6ServerAddress"],
  [89, "S46Rule"],
  [90, "S46BR"],
  [91, "S46DMR"],
  [92, "S46IPv4IPv6AddressBinding"],
  [93, "S46PortParameters"],
  [94, "S46MAPEContainer"],
  [95, "S46MAPTContainer"],
  [96, "S46Lightweight4Over6Container"],
  [97, "4RD"],
  [98, "4RDMapRule"],
  [99, "4RDNonMapRule"],
  [100, "LQBaseTime"],
  [101, "LQStartTime"],
  [102, "LQEndTime"],
  [103, "CaptivePortal"],
  [104, "MPLParameterConfiguration"],
  [105, "ANIAccessTechnologyType"],
  [106, "ANINetworkName"],
  [107, "ANIAccessPointName"],
  [108, "ANIAccessPointBSSID"],
  [109, "ANIOperatorIdentifier"],
  [110, "ANIOperatorRealm"],
  [111, "S64Priority"],
  [112, "ManufacturerUsageDescriptionURL"],
  [113, "V6Prefix64"],
  [114, "FailoverBindingStatus"],
  [115, "FailoverConnectFlags"],
  [116, "FailoverDNSRemovalInfo"],
  [117, "FailoverDNSHostName"],
  [118, "FailoverDNSZoneName"],
  [119, "FailoverDNSFlags"],
  [120, "FailoverExpirationTime"],
  [121, "FailoverMaxUnacknowledgedBNDUPDMessages"],
  [122, "FailoverMaximumClientLeadTime"],
  [123, "FailoverPartnerLifetime"],
  [124, "FailoverPartnerLifetimeSent"],
  [125, "FailoverPartnerDownTime"],
  [126, "FailoverPartnerRawClientLeadTime"],
  [127, "FailoverProtocolVersion"],
  [128, "FailoverKeepaliveTime"],
  [129, "FailoverReconfigureData"],
  [130, "FailoverRelationshipName"],
  [131, "FailoverServerFlags"],
  [132, "FailoverServerState"],
  [133, "FailoverStartTimeOfState"],
  [134, "FailoverStateExpirationTime"],
  [135, "RelayPort"],
  [136, "ZeroTouch"],
  [143, "ANDSFIPv6Address"],
]);

const MESSAGE_TYPES = [
  "Unspecified",
  "Solicit",
  "Advertise",
  "Request",
  "Confirm",
  "Renew",
  "Rebind",
  "Reply",
  "Release",
  "Decline",
  "Reconfigure",
  "InformationRequest",
  "RelayForward",
  "RelayReply",
];
const RELAY_FORWARD = 12;
const RELAY_REPLY = 13;

const CLIENT_ID = 1;
const SERVER_ID = 2;
const OPTION_REQUEST = 6;

export function decodeDhcp6(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 4) throw packet.truncate(`DHCPv6 length ${data.length} too short`);
  const type = data[0]!;
  const isRelay = type === RELAY_FORWARD || type === RELAY_REPLY;
  if (isRelay && data.length < 34) {
    throw packet.truncate(`DHCPv6 length ${data.length} too short for message type ${type}`);
  }
  const options = readOptions(data.subarray(isRelay ? 34 : 4));
  packet.add("DHCPv6", data, NO_BYTES, {
    MsgType: MESSAGE_TYPES[type] ?? "Unknown",
    HopCount: isRelay ? data[1]! : 0,
    LinkAddr: isRelay ? formatIp(data.subarray(2, 18)) : "<nil>",
    PeerAddr: isRelay ? formatIp(data.subarray(18, 34)) : "<nil>",
    TransactionID: isRelay ? NO_BYTES : data.subarray(1, 4),
    Options: new Shown(`[${options.map(({ text }) => text).join(", ")}]`, options),
  });
  return undefined;
}

function readOptions(data: Uint8Array): Shown[] {
  const options: Shown[] = [];
  for (let offset = 0; offset < data.length;) {
    if (data.length - offset < 4) throw new DecodeError("not enough data to decode");
    const length = readUint16(data, offset + 2);
    const end = offset + 4 + length;
    if (end > data.length) {
      throw new DecodeError(`dhcpv6 option size < length ${4 + length & 0xffff}`);
    }
    options.push(showOption(readUint16(data, offset), data.subarray(offset + 4, end)));
    offset = end;
  }
  return options;
}

function optionName(code: number): string {
  return OPTIONS.get(code) ?? `Unknown(${code})`;
}

function showOption(code: number, data: Uint8Array): Shown {
  const value = formatOption(code, data);
  return new Shown(`Option(${optionName(code)}:${value})`, { code, name: optionName(code), value });
}

function formatOption(code: number, data: Uint8Array): string {
  if (code === CLIENT_ID || code === SERVER_ID) {
    const duid = formatDuid(data);
    return duid === undefined ? "INVALID" : `[${duid}]`;
  }
  if (code === OPTION_REQUEST) {
    const codes: string[] = [];
    for (let offset = 0; offset + 1 < data.length; offset += 2) {
      codes.push(optionName(readUint16(data, offset)));
    }
    return `[${codes.join(",")}]`;
  }
  return `[${data.join(" ")}]`;
}

/** Formats a DHCP unique identifier; undefined when it is too short. */
function formatDuid(data: Uint8Array): string | undefined {
  if (data.length < 4) return undefined;
  const list = (start: number, end?: number) => `[${data.subarray(start, end).join(" ")}]`;
  const type = readUint16(data, 0);
  switch (type) {
    case 1:
      if (data.length < 8) return undefined;
      return `Type: LLT, HardwareType: ${list(2, 4)}, Time: ${list(4, 8)}, LinkLayerAddress: ${
        formatMac(data.subarray(8))
      }`;
    case 2:
      if (data.length < 6) return undefined;
      return `Type: EN, EnterpriseNumber: ${list(2, 6)}, Identifier: ${list(6)}`;
    default:
      return `Type: ${type === 3 ? "LL" : "Unknown"}, HardwareType: ${
        type === 3 ? list(2, 4) : "[]"
      }, LinkLayerAddress: ${formatMac(data.subarray(4))}`;
  }
}
