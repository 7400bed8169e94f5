/**
 * Names of numbers in the lines of packets, as tcpdump prints them.
 *
 * @module
 */

/** Modes of NTP (RFC 5905), by number. */
export const NTP_MODES: readonly string[] = [
  "Reserved",
  "symmetric active",
  "symmetric passive",
  "Client",
  "Server",
  "Broadcast",
  "Control Message",
  "Reserved",
];

/** Message types of DHCPv6 (RFC 8415). */
export const DHCP6_TYPES: Readonly<Record<number, string>> = {
  1: "solicit",
  2: "advertise",
  3: "request",
  4: "confirm",
  5: "renew",
  6: "rebind",
  7: "reply",
  8: "release",
  9: "decline",
  10: "reconf",
  11: "inf-req",
  12: "relay-fwd",
  13: "relay-reply",
};

/** IP protocols. */
export const PROTOCOLS: Readonly<Record<number, string>> = {
  1: "icmp",
  2: "igmp",
  6: "tcp",
  17: "udp",
  47: "gre",
  50: "esp",
  51: "ah",
  58: "icmp6",
  89: "ospf",
  112: "vrrp",
  132: "sctp",
};

/** Message types of ICMPv6 without a text of their own. */
export const ICMP6_TYPES: Readonly<Record<number, string>> = {
  1: "destination unreachable",
  2: "packet too big",
  3: "time exceeded",
  4: "parameter problem",
  130: "multicast listener query",
  131: "multicast listener report",
  132: "multicast listener done",
  133: "router solicitation",
  134: "router advertisement",
  137: "redirect",
  143: "multicast listener report v2",
};
