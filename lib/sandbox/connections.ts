/**
 * The connections to all nodes of this process.
 *
 * @module
 */
import { readDescriptorLimit } from "../platform/descriptor_limit.ts";
import { wallClock } from "../platform/wall_clock.ts";
import { ConnectionLimit } from "../rpc/connection_limit.ts";

/**
 * Maximum number of connections whose client is not authenticated yet; a handshake takes
 * milliseconds.
 */
const MAX_PENDING = 128;
/** Time limit of a handshake, milliseconds; as in the Kubernetes API server. */
const HANDSHAKE_MS = 10_000;
/** Share of the connections that clients of nodes in maintenance mode may have. */
const ANONYMOUS_SHARE = 1 / 4;
/** Maximum number of connections, whatever the limit of file descriptors. */
const MAX_CONNECTIONS = 10_000;

let shared: ConnectionLimit | undefined;

/** Returns the limit of all servers of this process, which leaves half of the descriptors free. */
export function processConnections(): ConnectionLimit {
  const half = Math.floor(readDescriptorLimit() / 2);
  const connections = Math.min(MAX_CONNECTIONS, half);
  return shared ??= new ConnectionLimit({
    clock: wallClock,
    connections,
    pending: Math.min(MAX_PENDING, Math.floor(half / 2)),
    pendingMs: HANDSHAKE_MS,
    anonymous: Math.floor(connections * ANONYMOUS_SHARE),
  });
}
