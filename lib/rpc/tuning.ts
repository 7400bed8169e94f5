/**
 * Sizes of the wire, in bytes, as measured to suit large streams over one connection.
 *
 * @module
 */

/** How much may arrive on one stream before somebody reads it. */
export const STREAM_WINDOW = 2 * 1024 * 1024;
/** How much may arrive on all streams of a connection together, before it is counted. */
export const CONNECTION_WINDOW = 16 * 1024 * 1024;
/**
 * Memory for received messages that no consumer has taken, per connection. A client opens the
 * streams itself; a server has to bound what its clients make it hold.
 */
export const CLIENT_RECEIVE_BUDGET = 1024 * 1024 * 1024;
export const SERVER_RECEIVE_BUDGET = 256 * 1024 * 1024;
/** Largest frame accepted. */
export const FRAME_SIZE = 256 * 1024;
/** Largest list of header fields accepted; error texts of many nodes travel in one. */
export const HEADER_LIMIT = 1024 * 1024;
/** Calls one connection may have open on a server of ours. */
export const MAX_STREAMS = 1000;
