/**
 * Response bodies as streams.
 *
 * @module
 */
import { raceWithAbort } from "../../async/deadline.ts";
import type { Connection } from "../connection.ts";
import { gateOf } from "../../rpc/gated_socket.ts";
import { type HttpResponse, requestDeadline } from "./http_client.ts";
import { isError, readError } from "./responses.ts";

/** Options of {@linkcode openStream}. */
export interface StreamOptions {
  readonly path: string;
  /** Time limit of the response headers, milliseconds; none when undefined. */
  readonly headersMs?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Yields the chunks of a response, with back-pressure; leaving the loop closes the connection.
 *
 * @throws {KubernetesError} for an error response; {@linkcode OsctlError} of kind `connection`; the
 * signal's reason.
 */
export async function* openStream(
  { http, system: { clock } }: Connection,
  { path, headersMs, signal }: StreamOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stopped = new AbortController();
  const request = { method: "GET", path, headers: { accept: "*/*" } };
  try {
    let response: HttpResponse;
    {
      using deadline = requestDeadline(clock, headersMs, http.host, [signal]);
      // The body outlives the deadline of the headers.
      const both = AbortSignal.any([signal, stopped.signal]);
      response = await raceWithAbort(http.request({ ...request, signal: both }), deadline.signal);
    }
    if (isError(response)) throw await readError(response, `GET ${http.url(path).pathname}`);
    const gate = gateOf(response.body.socket);
    try {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        gate.hold();
        yield chunk;
        gate.release();
      }
    } finally {
      gate.release();
    }
  } catch (error) {
    stopped.abort();
    signal.throwIfAborted();
    throw http.requestError(error);
  }
}
