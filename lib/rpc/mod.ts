/**
 * The gRPC client over HTTP/2 and TLS, and status codes. Load it with `await import()`; only types
 * may be imported statically. The server is `server.ts`, so that clients do not load Node's TLS.
 *
 * @module
 */
export type { CallOptions, Channel, Headers, Method, TlsSettings } from "./types.ts";
export { type ChannelOptions, openChannel } from "./channel.ts";
export { loadDialers } from "./dial.ts";
export { NOT_AUTHORIZED, RpcError, statusError } from "./errors.ts";
export {
  codeName,
  errorClass,
  formatStatus,
  type Status,
  StatusCode,
  StatusError,
} from "./status.ts";
export { chooseProxy, proxyFor } from "./proxy.ts";
