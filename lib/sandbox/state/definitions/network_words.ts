/**
 * Words for the numbers of the kernel's network interfaces.
 *
 * @module
 */

/** Bits of the flags of a link in `if.h`, from the lowest. */
export const LINK_FLAGS: readonly string[] = [
  "UP",
  "BROADCAST",
  "DEBUG",
  "LOOPBACK",
  "POINTTOPOINT",
  "NOTRAILERS",
  "RUNNING",
  "NOARP",
  "PROMISC",
  "ALLMULTI",
  "MASTER",
  "SLAVE",
  "MULTICAST",
  "PORTSEL",
  "AUTOMEDIA",
  "DYNAMIC",
  "LOWER_UP",
  "DORMANT",
  "ECHO",
];

/** Bits of the flags of an address in `if_addr.h`, from the lowest. */
export const ADDRESS_FLAGS: readonly string[] = [
  "temporary",
  "nodad",
  "optimistic",
  "dadfailed",
  "homeaddress",
  "deprecated",
  "tentative",
  "permanent",
];

/** Hardware types in `if_arp.h`. */
export const LINK_TYPES: Readonly<Record<string, number>> = {
  ether: 1,
  ieee1394: 24,
  infiniband: 32,
  ppp: 512,
  ipip: 768,
  tunnel6: 769,
  loopback: 772,
  sit: 776,
  ipgre: 778,
  ieee80211: 801,
  ip6gre: 823,
  netlink: 824,
  none: 65534,
};

/** Address families in `socket.h`. */
export const FAMILIES: Readonly<Record<string, number>> = { inet4: 2, inet6: 10 };

/** Scopes in `rtnetlink.h`. */
export const SCOPES: Readonly<Record<string, number>> = {
  global: 0,
  site: 200,
  link: 253,
  host: 254,
  nowhere: 255,
};

/** Routing tables in `rtnetlink.h`. */
export const TABLES: Readonly<Record<string, number>> = { default: 253, main: 254, local: 255 };

/** Types of routes in `rtnetlink.h`. */
export const ROUTE_TYPES: Readonly<Record<string, number>> = {
  unicast: 1,
  local: 2,
  broadcast: 3,
  anycast: 4,
  multicast: 5,
};

/** Who added a route, in `rtnetlink.h`. */
export const ROUTE_PROTOCOLS: Readonly<Record<string, number>> = { kernel: 2, boot: 3, static: 4 };

/** States of a link, RFC 2863. */
export const OPERATIONAL_STATES: Readonly<Record<string, number>> = {
  unknown: 0,
  notPresent: 1,
  down: 2,
  lowerLayerDown: 3,
  testing: 4,
  dormant: 5,
  up: 6,
};

/** Sockets in `ethtool.h`. */
export const PORTS: Readonly<Record<string, number>> = { TwistedPair: 0, Fibre: 3, Other: 255 };

/** Duplex modes in `ethtool.h`. */
export const DUPLEX_MODES: Readonly<Record<string, number>> = { Half: 0, Full: 1, Unknown: 255 };
