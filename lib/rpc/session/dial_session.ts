/**
 * Connects to the session of an endpoint. Every doubt is a reason to connect directly.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { findSocket } from "../../platform/private_folder.ts";
import type { SharedRoute } from "../client_call.ts";
import { ConnStream } from "../conn_stream.ts";
import { Connection } from "../http2/connection.ts";
import { CLIENT_RECEIVE_BUDGET, CONNECTION_WINDOW, FRAME_SIZE } from "../tuning.ts";
import { HEADER_LIMIT, STREAM_WINDOW } from "../tuning.ts";
import { sessionFault } from "./session_error.ts";
import { decodeConnectionError, READY, TESTING } from "./session_fields.ts";
import { sessionName, type SessionRoute } from "./session_name.ts";
import { isAnswered, isWithin } from "./test_connection.ts";
import { withinTime } from "./time_limit.ts";

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

/** Opens the session of an endpoint, or returns why there is no usable one. */
export async function dialSession(
  folder: string,
  route: SessionRoute,
  clock: Clock,
): Promise<Session | string> {
  const path = findSocket(folder, await sessionName(route));
  if (path === undefined) return "no socket";
  try {
    return createSession(await connectSession(path, clock), clock);
  } catch (error) {
    const fault = sessionFault(error);
    if (fault === undefined) throw error;
    return fault;
  }
}

/**
 * Connects to a socket.
 *
 * @param isEndpoint Whether the session first announces that it can send calls to its endpoint.
 * @throws {Deno.errors.TimedOut} when no session responds in time.
 * @throws {Error} of {@linkcode sessionFault} for other reasons.
 */
export async function connectSession(
  path: string,
  clock: Clock,
  isEndpoint = true,
): Promise<Connection> {
  const conn = await withinTime(Deno.connect({ transport: "unix", path }), SESSION_MS, clock);
  let opened: { close(): void } = conn;
  try {
    if (isEndpoint && !await awaitReady(conn, clock)) {
      throw new Deno.errors.ConnectionRefused("the session has no connection to the endpoint");
    }
    const stream = new ConnStream(conn);
    opened = { close: () => stream.destroy() };
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
  } catch (error) {
    opened.close();
    throw error;
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
