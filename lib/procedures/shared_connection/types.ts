/**
 * Sessions and their records.
 *
 * @module
 */
import type { ProcessIdentity } from "../../cluster/process_identity.ts";
import type { ConnectionOptions } from "../context.ts";

/** Target of a session: a context, and endpoints that replace its own. */
export type SessionOptions = Pick<ConnectionOptions, "context" | "endpoints" | "osconfig">;

/** Record of a session in its folder. */
export interface SessionRecord {
  readonly process: ProcessIdentity;
  readonly context: string;
  /** Path of the client configuration. */
  readonly osconfig: string;
  readonly endpoints: readonly string[];
  /** Names of the sockets, in the order of the endpoints. */
  readonly names: readonly string[];
  /** Start, Unix time, milliseconds. */
  readonly since: number;
  /** Time without calls after which the session ends, milliseconds. */
  readonly idleMs: number;
  /** The process connects to its endpoints, and does not listen yet. */
  readonly isStarting?: boolean;
}

/** Longest start, milliseconds: shorter than the age at which its marker is ignored. */
export const START_MS = 14_000;

/** State of a running session. */
export interface SessionStatus {
  /** Calls in progress. */
  readonly open: number;
  /** Calls since the start. */
  readonly calls: number;
  /** End of the last call, or the start, Unix time, milliseconds. */
  readonly lastUsed: number;
  /** Endpoints with a connection. */
  readonly connected: readonly string[];
}

/** A record, and the state of its process; undefined when it does not respond. */
export interface ListedSession {
  readonly record: SessionRecord;
  readonly status: SessionStatus | undefined;
}

/** Shortest time without calls after which a session ends, milliseconds. */
export const SHORTEST_IDLE_MS = 1000;
