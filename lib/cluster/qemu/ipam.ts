/**
 * Addresses of the nodes, `ipam.db`: one JSON object per node and address family in a line.
 *
 * @module
 */
import { writeFileAtomic } from "../../platform/files.ts";
import type { LaunchConfig } from "./launch_config.ts";

/** A line of `ipam.db`. */
export interface IpamRecord {
  readonly IP: string;
  /** Prefix length. */
  readonly Netmask: number;
  readonly MAC: string;
  readonly Hostname: string;
  readonly Gateway: string;
  readonly MTU: number;
  /** Nameservers of the address's family. */
  readonly Nameservers: readonly string[];
  readonly TFTPServer: string;
  readonly IPXEBootFilename: string;
}

/** Returns the records of a node. */
export function ipamRecords(config: LaunchConfig, mac: string): IpamRecord[] {
  return config.IPs.map((ip, index) => ({
    IP: ip,
    Netmask: Number(config.CIDRs[index]!.split("/")[1]),
    MAC: mac,
    Hostname: config.Hostname,
    Gateway: config.GatewayAddrs[index]!,
    MTU: config.MTU,
    Nameservers: config.Nameservers.filter((server) => server.includes(":") === ip.includes(":")),
    TFTPServer: config.TFTPServer,
    IPXEBootFilename: config.IPXEBootFileName,
  }));
}

/** Writes `ipam.db`. */
export async function writeIpam(path: string, records: readonly IpamRecord[]): Promise<void> {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  await writeFileAtomic(path, text, { mode: 0o600 });
}
