/**
 * The plan of a cluster of machines: names, addresses and sizes.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { formatIp, parseIp } from "../pki/ip.ts";
import type { System } from "../platform/system.ts";
import { uuid as createUuid } from "../sandbox/uuid.ts";
import { addressAt } from "./networks.ts";
import { parseCpus } from "./parse_cpus.ts";
import type { ClusterPlan, CreateRequest, PlannedNode } from "./types.ts";

/** Offsets of addresses from the base of a network. */
const GATEWAY_OFFSET = 1;
const NODE_OFFSET = 2;
const VIP_OFFSET = 50;

/** First 32 bits of the IPv6 network of a cluster: a unique local prefix. */
const IPV6_PREFIX = [0xfd, 0x74, 0x61, 0x6c];
const IPV6_BITS = 64;

const MIB = 2 ** 20;

/** A network as bytes and a prefix length. */
interface Network {
  readonly base: Uint8Array;
  readonly bits: number;
}

/**
 * Plans the machines of a cluster. The first address of each network is the gateway's, nodes have the
 * following ones: control planes first.
 *
 * @throws {OsctlError} of kind `usage` for invalid counts, sizes or networks.
 */
export function planCluster(
  { flags, given, declared }: CreateRequest,
  { random }: Pick<System, "random">,
): ClusterPlan {
  const named = declared?.nodes;
  const controlPlanes = named?.filter(({ type }) => type === "controlplane").length ??
    (given.has("masters") ? flags.masters : flags.controlplanes);
  const workers = named === undefined ? flags.workers : named.length - controlPlanes;
  checkCounts(controlPlanes, workers);
  checkPort(flags.controlPlanePort);
  const networks = planNetworks(flags);
  const count = controlPlanes + workers;
  for (const network of networks) checkSize(network, count);
  const sizes = {
    controlplane: sizeOf(flags.cpus, "--cpus", flags.memory, "--memory"),
    worker: sizeOf(flags.cpusWorkers, "--cpus-workers", flags.memoryWorkers, "--memory-workers"),
  };
  const nodes = Array.from({ length: count }, (_, index): PlannedNode => {
    const role = index < controlPlanes ? "controlplane" : "worker";
    const uuid = createUuid(random);
    const number = role === "worker" ? index - controlPlanes + 1 : index + 1;
    return {
      name: named?.[index]?.name ??
        (flags.withUuidHostnames ? `machine-${uuid}` : `${flags.name}-${role}-${number}`),
      uuid,
      type: flags.withInitNode && index === 0 ? "init" : role,
      addresses: networks.map((network) => addressAt(network.base, NODE_OFFSET + index)),
      ...sizes[role],
    };
  });
  const cidrs = networks.map(({ base, bits }) => `${formatIp(base)}/${bits}`);
  return {
    name: flags.name,
    network: {
      name: flags.name,
      cidr: cidrs[0]!,
      cidrs,
      gateways: networks.map((network) => addressAt(network.base, GATEWAY_OFFSET)),
      mtu: flags.mtu,
    },
    vip: flags.useVip ? vipOf(networks[0]!, count) : undefined,
    apiPort: flags.controlPlanePort,
    nodes,
  };
}

function checkCounts(controlPlanes: number, workers: number): void {
  if (controlPlanes < 1) {
    throw new OsctlError("usage", `invalid number of control planes ${controlPlanes}`, {
      hint: "set --controlplanes to at least 1",
    });
  }
  if (workers < 0) throw new OsctlError("usage", `invalid number of nodes ${workers}`);
}

function checkPort(port: number): void {
  if (Number.isInteger(port) && port > 0 && port < 65536) return;
  throw new OsctlError("usage", `invalid --control-plane-port ${port}`, {
    hint: "use a port from 1 to 65535",
  });
}

function planNetworks(
  { cidr, ipv4, ipv6 }: { cidr: string; ipv4: boolean; ipv6: boolean },
): Network[] {
  const network = parseNetwork(cidr);
  const networks = [
    ...ipv4 ? [network] : [],
    ...ipv6 ? [toIpv6Network(network)] : [],
  ];
  if (networks.length > 0) return networks;
  throw new OsctlError("usage", "both IPv4 and IPv6 are disabled", {
    hint: "remove --ipv4=false, or set --ipv6",
  });
}

/** Parses an IPv4 network and clears its host bits. */
function parseNetwork(cidr: string): Network {
  const [, text = "", length = ""] = /^([^/]+)\/(\d{1,2})$/.exec(cidr) ?? [];
  const address = parseIp(text);
  const bits = Number(length);
  if (address?.length !== 4 || text.includes(":") || length === "" || bits > 32) {
    throw new OsctlError("usage", `"${cidr}" is not an IPv4 network`, {
      hint: "use CIDR notation, such as 10.5.0.0/24",
    });
  }
  const base = address.map((byte, index) =>
    byte & (0xff << (8 - Math.min(8, Math.max(0, bits - 8 * index))))
  );
  return { base, bits };
}

/** Returns the IPv6 network of a cluster, which contains its IPv4 network. */
function toIpv6Network({ base }: Network): Network {
  return { base: new Uint8Array([...IPV6_PREFIX, ...base, ...Array(8).fill(0)]), bits: IPV6_BITS };
}

/** Reserves the base, gateway and, with IPv4, broadcast addresses. */
function checkSize({ base, bits }: Network, nodes: number): void {
  const reserved = base.length === 4 ? 3 : 2;
  if (2 ** (8 * base.length - bits) - reserved >= nodes) return;
  throw new OsctlError(
    "usage",
    `network ${formatIp(base)}/${bits} is too small for ${nodes} nodes`,
    { hint: "set a larger network with --cidr" },
  );
}

function vipOf(network: Network, nodes: number): string {
  const isInside = 2 ** (8 * network.base.length - network.bits) > VIP_OFFSET + 1;
  if (isInside && nodes <= VIP_OFFSET - NODE_OFFSET) return addressAt(network.base, VIP_OFFSET);
  const problem = isInside ? "is the address of a node" : "is outside of the network";
  throw new OsctlError(
    "usage",
    `the virtual IP, address ${VIP_OFFSET} of the network, ${problem}`,
    {
      hint: isInside
        ? "remove --use-vip, or create fewer nodes"
        : "set a larger network with --cidr",
    },
  );
}

function sizeOf(
  cpus: string,
  cpusFlag: string,
  memory: number,
  memoryFlag: string,
): Pick<PlannedNode, "nanoCpus" | "memory"> {
  if (memory <= 0) {
    throw new OsctlError("usage", `invalid ${memoryFlag} ${memory}`, {
      hint: "use a number of MiB, such as 2048",
    });
  }
  return { nanoCpus: parseCpus(cpus, cpusFlag), memory: memory * MIB };
}
