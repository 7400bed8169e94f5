/**
 * gRPC over HTTP/2 and TLS: client and server. Load it with `await import()`;
 * only types may be imported statically.
 *
 * @module
 */
export type { CallOptions, Channel, Headers, Method, TlsSettings } from "./types.ts";
export { type ChannelOptions, openChannel } from "./channel.ts";
export { NOT_AUTHORIZED, RpcError, statusError } from "./errors.ts";
export {
  codeName,
  errorClass,
  formatStatus,
  type Status,
  StatusCode,
  StatusError,
} from "./status.ts";
export { proxyFor } from "./proxy.ts";
export {
  type Answer,
  createServer,
  type Dispatch,
  type IncomingCall,
  type OutgoingMessage,
  type Peer,
  type Server,
  type ServerOptions,
} from "./server.ts";
