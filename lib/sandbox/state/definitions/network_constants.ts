/**
 * Names of kernel networking constants.
 *
 * @module
 */

/** Link flags in `if.h`, from the lowest bit. */
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

/** Address flags in `if_addr.h`, from the lowest bit. */
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

/** Address and route scopes in `rtnetlink.h`. */
export const SCOPES: Readonly<Record<string, number>> = {
  global: 0,
  site: 200,
  link: 253,
  host: 254,
  nowhere: 255,
};

/** Routing tables in `rtnetlink.h`. */
export const TABLES: Readonly<Record<string, number>> = { default: 253, main: 254, local: 255 };

/** Route types in `rtnetlink.h`. */
export const ROUTE_TYPES: Readonly<Record<string, number>> = {
  unicast: 1,
  local: 2,
  broadcast: 3,
  anycast: 4,
  multicast: 5,
};

/** Route origins (`rtm_protocol`) in `rtnetlink.h`. */
export const ROUTE_PROTOCOLS: Readonly<Record<string, number>> = { kernel: 2, boot: 3, static: 4 };

/** Operational states of a link (RFC 2863). */
export const OPERATIONAL_STATES: Readonly<Record<string, number>> = {
  unknown: 0,
  notPresent: 1,
  down: 2,
  lowerLayerDown: 3,
  testing: 4,
  dormant: 5,
  up: 6,
};

/** Port types in `ethtool.h`. */
export const PORTS: Readonly<Record<string, number>> = { TwistedPair: 0, Fibre: 3, Other: 255 };

/** Duplex modes in `ethtool.h`. */
export const DUPLEX_MODES: Readonly<Record<string, number>> = { Half: 0, Full: 1, Unknown: 255 };
