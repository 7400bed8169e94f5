/**
 * Options of writes to Node's sockets. In a module of its own, because Node's modules take
 * milliseconds to load.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers";
import type { WriteOptions } from "./http2/byte_stream.ts";

/** Node's sockets write arrays other than `Buffer` through a copy. */
export const NODE_WRITES: WriteOptions = {
  createBlock: (size) => Buffer.allocUnsafeSlow(size),
  defer: (write) => setImmediate(write),
};
