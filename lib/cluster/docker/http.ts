/**
 * Sends one request per connection to a container engine.
 *
 * @module
 */
import { type IncomingMessage, request as sendHttp } from "node:http";
import { pipeline } from "node:stream/promises";
import { createAgent } from "../../platform/http_over_duplex.ts";
import { systemCode } from "../../rpc/errors.ts";
import type { EngineConnection } from "./connect.ts";

/** A request. */
export interface EngineRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, or a stream that is sent in chunks. */
  readonly body?: string | ReadableStream<Uint8Array>;
}

/** A response, whose body ends with the connection. */
export interface EngineResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: IncomingMessage["headers"];
  readonly body: AsyncIterable<Uint8Array>;
}

/** A response that violates the protocol, or ends early. */
export class ProtocolError extends Error {}

/** The body of a request cannot be read; `cause` is the error of its stream. */
export class RequestBodyError extends Error {}

/** Reasons by code of the runtime. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["ECONNRESET", "the connection was closed"],
  ["EPIPE", "the connection was closed"],
  ["HPE_INVALID_CONSTANT", "the response is not HTTP"],
  ["HPE_INVALID_CHUNK_SIZE", "invalid chunk size"],
  ["HPE_HEADER_OVERFLOW", "the response headers are too large"],
]);

/**
 * Sends a request and returns its response when the headers have arrived. The body of the request
 * is sent meanwhile.
 *
 * @throws {ProtocolError} for an invalid response; {@linkcode RequestBodyError}; errors of the
 *   transport.
 */
export async function sendRequest(
  { stream }: EngineConnection,
  { method, path, headers, body }: EngineRequest,
): Promise<EngineResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = sendHttp({
    method,
    path,
    headers: { host: "docker", connection: "close", ...headers },
    agent: createAgent(() => Promise.resolve(stream)),
  });
  let failure: Error | undefined;
  const fail = (error: Error) => reject(failure ??= toProtocolError(error));
  outgoing.on("error", fail);
  outgoing.once("response", resolve);
  if (body instanceof ReadableStream) pipeline(readChunks(body, fail), outgoing).catch(fail);
  else outgoing.end(body);
  const response = await promise;
  return {
    status: response.statusCode!,
    headers: response.headers,
    body: readBody(response, () => failure),
  };
}

/** @param fail Receives the error before the runtime closes the request with one of its own. */
async function* readChunks(body: ReadableStream<Uint8Array>, fail: (error: Error) => void) {
  try {
    yield* body;
  } catch (cause) {
    fail(new RequestBodyError("the body of the request is not readable", { cause }));
    throw cause;
  }
}

async function* readBody(
  response: IncomingMessage,
  failure: () => Error | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* response as AsyncIterable<Uint8Array>;
  } catch (error) {
    const isEarly = systemCode(error) === "ECONNRESET";
    throw failure() ??
      (isEarly
        ? new ProtocolError("the connection was closed before the end of the response")
        : error);
  }
}

function toProtocolError(error: Error): Error {
  const code = error instanceof Deno.errors.BrokenPipe ? "EPIPE" : systemCode(error);
  const reason = REASONS.get(code) ?? (code.startsWith("HPE_") ? error.message : undefined);
  return reason === undefined ? error : new ProtocolError(reason, { cause: error });
}
