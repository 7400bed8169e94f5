/**
 * A call as it comes over the wire, before any message in it is decoded. Proxying, faults and the
 * service log work on this; only the node that answers decodes.
 *
 * @module
 */
import type { OutgoingMessage, Peer } from "../rpc/server.ts";
import type { Headers } from "../rpc/types.ts";

/** One incoming call. */
export interface RawCall {
  /** For example `/machine.MachineService/Version`. */
  readonly path: string;
  readonly headers: Headers;
  /** The other end of the connection. */
  readonly peer: Pick<Peer, "address" | "port">;
  /** The organizations of the client certificate; empty without one. */
  readonly organizations: readonly string[];
  /** Aborted when the caller cancels, the connection ends, or the node stops. */
  readonly signal: AbortSignal;
  /** The request messages; one, unless the client streams. */
  readonly requests: AsyncIterable<Uint8Array>;
}

/**
 * Answers a call with its response messages, whole or in parts; throws `StatusError` to end it with
 * a status. A message of a stream holds its bytes until the next one is asked for.
 */
export type RawHandler = (call: RawCall) => AsyncIterable<OutgoingMessage>;

/** The parts of a message. */
export function partsOf(message: OutgoingMessage): readonly Uint8Array[] {
  return message instanceof Uint8Array ? [message] : message;
}

/** The size of a message, bytes. */
export function sizeOf(message: OutgoingMessage): number {
  return partsOf(message).reduce((size, part) => size + part.length, 0);
}

/** A message as one. */
export function wholeOf(message: OutgoingMessage): Uint8Array {
  if (message instanceof Uint8Array) return message;
  const whole = new Uint8Array(sizeOf(message));
  let at = 0;
  for (const part of message) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The first request message, which of a call without client streaming is the only one.
 *
 * @returns An empty message when the client sent none.
 */
export async function onlyRequest(requests: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const request of requests) return request;
  return new Uint8Array(0);
}
