/**
 * Forwards one call of a client to an endpoint.
 *
 * @module
 */
import type { Connection } from "../http2/connection.ts";
import { ErrorCode, Http2Error } from "../http2/errors.ts";
import type { HeaderField } from "../http2/hpack.ts";
import type { Stream } from "../http2/stream.ts";
import { Relay, type RelayHost } from "./relay.ts";

/** Interim response of a call that is sent to the endpoint. */
const ACCEPTED: readonly HeaderField[] = [[":status", "100"]];

/** The session of a call. */
export interface ForwardingHost extends RelayHost {
  /** Returns a connection to the endpoint; undefined when there is any doubt about it. */
  acquire(): Promise<Connection | undefined>;
}

/**
 * Forwards a call, and resolves when its client's stream has closed. A call that was not sent to the
 * endpoint is refused, so that its client can connect itself.
 */
export function forwardCall(
  client: Stream,
  fields: readonly HeaderField[],
  host: ForwardingHost,
): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const abort = new AbortController();
  const requests = new Relay(client, host);
  let endpoint: Stream | undefined;
  client.receiver = {
    headers: () => {}, // request trailers have no meaning in gRPC
    data: (piece) => requests.data(piece),
    end: () => requests.end(),
    closed: (error) => {
      requests.stop();
      abort.abort(error);
      endpoint?.reset(error === undefined ? ErrorCode.noError : resetCode(error));
      resolve();
    },
  };
  const open = async () => {
    const connection = await host.acquire();
    if (connection === undefined || client.isClosed) return refuse(client);
    endpoint = await openStream(connection, abort.signal);
    if (endpoint === undefined || endpoint.isClosed) return refuse(client);
    // Before anything is sent to the endpoint: without it, the call can be repeated.
    client.sendHeaders(ACCEPTED, false);
    client.flush();
    const responses = connectResponses(endpoint, client, host);
    endpoint.sendHeaders(fields, false, true);
    if (client.isClosed) return endpoint.reset(ErrorCode.cancel);
    connection.enableKeepalive(endpoint);
    requests.start(endpoint);
    responses.start(client);
  };
  const opened = open().catch((error: unknown) => {
    // A stream has closed meanwhile, or a bug, which ends this call only.
    if (!(error instanceof Http2Error)) host.report(error);
    endpoint?.reset(ErrorCode.cancel);
    client.reset(ErrorCode.internalError);
  });
  return Promise.all([opened, closed]).then(() => {});
}

/** Passes what an endpoint sends to the relay of the responses. */
function connectResponses(endpoint: Stream, client: Stream, host: RelayHost): Relay {
  const responses = new Relay(endpoint, host);
  endpoint.receiver = {
    headers: (fields, isLast) => responses.headers(fields, isLast),
    data: (piece) => responses.data(piece),
    end: () => responses.end(),
    closed: (error) => {
      if (client.isClosed) responses.stop();
      else if (error !== undefined) responses.fail(error);
    },
  };
  return responses;
}

async function openStream(
  connection: Connection,
  signal: AbortSignal,
): Promise<Stream | undefined> {
  try {
    return await connection.open(signal);
  } catch {
    // Aborted, or the connection ended: nothing was sent, and the client is refused.
    return undefined;
  }
}

function refuse(client: Stream): void {
  client.reset(ErrorCode.refusedStream);
}

/** Returns the code with which a client reset its stream; CANCEL when its connection ended. */
function resetCode({ reason, code }: Http2Error): number {
  return reason === "reset" ? code : ErrorCode.cancel;
}
