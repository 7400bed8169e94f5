/**
 * Serves the calls of one endpoint on a Unix socket.
 *
 * @module
 */
import { ConnStream } from "../conn_stream.ts";
import { Connection } from "../http2/connection.ts";
import type { ConnectionOptions } from "../http2/connection_options.ts";
import { ReceiveBudget } from "../http2/receive_budget.ts";
import { ServerCall } from "../server_call.ts";
import { CONNECTION_WINDOW, FRAME_SIZE, HEADER_LIMIT, MAX_STREAMS } from "../tuning.ts";
import { SERVER_RECEIVE_BUDGET, STREAM_WINDOW } from "../tuning.ts";
import { forwardCall } from "./forward_call.ts";
import { PrivateListener } from "../../platform/private_listener.ts";
import { sessionFault } from "./session_error.ts";
import { READY, TESTING } from "./session_fields.ts";
import type { Upstream } from "./upstream.ts";

/** Largest request of the control service, bytes. */
const CONTROL_LIMIT = 4096;

/** Options of {@linkcode SessionListener}. */
export interface SessionOptions {
  readonly folder: string;
  /** Name of the socket. */
  readonly name: string;
  readonly upstream: Upstream;
  /** Called when a call starts; the result is called when it has ended. */
  callStarted(): () => void;
  /** Receives unexpected exceptions, each of which has ended one call or client. */
  report(error: unknown): void;
}

/** A socket of a session and its clients. */
export class SessionListener {
  readonly #options: SessionOptions;
  readonly #listener: PrivateListener;
  readonly #clients = new Set<Connection>();
  readonly #budget = new ReceiveBudget(SERVER_RECEIVE_BUDGET);

  constructor(options: SessionOptions) {
    const { folder, name } = options;
    this.#options = options;
    this.#listener = new PrivateListener(folder, name, (conn) => {
      this.#accept(conn).catch((error: unknown) => {
        // Without a fault of its connection, such as a client that is gone, it is a bug.
        if (sessionFault(error) === undefined) options.report(error);
        conn.close();
      });
    });
  }

  get path(): string {
    return this.#listener.path;
  }

  /** Whether the socket is still the one that this listener has created. */
  get isInPlace(): boolean {
    return this.#listener.isInPlace;
  }

  /** Stops listening, removes the socket, and lets the calls in progress end. */
  shutdown(): void {
    this.#listener.close();
    for (const client of this.#clients) client.shutdown();
  }

  /** Stops listening and closes the connections of all clients. */
  destroy(): void {
    this.shutdown();
    for (const client of this.#clients) client.destroy();
  }

  /** Serves a client once the endpoint has responded; closes the connection without that. */
  async #accept(conn: Deno.UnixConn): Promise<void> {
    const { upstream, report } = this.#options;
    if (!upstream.isFresh && upstream.isUsable) await conn.write(TESTING);
    if (await upstream.acquire() === undefined || this.#listener.isClosed) return conn.close();
    await conn.write(READY);
    if (this.#listener.isClosed) return conn.close();
    const connection: Connection = new Connection(...serverConnection(conn, {
      onStream: (call, fields) => {
        const ended = this.#options.callStarted();
        const acquire = async () => {
          const usable = await upstream.acquire();
          if (usable === undefined) connection.shutdown();
          return usable;
        };
        void forwardCall(call, fields, { budget: this.#budget, acquire, report }).finally(ended);
      },
      onClose: () => this.#clients.delete(connection),
      onInternalError: report,
    }));
    this.#clients.add(connection);
  }
}

/** Serves the control service of a session: each method answers with JSON. */
export function serveControl(
  folder: string,
  name: string,
  answer: (method: string) => Promise<unknown>,
  report: (error: unknown) => void,
): PrivateListener {
  return new PrivateListener(folder, name, (conn) => {
    const connection = new Connection(...serverConnection(conn, {
      onStream: (stream, fields) => {
        const call = new ServerCall(stream, fields, {
          peer: { address: "", port: 0, certificate: undefined },
          receiveLimit: CONTROL_LIMIT,
          abortConnection: () => connection.destroy(),
          onInternalError: report,
        });
        call.run(async ({ path }) => {
          const method = path.slice(path.lastIndexOf("/") + 1);
          return new TextEncoder().encode(JSON.stringify(await answer(method)));
        }).catch((error: unknown) => {
          report(error);
          connection.destroy();
        });
      },
      onInternalError: report,
    }));
  });
}

/** Returns the arguments of a server's connection over a Unix socket. */
function serverConnection(
  conn: Deno.UnixConn,
  options: Pick<ConnectionOptions, "onStream" | "onClose" | "onInternalError">,
): [ConnStream, ConnectionOptions] {
  const stream = new ConnStream(conn);
  return [stream, {
    role: "server",
    source: stream,
    streamWindow: STREAM_WINDOW,
    connectionWindow: CONNECTION_WINDOW,
    receiveBudget: SERVER_RECEIVE_BUDGET,
    frameSize: FRAME_SIZE,
    headerLimit: HEADER_LIMIT,
    maxStreams: MAX_STREAMS,
    ...options,
  }];
}
