/**
 * Calls the control service of a session.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { createDeadline } from "../../async/deadline.ts";
import { ClientCall } from "../client_call.ts";
import { connectSession } from "./dial_session.ts";

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
  const connection = await connectSession(path, clock, false);
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
  } catch {
    // The session ends, or another program listens there.
    return undefined;
  } finally {
    connection.destroy();
  }
}
