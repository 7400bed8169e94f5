/**
 * The configuration of dnsmasq: DHCP for known addresses only, and TFTP for network boots.
 *
 * @module
 */
import { toUrlHost } from "../../pki/ip.ts";
import type { IpamRecord } from "./ipam.ts";

/** Options of {@linkcode dhcpConfig}. */
export interface DhcpOptions {
  readonly bridge: string;
  readonly cidrs: readonly string[];
  readonly records: readonly IpamRecord[];
  /** Lease database. */
  readonly leases: string;
  /** Network boots; undefined without. */
  readonly pxe: PxeOptions | undefined;
}

/** Options of network boots: firmware loads iPXE by TFTP, and iPXE the script. */
export interface PxeOptions {
  readonly folder: string;
  /** Image of iPXE in the folder. */
  readonly file: string;
  /** URL of the script. */
  readonly script: string;
}

/** Time of a lease. */
const LEASE = "5m";

/** Builds the configuration file of dnsmasq. */
export function dhcpConfig({ bridge, cidrs, records, leases, pxe }: DhcpOptions): string {
  const inNetwork = (cidr: string) =>
    records.filter(({ IP }) => IP.includes(":") === cidr.includes(":"));
  const lines = [
    // No name service, nor files of the host.
    "port=0",
    "no-resolv",
    "no-hosts",
    `interface=${bridge}`,
    "except-interface=lo",
    "bind-dynamic",
    // None, instead of one in /run that servers of other clusters overwrite.
    "pid-file",
    "user=root",
    // No change of the group, which a user namespace forbids.
    "group=",
    "dhcp-authoritative",
    "no-ping",
    "log-dhcp",
    `dhcp-leasefile=${leases}`,
    // Without a default, a value is sent only if the client requests the option.
    ...cidrs.flatMap((cidr) => {
      const own = inNetwork(cidr);
      return cidr.includes(":") ? ipv6Lines(cidr, own) : ipv4Lines(cidr, own);
    }),
    ...hostLines(records),
  ];
  if (pxe !== undefined) {
    lines.push(
      "enable-tftp",
      `tftp-root=${pxe.folder}`,
      // iPXE sends option 175.
      "dhcp-match=set:ipxe,175",
      `dhcp-boot=tag:!ipxe,${pxe.file}`,
      `dhcp-boot=tag:ipxe,${pxe.script}`,
    );
  }
  return lines.map((line) => `${line}\n`).join("");
}

function ipv4Lines(cidr: string, records: readonly IpamRecord[]): string[] {
  const [first] = records;
  if (first === undefined) return [];
  const [address = "", length = ""] = cidr.split("/");
  const option = (name: string, ...values: (string | number)[]) =>
    values.length === 0
      ? [`dhcp-option=option:${name}`]
      : [`dhcp-option=option:${name},${values.join(",")}`];
  return [
    `dhcp-range=${address},static,${netmask(Number(length))},${LEASE}`,
    ...option("router", first.Gateway),
    ...option("dns-server", ...first.Nameservers),
    ...option("mtu", first.MTU),
  ];
}

function ipv6Lines(cidr: string, records: readonly IpamRecord[]): string[] {
  const [first] = records;
  if (first === undefined) return [];
  const [address, length] = cidr.split("/");
  const servers = first.Nameservers.map((server) => `[${server}]`).join(",");
  return [
    `dhcp-range=${address},static,${length},${LEASE}`,
    servers === "" ? "dhcp-option=option6:dns-server" : `dhcp-option=option6:dns-server,${servers}`,
  ];
}

/** One line per node with its addresses of both families. */
function hostLines(records: readonly IpamRecord[]): string[] {
  const nodes = Map.groupBy(records, ({ MAC }) => MAC);
  return [...nodes].map(([mac, own]) => {
    const addresses = own.map(({ IP }) => toUrlHost(IP));
    const hostname = own[0]!.Hostname;
    return `dhcp-host=${
      [mac, ...addresses, ...hostname === "" ? [] : [hostname], LEASE].join(",")
    }`;
  });
}

function netmask(length: number): string {
  return [0, 1, 2, 3].map((index) => 256 - 2 ** (8 - Math.max(0, Math.min(8, length - 8 * index))))
    .join(".");
}
