/**
 * Connects to the session of an endpoint. Every doubt is an undefined result: the caller then
 * connects directly.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import type { Clock } from "../../async/clock.ts";
import { findSocket } from "../../platform/private_folder.ts";
import type { SharedRoute } from "../client_call.ts";
import { ConnStream } from "../conn_stream.ts";
import { Connection } from "../http2/connection.ts";
import { CLIENT_RECEIVE_BUDGET, CONNECTION_WINDOW, FRAME_SIZE } from "../tuning.ts";
import { HEADER_LIMIT, STREAM_WINDOW } from "../tuning.ts";
import { decodeConnectionError, READY, TESTING } from "./session_fields.ts";
import { sessionName, type SessionRoute } from "./session_name.ts";
import { isAnswered, isWithin } from "./test_connection.ts";

/** Time limit of the session's first frame and of its answers to pings, milliseconds. */
const SESSION_MS = 100;

/**
 * Time limit while a session tests its connection, milliseconds. It ends the test itself: this limit
 * is for a session that is suspended meanwhile.
 */
const TEST_MS = 3000;

/** Time after received data in which a session needs no test, milliseconds. */
const FRESH_MS = 1000;

/** A session that serves an endpoint. */
export interface Session extends SharedRoute {
  readonly connection: Connection;
  /** Whether the session has responded a moment ago. */
  readonly isFresh: boolean;
  /** Returns whether the session still responds; closes the connection otherwise. */
  test(): Promise<boolean>;
}

/** Opens the session of an endpoint; undefined without a usable one. */
export async function dialSession(
  folder: string,
  route: SessionRoute,
  clock: Clock,
): Promise<Session | undefined> {
  const path = findSocket(folder, await sessionName(route));
  const connection = path === undefined ? undefined : await connectSession(path, clock);
  return connection && createSession(connection, clock);
}

/**
 * Connects to a socket; undefined when no session responds in time.
 *
 * @param isEndpoint Whether the session first announces that it can send calls to its endpoint.
 */
export async function connectSession(
  path: string,
  clock: Clock,
  isEndpoint = true,
): Promise<Connection | undefined> {
  const opened: { close(): void }[] = [];
  try {
    const conn = await withinTime(Deno.connect({ transport: "unix", path }), SESSION_MS, clock);
    opened.push(conn);
    if (isEndpoint && !await awaitReady(conn, clock)) throw new Deno.errors.ConnectionRefused();
    const stream = new ConnStream(conn);
    opened.push({ close: () => stream.destroy() });
    const connection = new Connection(stream, {
      role: "client",
      streamWindow: STREAM_WINDOW,
      connectionWindow: CONNECTION_WINDOW,
      receiveBudget: CLIENT_RECEIVE_BUDGET,
      frameSize: FRAME_SIZE,
      headerLimit: HEADER_LIMIT,
      maxStreams: 0,
      clock,
      source: stream,
    });
    await withinTime(connection.ready, SESSION_MS, clock);
    return connection;
  } catch {
    // A stale socket, a session that ends, or one that is suspended.
    opened.at(-1)?.close();
    return undefined;
  }
}

/** Reads the bytes before the preface; returns false when the session has no connection. */
async function awaitReady(conn: Deno.UnixConn, clock: Clock): Promise<boolean> {
  const byte = new Uint8Array(1);
  let count = await withinTime(conn.read(byte), SESSION_MS, clock);
  if (count === 1 && byte[0] === TESTING[0]) {
    count = await withinTime(conn.read(byte), TEST_MS, clock);
  }
  return count === 1 && byte[0] === READY[0];
}

/** Settles as an operation does; rejects after a time, milliseconds, and closes its late result. */
async function withinTime<T>(operation: Promise<T>, ms: number, clock: Clock): Promise<T> {
  using deadline = createDeadline({
    clock,
    ms,
    signals: [],
    expired: () => new Deno.errors.TimedOut("the session did not respond"),
  });
  try {
    return await raceWithAbort(operation, deadline.signal);
  } catch (error) {
    operation.then((late) => isCloseable(late) && late.close(), () => {});
    throw error;
  }
}

function isCloseable(value: unknown): value is { close(): void } {
  return typeof value === "object" && value !== null && "close" in value;
}

/** Creates the session of a connection. */
function createSession(connection: Connection, clock: Clock): Session {
  const isFresh = () =>
    connection.isUsable && isWithin(clock.now() - connection.receivedAt, FRESH_MS);
  return {
    connection,
    get isFresh() {
      return isFresh();
    },
    async test() {
      if (!connection.isUsable) return false;
      if (isFresh() || await isAnswered(connection, SESSION_MS, clock)) return true;
      connection.destroy();
      return false;
    },
    decodeError: decodeConnectionError,
  };
}
