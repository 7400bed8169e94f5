/**
 * The main and local routes of the machine.
 *
 * @module
 */
import { formatIp } from "../../../pki/ip.ts";
import { type Controller, desired } from "../controller.ts";
import {
  ADDRESS_STATUS,
  LINK_STATUS,
  ROUTE_STATUS,
  type RouteStatus,
} from "../definitions/network.ts";
import { networkContains } from "./ip_addresses.ts";
import { readText } from "./system_files.ts";

/** Route flags in `ipv6_route.h`. */
const LOCAL = 0x80000000;
const REJECT = 0x200;

/** Returns the index of a link. */
type IndexOf = (name: string) => number | undefined;

/** Returns the controller of IPv4 and IPv6 routes. */
export function routeController(): Controller {
  return {
    name: "network.RouteStatusController",
    inputs: [
      { definition: LINK_STATUS, kind: "weak" },
      { definition: ADDRESS_STATUS, kind: "weak" },
    ],
    outputs: [{ definition: ROUTE_STATUS, kind: "exclusive" }],
    refresh: { kind: "poll", everyMs: 2000 },
    run: (view) => {
      const indexOf = (name: string) => view.find(LINK_STATUS, name)?.spec.index;
      const addresses = view.list(ADDRESS_STATUS).map(({ spec }) => spec);
      const linkOf = (address: string) =>
        addresses.find((one) => networkContains(one.address, address))?.linkName;
      const routes = [
        ...parseIpv4Routes(readText("/proc/net/route") ?? "", indexOf),
        ...parseLocalRoutes(readText("/proc/net/fib_trie") ?? "", linkOf, indexOf),
        ...parseIpv6Routes(readText("/proc/net/ipv6_route") ?? "", indexOf),
      ];
      return routes.map((route) => desired(ROUTE_STATUS, routeId(route), route));
    },
  };
}

/** Returns the resource id of a route. */
export function routeId(route: RouteStatus): string {
  const { table, family, outLinkName = "", gateway, dst, priority } = route;
  const link = family === "inet6" ? `${outLinkName}/` : "";
  return `${table === "main" ? "" : `${table}/`}${link}${family}/${gateway}/${dst}/${priority}`;
}

/** Parses `/proc/net/route`, the main IPv4 table. Addresses are in host byte order. */
export function parseIpv4Routes(text: string, indexOf: IndexOf): RouteStatus[] {
  const routes: RouteStatus[] = [];
  for (const line of text.split("\n").slice(1)) {
    const [link = "", to = "", via = "", , , , metric = "", mask = "", mtu = ""] = line.trim()
      .split(/\s+/);
    if (mask === "") continue;
    const gateway = via === "00000000" ? "" : ipv4(via);
    const length = countBits(mask);
    routes.push({
      family: "inet4",
      dst: length === 0 ? "" : `${ipv4(to)}/${length}`,
      src: "",
      gateway,
      outLinkIndex: indexOf(link),
      outLinkName: link,
      table: "main",
      priority: Number(metric),
      scope: gateway === "" ? "link" : "global",
      type: "unicast",
      flags: "",
      // The kernel adds the routes of connected networks.
      protocol: gateway === "" ? "kernel" : "boot",
      mtu: Number(mtu) || undefined,
    });
  }
  return routes;
}

/** Parses the local IPv4 table in `/proc/net/fib_trie`. */
export function parseLocalRoutes(
  text: string,
  linkOf: (address: string) => string | undefined,
  indexOf: IndexOf,
): RouteStatus[] {
  const routes = new Map<string, RouteStatus>();
  let address = "";
  for (const line of text.split("\n")) {
    const leaf = /\|-- (\S+)/.exec(line);
    if (leaf !== null) address = leaf[1]!;
    const [, length, scope, type] = /\/(\d+) (host|link) (LOCAL|BROADCAST)$/.exec(line) ?? [];
    if (length === undefined || scope === undefined || type === undefined) continue;
    const dst = `${address}/${length}`;
    const link = linkOf(address);
    routes.set(dst, {
      family: "inet4",
      dst,
      src: "",
      gateway: "",
      outLinkIndex: link === undefined ? undefined : indexOf(link),
      outLinkName: link,
      table: "local",
      priority: 0,
      scope,
      type: type.toLowerCase(),
      flags: "",
      protocol: "kernel",
      mtu: undefined,
    });
  }
  return [...routes.values()];
}

/** Parses `/proc/net/ipv6_route`. Skips reject routes. */
export function parseIpv6Routes(text: string, indexOf: IndexOf): RouteStatus[] {
  const routes: RouteStatus[] = [];
  for (const line of text.split("\n")) {
    const [to = "", length = "", , , via = "", metric = "", , , flags = "", link = ""] = line.trim()
      .split(/\s+/);
    const bits = parseInt(flags, 16);
    if (link === "" || (bits & REJECT) !== 0) continue;
    const prefix = parseInt(length, 16);
    const gateway = /^0+$/.test(via) ? "" : ipv6(via);
    const isLocal = (bits & LOCAL) !== 0;
    const isMulticast = to.startsWith("ff");
    routes.push({
      family: "inet6",
      dst: prefix === 0 ? "" : `${ipv6(to)}/${prefix}`,
      src: "",
      gateway,
      outLinkIndex: indexOf(link),
      outLinkName: link,
      table: isLocal || isMulticast ? "local" : "main",
      priority: parseInt(metric, 16),
      scope: "global",
      type: isLocal ? "local" : isMulticast ? "multicast" : "unicast",
      flags: "",
      protocol: gateway === "" ? "kernel" : "boot",
      mtu: undefined,
    });
  }
  return routes;
}

function ipv4(hex: string): string {
  return formatIp(Uint8Array.fromHex(hex).reverse());
}

function ipv6(hex: string): string {
  return formatIp(Uint8Array.fromHex(hex));
}

/** Returns the number of bits set in a mask. */
function countBits(hex: string): number {
  return [...parseInt(hex, 16).toString(2)].filter((bit) => bit === "1").length;
}
