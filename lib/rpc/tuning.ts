/**
 * Sizes of HTTP/2 windows, frames and limits, in bytes, measured with large streams over one
 * connection; TCP keepalive.
 *
 * @module
 */

/** Receive window of a stream. */
export const STREAM_WINDOW = 2 * 1024 * 1024;
/** Receive window of a connection. */
export const CONNECTION_WINDOW = 16 * 1024 * 1024;
/**
 * Memory for received messages that no consumer has taken, per connection. A client opens the
 * streams itself; a server has to bound what its clients make it hold.
 */
export const CLIENT_RECEIVE_BUDGET = 1024 * 1024 * 1024;
export const SERVER_RECEIVE_BUDGET = 256 * 1024 * 1024;
/** Largest frame accepted. */
export const FRAME_SIZE = 256 * 1024;
/** Largest header list accepted; one may contain the errors of many nodes. */
export const HEADER_LIMIT = 1024 * 1024;
/** Concurrent calls of a connection on our server. */
export const MAX_STREAMS = 1000;
/**
 * Idle time before TCP keepalive probes, milliseconds: short enough that NAT and firewalls between
 * retain the connection.
 */
export const KEEPALIVE_MS = 30_000;
