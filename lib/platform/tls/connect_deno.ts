/**
 * TLS connections with `Deno.connectTls`, which take 40 ms of CPU less than with `node:tls`. The API
 * lacks two things, for which this module provides:
 *
 * - It trusts the runtime's roots besides `caCerts`; they are emptied (`runtime_roots.ts`).
 * - It delays small writes (Nagle's algorithm), 40 ms in every handshake, and has no TCP keepalive.
 *   The system's library sets both options.
 *
 * @module
 */
import { canEmptyRoots, withoutRuntimeRoots } from "./runtime_roots.ts";
import { openLibrary, type SystemLibrary } from "./system_library.ts";

/**
 * Connects without a handshake. Trusts `caCerts` alone, unless another API of the runtime has opened a
 * TLS connection before. Cannot be cancelled.
 *
 * @param keepaliveMs Idle time before TCP keepalive probes, milliseconds.
 * @throws {Error} when connecting fails, on other systems than Linux, without `--allow-ffi`, or in a
 *   program from a URL.
 */
export async function connectStrictTls(
  options: Deno.ConnectTlsOptions & Partial<Deno.TlsCertifiedKeyPem>,
  keepaliveMs: number,
): Promise<Deno.TlsConn> {
  const library = openLibrary();
  if (!canEmptyRoots()) throw new Error("the runtime's roots are in use");
  const conn = await withoutRuntimeRoots(() => Deno.connectTls(options));
  try {
    setSocketOptions(library, conn, keepaliveMs);
    return conn;
  } catch (error) {
    conn.close();
    throw error;
  }
}

/** Levels and names of socket options on Linux: <asm-generic/socket.h>, <netinet/tcp.h>. */
const SOL_SOCKET = 1;
const SO_KEEPALIVE = 9;
const IPPROTO_TCP = 6;
const TCP_NODELAY = 1;
const TCP_KEEPIDLE = 4;

/** Highest descriptor searched: a client has few, and each one takes a call. */
const MAX_DESCRIPTOR = 255;

/** Offset of the port in `sockaddr_in` and `sockaddr_in6`. */
const PORT_OFFSET = 2;

/** Sets options on the descriptor of a connection, which the runtime does not reveal. */
function setSocketOptions(
  { getsockname, setsockopt }: SystemLibrary,
  { localAddr }: Deno.TlsConn,
  keepaliveMs: number,
): void {
  const { port } = localAddr as Deno.NetAddr;
  const name = new Uint8Array(128);
  const length = new Uint32Array(1);
  let count = 0;
  // Connections to several peers may share a local port; the options suit all of this process.
  for (let descriptor = 0; descriptor <= MAX_DESCRIPTOR; descriptor++) {
    length[0] = name.length;
    const isSocket = getsockname(descriptor, name, length) === 0;
    if (!isSocket || name[PORT_OFFSET]! * 256 + name[PORT_OFFSET + 1]! !== port) continue;
    const set = (level: number, option: number, value: number) =>
      setsockopt(descriptor, level, option, new Int32Array([value]), 4) === 0;
    const isSet = set(IPPROTO_TCP, TCP_NODELAY, 1) && set(SOL_SOCKET, SO_KEEPALIVE, 1) &&
      set(IPPROTO_TCP, TCP_KEEPIDLE, Math.ceil(keepaliveMs / 1000));
    if (isSet) count++;
  }
  if (count === 0) throw new Error(`cannot set options of the connection from port ${port}`);
}
