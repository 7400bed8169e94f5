/**
 * Reads and writes of Node's sockets. In a module of its own, because Node's modules take
 * milliseconds to load.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers";
import type { ReadControl, WriteOptions } from "./http2/byte_stream.ts";

/** Node's sockets write arrays other than `Buffer` through a copy. */
export const NODE_WRITES: WriteOptions = {
  createBlock: (size) => Buffer.allocUnsafeSlow(size),
  defer: (next) => setImmediate(next),
};

/** The TCP connection below a socket, as the runtime implements it. */
interface TcpHandle {
  readStop(): void;
  readStart(): void;
  /** Of a TLS connection: the TCP connection. */
  readonly _parent?: TcpHandle;
}

/**
 * Returns the control of a socket's reads. `pause()` of a TLS socket stops its events only: the
 * runtime goes on reading and buffers without limit.
 */
export function createReadControl(socket: Socket): ReadControl {
  // None once the socket is closed.
  const tcpHandle = () => {
    const { _handle } = socket as { readonly _handle?: TcpHandle | null };
    return _handle?._parent ?? _handle;
  };
  return { pause: () => tcpHandle()?.readStop(), resume: () => tcpHandle()?.readStart() };
}
