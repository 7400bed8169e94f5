/**
 * The host network of a cluster: a bridge with the gateway addresses, one tap interface per node, and
 * packet filter rules. Interfaces and chains are named after the cluster, so that they are found again
 * without state.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { OsctlError } from "../../errors.ts";
import { overlaps } from "../networks.ts";
import { mustRun, type ProgramHost, runProgram } from "./programs.ts";
import { type Chaos, chaosArguments } from "./chaos.ts";

/** A tap interface. */
export interface Tap {
  readonly name: string;
  /** Address of the guest's interface. */
  readonly mac: string;
}

/** The host network of a cluster. */
export interface NetworkPlan {
  readonly bridge: string;
  /** Networks, one per address family. */
  readonly cidrs: readonly string[];
  /** Gateway address in each network. */
  readonly gateways: readonly string[];
  readonly mtu: number;
  readonly taps: readonly Tap[];
  /** Destinations excluded from masquerading. */
  readonly noMasquerade: readonly string[];
  readonly chaos: Chaos | undefined;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Returns the name of a cluster's bridge, the same as in talosctl. */
export function bridgeName(cluster: string): string {
  return `talos${hashOf(cluster).slice(0, 8)}`;
}

/** Returns the prefix of the names of a cluster's taps. */
function tapPrefix(bridge: string): string {
  return `tap${bridge.slice(-8)}-`;
}

/** Returns the chain of a cluster in the tables `nat` and `filter`. */
function chainName(bridge: string): string {
  return `OSCTL-${bridge.slice(-8)}`;
}

/** Plans the tap of the node with an index, from 0. The address is stable and locally administered. */
export function planTap(cluster: string, node: string, index: number): Tap {
  const digits = hashOf(`${cluster}/${node}`).slice(0, 8).match(/../g)!;
  return {
    name: `${tapPrefix(bridgeName(cluster))}${index}`,
    mac: ["52", "54", ...digits].join(":"),
  };
}

const isIpv6 = (cidr: string) => cidr.includes(":");
const prefixLength = (cidr: string) => cidr.slice(cidr.indexOf("/") + 1);

/** Builds the input of `ip -batch` that creates bridge and taps. */
export function createLinksBatch(plan: NetworkPlan): string {
  const { bridge, mtu, cidrs, gateways, taps } = plan;
  // Without an own address, the bridge's changes with its ports.
  const mac = ["52", "54", ...hashOf(bridge).slice(0, 8).match(/../g)!].join(":");
  return [
    `link add ${bridge} address ${mac} mtu ${mtu} type bridge`,
    ...cidrs.map((cidr, index) => {
      const flags = isIpv6(cidr) ? " nodad" : "";
      return `addr add ${gateways[index]}/${prefixLength(cidr)} dev ${bridge}${flags}`;
    }),
    `link set ${bridge} up`,
    ...taps.flatMap(({ name }) => [
      `tuntap add dev ${name} mode tap`,
      `link set ${name} mtu ${mtu} master ${bridge} up`,
    ]),
  ].map((line) => `${line}\n`).join("");
}

/** Packet filter rules of one address family: arguments of `iptables` or `ip6tables`. */
export function filterRules(plan: NetworkPlan, cidr: string): string[][] {
  const { bridge, noMasquerade } = plan;
  const chain = chainName(bridge);
  const isSameFamily = (other: string) => isIpv6(other) === isIpv6(cidr);
  const local = isIpv6(cidr) ? ["ff00::/8"] : ["224.0.0.0/4", "255.255.255.255/32"];
  const accepted = [cidr, ...local, ...noMasquerade.filter(isSameFamily)];
  return [
    ["-t", "nat", "-N", chain],
    ...accepted.map((target) => ["-t", "nat", "-A", chain, "-d", target, "-j", "ACCEPT"]),
    ["-t", "nat", "-A", chain, "-j", "MASQUERADE"],
    ["-t", "nat", "-I", "POSTROUTING", "-s", cidr, "-j", chain],
    // Before the rules of docker, whose policy drops forwarded packets: also between guests because
    // it filters bridged ones.
    ["-N", chain],
    ["-A", chain, "-i", bridge, "-j", "ACCEPT"],
    [
      ...["-A", chain, "-o", bridge, "-m", "conntrack", "--ctstate", "RELATED,ESTABLISHED"],
      ...["-j", "ACCEPT"],
    ],
    ["-I", "FORWARD", "-j", chain],
  ];
}

const FORWARDING = {
  "iptables": "/proc/sys/net/ipv4/ip_forward",
  "ip6tables": "/proc/sys/net/ipv6/conf/all/forwarding",
};

/** Creates the network. A failure leaves a part, which {@linkcode removeNetwork} removes. */
export async function createNetwork(host: ProgramHost, plan: NetworkPlan): Promise<void> {
  await mustRun(host, "ip", ["-batch", "-"], createLinksBatch(plan));
  for (const cidr of plan.cidrs) {
    const program = isIpv6(cidr) ? "ip6tables" : "iptables";
    await enableForwarding(FORWARDING[program]);
    for (const rule of filterRules(plan, cidr)) {
      await mustRun(host, program, ["-w", LOCK_SECONDS, ...rule]);
    }
  }
  const { chaos } = plan;
  if (chaos === undefined) return;
  for (const { name } of plan.taps) {
    await mustRun(host, "tc", ["qdisc", "add", "dev", name, "root", ...chaosArguments(chaos)]);
  }
}

/** Time limit of the lock of the packet filter, seconds. */
const LOCK_SECONDS = "10";

async function enableForwarding(path: string): Promise<void> {
  try {
    if ((await Deno.readTextFile(path)).trim() === "1") return;
    await Deno.writeTextFile(path, "1", { create: false });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new OsctlError("unsupported", `cannot enable forwarding in "${path}": ${error.message}`, {
      hint: "enable it before creating the cluster",
      cause: error,
    });
  }
}

interface Link {
  readonly ifname: string;
}

/** Returns the interfaces of a cluster: its bridge and taps. */
async function ownLinks(host: ProgramHost, bridge: string): Promise<string[]> {
  const links = JSON.parse(await mustRun(host, "ip", ["-j", "link", "show"])) as Link[];
  return links.map(({ ifname }) => ifname)
    .filter((name) => name === bridge || name.startsWith(tapPrefix(bridge)));
}

/** Options of {@linkcode removeNetwork}. */
export interface RemoveOptions {
  /** Keeps the bridge, whose absence talosctl's destroy reports as a failure. */
  readonly keepBridge?: boolean;
}

/** Removes taps, rules and the bridge, as far as they exist. */
export async function removeNetwork(
  host: ProgramHost,
  bridge: string,
  { keepBridge = false }: RemoveOptions = {},
): Promise<void> {
  for (const name of await ownLinks(host, bridge)) {
    if (keepBridge && name === bridge) continue;
    const { code, stderr } = await runProgram(host, "ip", ["link", "delete", name]);
    // Removed by another process in the meantime.
    if (code === 0 || !(await ownLinks(host, bridge)).includes(name)) continue;
    throw new OsctlError("unsupported", `cannot delete the interface ${name}: ${stderr.trim()}`);
  }
  for (const program of ["iptables", "ip6tables"]) await removeRules(host, program, bridge);
}

/** Removes the rules of a cluster, and talosctl's rule for its bridge. */
async function removeRules(host: ProgramHost, program: string, bridge: string): Promise<void> {
  const chain = chainName(bridge);
  for (const table of ["filter", "nat"]) {
    const prefix = ["-w", LOCK_SECONDS, "-t", table];
    const { code, stdout } = await runProgram(host, program, [...prefix, "-S"]);
    // The kernel has no such table, so no rule either.
    if (code !== 0) continue;
    const lines = stdout.split("\n");
    const bridged = `-A DOCKER-USER -i ${bridge} -o ${bridge} -j ACCEPT`;
    for (const line of lines) {
      if (!line.endsWith(` -j ${chain}`) && line !== bridged) continue;
      await mustRun(host, program, [...prefix, ...line.replace(/^-A /, "-D ").split(" ")]);
    }
    if (lines.includes(`-N ${chain}`)) {
      await mustRun(host, program, [...prefix, "-F", chain]);
      await mustRun(host, program, [...prefix, "-X", chain]);
    }
    // talosctl creates the chain without docker, which alone refers to it.
    const users = lines.filter((line) => line.includes("DOCKER-USER"));
    if (lines.includes(bridged) && users.length === 2) {
      await mustRun(host, program, [...prefix, "-X", "DOCKER-USER"]);
    }
  }
}

/**
 * Checks that no cluster of this name has a bridge: one in another state directory would lose its
 * network.
 *
 * @throws {OsctlError} of kind `unsupported` with the bridge.
 */
export async function requireNoBridge(host: ProgramHost, cluster: string): Promise<void> {
  const bridge = bridgeName(cluster);
  if (!(await ownLinks(host, bridge)).includes(bridge)) return;
  throw new OsctlError(
    "unsupported",
    `the bridge "${bridge}" of another cluster "${cluster}" exists`,
    { hint: `use another --name, or remove it with: ip link delete ${bridge}` },
  );
}

interface AddressedLink extends Link {
  readonly addr_info?: readonly {
    readonly family: string;
    readonly local?: string;
    readonly prefixlen: number;
  }[];
}

/**
 * Checks that no interface of the host has an address in one of the IPv4 networks.
 *
 * @throws {OsctlError} of kind `unsupported` with the interface.
 */
export async function requireFreeNetwork(
  host: ProgramHost,
  cidrs: readonly string[],
): Promise<void> {
  const links = JSON.parse(await mustRun(host, "ip", ["-j", "addr", "show"])) as AddressedLink[];
  for (const cidr of cidrs.filter((text) => !isIpv6(text))) {
    for (const { ifname, addr_info: addresses = [] } of links) {
      for (const { family, local, prefixlen } of addresses) {
        if (family !== "inet" || local === undefined) continue;
        if (!overlaps(cidr, `${local}/${prefixlen}`)) continue;
        throw new OsctlError(
          "unsupported",
          `network ${cidr} is in use: interface "${ifname}" has the address ${local}/${prefixlen}`,
          { hint: "set another network with --cidr" },
        );
      }
    }
  }
}
