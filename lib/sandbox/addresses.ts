/**
 * Address planning: one address per node in a free loopback network, or one port per node on systems
 * with a single loopback address.
 *
 * @module
 */
import { NODE_API_PORT } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { Random } from "../platform/system.ts";

/** Listen address of a node. */
export interface NodeSocket {
  readonly address: string;
  readonly port: number;
}

/** Listen addresses of a cluster and their network. */
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

function formatIpv4(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
}

/** Returns the address at an offset from the network's base address. */
function addressAt(network: Network, offset: number): string {
  return formatIpv4(network.base + offset);
}

/**
 * Validates a network and returns it with its base address.
 *
 * @throws {OsctlError} of kind `usage` when it is not an IPv4 network inside 127.0.0.0/8, or too
 *   small for `nodes` nodes (the first address is reserved for the gateway).
 */
export function normalizeCidr(cidr: string, nodes: number): string {
  const network = parseNetwork(cidr);
  if (network === undefined) {
    throw new OsctlError("usage", `"${cidr}" is not an IPv4 network`, {
      hint: "use CIDR notation, such as 127.42.0.0/24",
    });
  }
  if (network.bits < 8 || Math.floor(network.base / 2 ** 24) !== 127) {
    throw new OsctlError("usage", `network ${cidr} is not inside 127.0.0.0/8`, {
      hint: "sandbox nodes listen on loopback only; remove --cidr to use a free network",
    });
  }
  // Base, gateway and broadcast addresses are reserved.
  if (2 ** (32 - network.bits) - 3 < nodes) {
    throw new OsctlError("usage", `network ${cidr} is too small for ${nodes} nodes`, {
      hint: "set a larger network with --cidr",
    });
  }
  return `${formatIpv4(network.base)}/${network.bits}`;
}

/** Reports whether a socket can be bound now. */
export function canListen({ address, port }: NodeSocket): boolean {
  try {
    Deno.listen({ hostname: address, port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    if (error instanceof Deno.errors.AddrNotAvailable) return false;
    // Reserved or filtered port; the next candidate may work.
    if (error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

/** Reports whether every address of 127.0.0.0/8 can be bound, as on Linux. */
function hasLoopbackNetwork(): boolean {
  return canListen({ address: "127.111.222.33", port: 0 });
}

/**
 * Plans `nodes` nodes in a given network.
 *
 * @throws {OsctlError} When the network is invalid or one of its addresses is in use.
 */
export function planWithin(cidr: string, nodes: number): AddressPlan {
  const checked = normalizeCidr(cidr, nodes);
  const plan = createPlan(checked, nodes);
  const taken = plan.sockets.find((socket) => !canListen(socket));
  if (taken !== undefined) {
    throw new OsctlError(
      "usage",
      `${taken.address}:${taken.port} is in use or not a local address`,
      {
        hint: "set another network with --cidr, or remove --cidr to use a free one",
      },
    );
  }
  return plan;
}

function createPlan(cidr: string, nodes: number): AddressPlan {
  const network = parseNetwork(cidr)!;
  const sockets = Array.from({ length: nodes }, (_, index) => ({
    address: addressAt(network, index + 2),
    port: NODE_API_PORT,
  }));
  return { cidr, sockets };
}

/**
 * Plans `nodes` nodes in a random free 127.x.y.0/24, or on ports of 127.0.0.1 when the system has a
 * single loopback address.
 *
 * @throws {OsctlError} of kind `unsupported` when no free network is found.
 */
export function planFree(nodes: number, random: Random): AddressPlan {
  if (nodes > 253) {
    throw new OsctlError("usage", `a /24 network is too small for ${nodes} nodes`, {
      hint: "set a larger network with --cidr, such as 127.42.0.0/16",
    });
  }
  if (!hasLoopbackNetwork()) return planPorts(nodes);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [x, y] = random.bytes(2);
    // Other programs use addresses in 127.0.0.0/16.
    const plan = createPlan(`127.${1 + x! % 254}.${y!}.0/24`, nodes);
    if (plan.sockets.every(canListen)) return plan;
  }
  throw new OsctlError("unsupported", "no free loopback network found", {
    hint: "set one with --cidr",
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
