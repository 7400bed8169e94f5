/**
 * A call as it comes over the wire, before any message in it is decoded. Proxying, faults and the
 * service log work on this; only the node that answers decodes.
 *
 * @module
 */
import type { Peer } from "../rpc/server.ts";
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

/** Answers a call with its response messages; throws `StatusError` to end it with a status. */
export type RawHandler = (call: RawCall) => AsyncIterable<Uint8Array>;

/**
 * The first request message, which of a call without client streaming is the only one.
 *
 * @returns An empty message when the client sent none.
 */
export async function onlyRequest(requests: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const request of requests) return request;
  return new Uint8Array(0);
}
