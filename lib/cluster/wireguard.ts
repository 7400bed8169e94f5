/**
 * The WireGuard network of `--wireguard-cidr`: each node is a peer of all others.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Data } from "../machineconfig/data.ts";
import { formatIp, parseIp, toUrlHost } from "../pki/ip.ts";
import type { System } from "../platform/system.ts";
import { addressAt } from "./networks.ts";
import { isControlPlane, type PlannedNode } from "./types.ts";

const LISTEN_PORT = 51111;
const MTU = 1500;
const KEEPALIVE = "5s";
const FIRST_OFFSET = 2;

/** PKCS #8 encoding of an X25519 private key, up to the key. */
const PKCS8_PREFIX = Uint8Array.fromHex("302e020100300506032b656e04220420");

/**
 * Returns the network interface of each node, by name: an object of `machine.network.interfaces`.
 *
 * @throws {OsctlError} of kind `usage` for an invalid or too small network.
 */
export async function wireguardInterfaces(
  cidr: string,
  nodes: readonly PlannedNode[],
  { random }: Pick<System, "random">,
): Promise<Map<string, Data>> {
  const { base, bits } = parseNetwork(cidr, nodes.length);
  const keys = await Promise.all(nodes.map(() => createKeyPair(random.bytes(32))));
  const peers = nodes.map((node, index): Data => ({
    publicKey: keys[index]!.publicKey,
    ...(isControlPlane(node) ? { endpoint: endpointOf(node) } : {}),
    persistentKeepaliveInterval: KEEPALIVE,
    allowedIPs: [cidr],
  }));
  return new Map(nodes.map((node, index) => [node.name, {
    interface: "wg0",
    addresses: [`${addressAt(base, FIRST_OFFSET + index)}/${bits}`],
    mtu: MTU,
    wireguard: {
      privateKey: keys[index]!.privateKey,
      ...(isControlPlane(node) ? { listenPort: LISTEN_PORT } : {}),
      peers: peers.filter((_, other) => other !== index),
    },
  }]));
}

function endpointOf({ addresses: [address = ""] }: PlannedNode): string {
  return `${toUrlHost(address)}:${LISTEN_PORT}`;
}

function parseNetwork(cidr: string, nodes: number): { base: Uint8Array; bits: number } {
  const [, text = "", length = ""] = /^([^/]+)\/(\d{1,3})$/.exec(cidr) ?? [];
  const base = parseIp(text);
  const bits = Number(length);
  if (base === undefined || length === "" || bits > 8 * base.length) {
    throw new OsctlError("usage", `invalid network "${cidr}" for --wireguard-cidr`, {
      hint: "use CIDR notation, such as 10.1.0.0/24",
    });
  }
  if (2 ** (8 * base.length - bits) - FIRST_OFFSET - 1 >= nodes) return { base, bits };
  throw new OsctlError(
    "usage",
    `network ${formatIp(base)}/${bits} is too small for ${nodes} nodes`,
    {
      hint: "set a larger network with --wireguard-cidr",
    },
  );
}

/** Creates a key pair from 32 random bytes, base64. */
async function createKeyPair(
  random: Uint8Array,
): Promise<{ privateKey: string; publicKey: string }> {
  const secret = random.slice();
  // The clamping of RFC 7748.
  secret[0] = secret[0]! & 248;
  secret[31] = secret[31]! & 127 | 64;
  const key = await crypto.subtle.importKey(
    "pkcs8",
    new Uint8Array([...PKCS8_PREFIX, ...secret]),
    { name: "X25519" },
    true,
    ["deriveBits"],
  );
  const { x = "" } = await crypto.subtle.exportKey("jwk", key);
  return {
    privateKey: secret.toBase64(),
    publicKey: Uint8Array.fromBase64(x, { alphabet: "base64url" }).toBase64(),
  };
}
