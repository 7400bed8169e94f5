/**
 * Lookup of the user id of a loopback peer in the kernel's socket tables. It protects nodes in
 * maintenance mode, which have no client certificates, from other users of the machine.
 *
 * @module
 */

/** One end of a TCP connection. */
export interface SocketAddress {
  /** IPv4 in dotted form, or IPv6. */
  readonly address: string;
  readonly port: number;
}

/** Formats an IPv4 socket as in `/proc/net/tcp`: the address as a little-endian word. */
function formatProcSocket(socket: SocketAddress): string | undefined {
  const bytes = socket.address.split(".").map(Number);
  if (bytes.length !== 4 || bytes.some((byte) => !(byte >= 0 && byte < 256))) return undefined;
  const hex = (value: number, width: number) =>
    value.toString(16).toUpperCase().padStart(width, "0");
  return `${bytes.reverse().map((byte) => hex(byte, 2)).join("")}:${hex(socket.port, 4)}`;
}

/**
 * Returns the user id of the socket at `peer`'s end of a connection to `own`; undefined when the
 * table has no such socket. `table` is the text of `/proc/net/tcp` or `tcp6`.
 */
export function socketOwner(
  table: string,
  peer: SocketAddress,
  own: SocketAddress,
): number | undefined {
  const local = formatProcSocket(peer);
  const remote = formatProcSocket(own);
  if (local === undefined || remote === undefined) return undefined;
  // IPv6 sockets with an IPv4 connection are listed with IPv4-mapped addresses.
  const mapped = "0000000000000000FFFF0000";
  for (const line of table.split("\n")) {
    const fields = line.trim().split(/\s+/);
    if (fields[1] !== local && fields[1] !== mapped + local) continue;
    if (fields[2] !== remote && fields[2] !== mapped + remote) continue;
    return Number(fields[7]);
  }
  return undefined;
}

/** Returns the user id of a connection's peer. */
export type PeerOwner = (peer: SocketAddress, own: SocketAddress) => Promise<number | undefined>;

/** Reads the socket tables of Linux; undefined on other systems. */
export const kernelPeerOwner: PeerOwner = async (peer, own) => {
  if (Deno.build.os !== "linux") return undefined;
  for (const file of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    let table: string;
    try {
      table = await Deno.readTextFile(file);
    } catch (error) {
      // A kernel without IPv6 has no tcp6 table.
      if (error instanceof Deno.errors.NotFound) continue;
      throw error;
    }
    const owner = socketOwner(table, peer, own);
    if (owner !== undefined) return owner;
  }
  return undefined;
};
