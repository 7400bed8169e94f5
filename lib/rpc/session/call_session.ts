/**
 * Calls the control service of a session.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { createDeadline } from "../../async/deadline.ts";
import { ClientCall } from "../client_call.ts";
import type { Connection } from "../http2/connection.ts";
import { StatusError } from "../status.ts";
import { connectSession } from "./dial_session.ts";
import { sessionFault } from "./session_error.ts";

/** Time limit of a call, milliseconds. */
const CALL_MS = 1000;

/** Largest answer, bytes. */
const ANSWER_LIMIT = 1024 * 1024;

/**
 * Calls a method of the session that listens on a socket.
 *
 * @returns the answer, JSON; undefined when no session responds.
 */
export async function callSession(path: string, method: string, clock: Clock): Promise<unknown> {
  const connection = await connect(path, clock);
  if (connection === undefined) return undefined;
  using deadline = createDeadline({
    clock,
    ms: CALL_MS,
    signals: [],
    expired: () => new Deno.errors.TimedOut("the session did not respond"),
  });
  try {
    const stream = await connection.open(deadline.signal);
    const call = new ClientCall(stream, [
      [":method", "POST"],
      [":scheme", "http"],
      [":path", `/osctl.Session/${method}`],
      [":authority", "localhost"],
      ["te", "trailers"],
      ["content-type", "application/grpc"],
    ], ANSWER_LIMIT);
    deadline.signal.addEventListener("abort", () => call.cancel(deadline.signal.reason));
    await call.send(new Uint8Array(), true);
    const { value } = await call.responses.next();
    return value === undefined ? undefined : JSON.parse(new TextDecoder().decode(value));
  } catch (error) {
    // The session ends, or another program listens there.
    const isForeign = error instanceof StatusError || error instanceof SyntaxError;
    if (!isForeign && sessionFault(error) === undefined) throw error;
    return undefined;
  } finally {
    connection.destroy();
  }
}

async function connect(path: string, clock: Clock): Promise<Connection | undefined> {
  try {
    return await connectSession(path, clock, false);
  } catch (error) {
    if (sessionFault(error) === undefined) throw error;
    return undefined;
  }
}
