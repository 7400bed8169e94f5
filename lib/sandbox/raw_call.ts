/**
 * Calls with encoded messages. Proxying, fault injection and the access log operate on them; only the
 * node that handles a call decodes it.
 *
 * @module
 */
import type { OutgoingMessage, Peer } from "../rpc/server.ts";
import type { Headers } from "../rpc/types.ts";

/** An incoming call. */
export interface RawCall {
  /** For example `/machine.MachineService/Version`. */
  readonly path: string;
  readonly headers: Headers;
  /** The peer of the connection. */
  readonly peer: Pick<Peer, "address" | "port">;
  /** Subject organizations of the client certificate; empty without one. */
  readonly organizations: readonly string[];
  /** Aborts when the client cancels, the connection closes, or the node stops. */
  readonly signal: AbortSignal;
  /** Request messages; exactly one without client streaming. */
  readonly requests: AsyncIterable<Uint8Array>;
}

/**
 * Handles a call and yields response messages, whole or in parts. Throws `StatusError` to return a
 * status. A message is valid until the next one is requested.
 */
export type RawHandler = (call: RawCall) => AsyncIterable<OutgoingMessage>;

/** Returns the parts of a message. */
export function messageParts(message: OutgoingMessage): readonly Uint8Array[] {
  return message instanceof Uint8Array ? [message] : message;
}

/** Returns the size of a message, bytes. */
export function messageSize(message: OutgoingMessage): number {
  return messageParts(message).reduce((size, part) => size + part.length, 0);
}

/** Concatenates the parts of a message. */
export function joinParts(message: OutgoingMessage): Uint8Array {
  if (message instanceof Uint8Array) return message;
  const whole = new Uint8Array(messageSize(message));
  let at = 0;
  for (const part of message) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Returns the first request message, which is the only one without client streaming; empty when the
 * client sent none.
 */
export async function firstRequest(requests: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const request of requests) return request;
  return new Uint8Array(0);
}
