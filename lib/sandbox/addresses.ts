/**
 * Where the nodes of a cluster listen: an address each in a free loopback network, or, where the
 * system has a single loopback address, a port each.
 *
 * @module
 */
import { NODE_API_PORT } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { Random } from "../platform/system.ts";

/** Where one node listens. */
export interface NodeSocket {
  readonly address: string;
  readonly port: number;
}

/** The sockets of a cluster and the network they are in. */
export interface AddressPlan {
  /** For example `127.42.7.0/24`. */
  readonly cidr: string;
  readonly sockets: readonly NodeSocket[];
}

const ATTEMPTS = 64;

/** An IPv4 network as a number and a prefix length. */
interface Network {
  base: number;
  bits: number;
}

function parseNetwork(cidr: string): Network | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(cidr);
  if (match === null) return undefined;
  const numbers = match.slice(1).map(Number);
  const bits = numbers[4]!;
  if (numbers.slice(0, 4).some((byte) => byte > 255) || bits > 32) return undefined;
  const address = numbers.slice(0, 4).reduce((sum, byte) => sum * 256 + byte, 0);
  const size = 2 ** (32 - bits);
  return { base: Math.floor(address / size) * size, bits };
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
}

/** The n-th address of a network, counted from its base, which is 0. */
function nth(network: Network, index: number): string {
  return dotted(network.base + index);
}

/**
 * Checks a network given by the user and writes it with its base address.
 *
 * @throws {OsctlError} of kind `usage` when it is no IPv4 network inside 127.0.0.0/8 or too small
 *   for `nodes` nodes (the first address is left to the gateway).
 */
export function checkCidr(cidr: string, nodes: number): string {
  const network = parseNetwork(cidr);
  if (network === undefined) {
    throw new OsctlError("usage", `"${cidr}" is no IPv4 network`, {
      hint: "give one like 127.42.0.0/24",
    });
  }
  if (network.bits < 8 || Math.floor(network.base / 2 ** 24) !== 127) {
    throw new OsctlError("usage", `the network ${cidr} is not inside 127.0.0.0/8`, {
      hint: "sandbox nodes listen on loopback only; leave --cidr out to get a free network",
    });
  }
  // Base, gateway and broadcast address carry no node.
  if (2 ** (32 - network.bits) - 3 < nodes) {
    throw new OsctlError("usage", `the network ${cidr} has no room for ${nodes} nodes`, {
      hint: "give a larger one with --cidr",
    });
  }
  return `${dotted(network.base)}/${network.bits}`;
}

/** Whether a socket can be bound now. */
export function canListen({ address, port }: NodeSocket): boolean {
  try {
    Deno.listen({ hostname: address, port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    if (error instanceof Deno.errors.AddrNotAvailable) return false;
    // Reserved or filtered: the next candidate may do.
    if (error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

/** Whether this system answers on every address of 127.0.0.0/8, as Linux does. */
export function hasLoopbackNetwork(): boolean {
  return canListen({ address: "127.111.222.33", port: 0 });
}

/**
 * The sockets of `nodes` nodes in a network given by the user.
 *
 * @throws {OsctlError} when the network is unfit or one of its addresses is taken.
 */
export function planWithin(cidr: string, nodes: number): AddressPlan {
  const checked = checkCidr(cidr, nodes);
  const plan = planOf(checked, nodes);
  const taken = plan.sockets.find((socket) => !canListen(socket));
  if (taken !== undefined) {
    throw new OsctlError("usage", `${taken.address}:${taken.port} is in use or no address here`, {
      hint: "give another network with --cidr, or leave it out to get a free one",
    });
  }
  return plan;
}

function planOf(cidr: string, nodes: number): AddressPlan {
  const network = parseNetwork(cidr)!;
  const sockets = Array.from({ length: nodes }, (_, index) => ({
    address: nth(network, index + 2),
    port: NODE_API_PORT,
  }));
  return { cidr, sockets };
}

/**
 * The sockets of `nodes` nodes in a free 127.x.y.0/24 picked at random; ports of 127.0.0.1 on a
 * system with one loopback address.
 *
 * @throws {OsctlError} of kind `unsupported` when nothing free is found.
 */
export function planFree(nodes: number, random: Random): AddressPlan {
  if (nodes > 253) {
    throw new OsctlError("usage", `${nodes} nodes do not fit into one network of 254 addresses`, {
      hint: "give a larger one with --cidr, for example 127.42.0.0/16",
    });
  }
  if (!hasLoopbackNetwork()) return planPorts(nodes);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [x, y] = random.bytes(2);
    // 127.0.y.z is where other programs put their own loopback addresses.
    const plan = planOf(`127.${1 + x! % 254}.${y!}.0/24`, nodes);
    if (plan.sockets.every(canListen)) return plan;
  }
  throw new OsctlError("unsupported", "found no free loopback network", {
    hint: "give one with --cidr",
  });
}

function planPorts(nodes: number): AddressPlan {
  const sockets: NodeSocket[] = [];
  for (let port = NODE_API_PORT; sockets.length < nodes && port < 65536; port++) {
    const socket = { address: "127.0.0.1", port };
    if (canListen(socket)) sockets.push(socket);
  }
  return { cidr: "127.0.0.1/32", sockets };
}
