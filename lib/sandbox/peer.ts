/**
 * Who is at the other end of a loopback connection: the user id of the peer's socket, as the kernel
 * lists it. In maintenance mode there is no client certificate, so this is what keeps other users
 * of a shared machine out.
 *
 * @module
 */

/** One end of a TCP connection. */
export interface SocketAddress {
  /** IPv4 in dotted form, or IPv6. */
  readonly address: string;
  readonly port: number;
}

/** How the kernel writes an IPv4 socket in `/proc/net/tcp`: the address as a little-endian word. */
function kernelForm(socket: SocketAddress): string | undefined {
  const bytes = socket.address.split(".").map(Number);
  if (bytes.length !== 4 || bytes.some((byte) => !(byte >= 0 && byte < 256))) return undefined;
  const hex = (value: number, width: number) =>
    value.toString(16).toUpperCase().padStart(width, "0");
  return `${bytes.reverse().map((byte) => hex(byte, 2)).join("")}:${hex(socket.port, 4)}`;
}

/**
 * The user id that owns the socket at `peer`'s end of a connection to `own`, or undefined when the
 * table does not list it. `table` is the text of `/proc/net/tcp` (`tcp6` for IPv6-mapped sockets).
 */
export function socketOwner(
  table: string,
  peer: SocketAddress,
  own: SocketAddress,
): number | undefined {
  const local = kernelForm(peer);
  const remote = kernelForm(own);
  if (local === undefined || remote === undefined) return undefined;
  // A program that connects through an IPv6 socket is listed with mapped addresses.
  const mapped = "0000000000000000FFFF0000";
  for (const line of table.split("\n")) {
    const fields = line.trim().split(/\s+/);
    if (fields[1] !== local && fields[1] !== mapped + local) continue;
    if (fields[2] !== remote && fields[2] !== mapped + remote) continue;
    return Number(fields[7]);
  }
  return undefined;
}

/** Finds the user id of a connection's other end. */
export type PeerOwner = (peer: SocketAddress, own: SocketAddress) => Promise<number | undefined>;

/** Asks the kernel of a Linux machine; elsewhere nobody is known. */
export const kernelPeerOwner: PeerOwner = async (peer, own) => {
  if (Deno.build.os !== "linux") return undefined;
  for (const file of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    let table: string;
    try {
      table = await Deno.readTextFile(file);
    } catch (error) {
      // A kernel without IPv6 has no second table.
      if (error instanceof Deno.errors.NotFound) continue;
      throw error;
    }
    const owner = socketOwner(table, peer, own);
    if (owner !== undefined) return owner;
  }
  return undefined;
};
