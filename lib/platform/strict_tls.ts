/**
 * TLS connections with `Deno.connectTls`, which take 40 ms of CPU less than with `node:tls`. The API
 * lacks two things, for which this module provides:
 *
 * - It trusts the runtime's roots besides `caCerts`. The runtime reads their variables at the first
 *   TLS connection of the process; if it is one of this module, they select none. Connections of
 *   other APIs with default roots then trust no server.
 * - It delays small writes (Nagle's algorithm), 40 ms in every handshake, and has no TCP keepalive.
 *   The system's library sets both options.
 *
 * @module
 */

/** Selects the runtime's stores of roots. */
const STORES = "DENO_TLS_CA_STORE";
/** Selects no store. Users write it in other ways, if at all. */
const NO_STORES = ",";
/** Name files of further roots. */
const FILES = ["DENO_CERT", "NODE_EXTRA_CA_CERTS"] as const;

/**
 * Connects without a handshake. Trusts `caCerts` alone, unless another API of the runtime has opened a
 * TLS connection before. Cannot be cancelled.
 *
 * @param keepaliveMs Idle time before TCP keepalive probes, milliseconds.
 * @throws {Error} when connecting fails, on other systems than Linux, or without `--allow-ffi`.
 */
export async function connectStrictTls(
  options: Deno.ConnectTlsOptions & Partial<Deno.TlsCertifiedKeyPem>,
  keepaliveMs: number,
): Promise<Deno.TlsConn> {
  const library = openLibrary();
  const conn = await withoutRoots(library, () => Deno.connectTls(options));
  areRootsRead = true;
  try {
    setSocketOptions(library, conn, keepaliveMs);
    return conn;
  } catch (error) {
    conn.close();
    throw error;
  }
}

/** Whether the runtime has read the variables, for this process. */
let areRootsRead = false;

/**
 * Calls `connect`, which must read the variables before it returns. Threads share them, and only tests
 * have several: without a lock, one would store what another has changed.
 */
function withoutRoots<Result>(library: Library, connect: () => Result): Result {
  if (areRootsRead) return connect();
  const lock = new Deno.UnsafePointerView(library.stdin!).getPointer();
  // While another thread has changed the variables, they select no roots here either.
  if (library.ftrylockfile(lock) !== 0) return connect();
  const variables = [STORES, ...FILES].map((name) => [name, Deno.env.get(name)] as const);
  try {
    Deno.env.set(STORES, NO_STORES);
    for (const name of FILES) Deno.env.delete(name);
    return connect();
  } finally {
    for (const [name, value] of variables) setVariable(name, value);
    library.funlockfile(lock);
  }
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) Deno.env.delete(name);
  else Deno.env.set(name, value);
}

/** The lock of C's stream `stdin`, which the runtime does not use, is one of the whole process. */
const SYMBOLS = {
  stdin: { type: "pointer" },
  ftrylockfile: { parameters: ["pointer"], result: "i32" },
  funlockfile: { parameters: ["pointer"], result: "void" },
  getsockname: { parameters: ["i32", "buffer", "buffer"], result: "i32" },
  setsockopt: { parameters: ["i32", "i32", "i32", "buffer", "u32"], result: "i32" },
} as const;

type Library = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

let opened: Library | undefined;

function openLibrary(): Library {
  if (Deno.build.os !== "linux") throw new Error("socket options are supported on Linux only");
  if (opened !== undefined) return opened;
  // Without this check a runtime with narrow permissions asks for one more.
  if (Deno.permissions.querySync({ name: "ffi" }).state !== "granted") {
    throw new Error("calls of system libraries are not permitted");
  }
  return opened = Deno.dlopen("libc.so.6", SYMBOLS).symbols;
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
  { getsockname, setsockopt }: Library,
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
