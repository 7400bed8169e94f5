/**
 * The connection of a session to one endpoint.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import type { Connection } from "../http2/connection.ts";
import { closedError } from "../http2/errors.ts";
import { isAnswered, isWithin } from "./test_connection.ts";

/**
 * Time after received data in which a connection needs no test, milliseconds. After it, also when
 * the machine was suspended or its clock set, a ping precedes the call. Pings at fixed times are no
 * alternative: servers built on grpc-go close an idle connection at the third.
 */
const FRESH_MS = 15_000;

/** Time limit of the answer to a ping, besides two round trips, milliseconds. */
const PING_MS = 100;

/**
 * Age at which a connection is replaced, milliseconds: the new one verifies the certificate of the
 * server, which may have been revoked or expired.
 */
const MAX_AGE_MS = 3600_000;

/** Options of {@linkcode Upstream}. */
export interface UpstreamOptions {
  /** Connects to the endpoint and verifies its identity. */
  dial(): Promise<Connection>;
  readonly clock: Clock;
  /** Time limit of the first answer to a ping, milliseconds. */
  readonly answerMs: number;
  /** Creates the error of an endpoint that does not answer it. */
  unanswered(): Error;
}

/** Connects when a client needs it, and never lets a client wait for that. */
export class Upstream {
  readonly #options: UpstreamOptions;
  #connection: Connection | undefined;
  #connectedAt = 0;
  /** Time of the first answer to a ping, milliseconds. */
  #roundTripMs = 0;
  #connecting: Promise<void> | undefined;
  #probing: Promise<boolean> | undefined;
  #isClosed = false;

  constructor(options: UpstreamOptions) {
    this.#options = options;
  }

  /** Whether a call could be sent. */
  get isUsable(): boolean {
    return this.#connection?.isUsable ?? false;
  }

  /** Whether the endpoint has sent data a moment ago. */
  get isFresh(): boolean {
    const { clock } = this.#options;
    return isWithin(clock.now() - (this.#connection?.receivedAt ?? 0), FRESH_MS);
  }

  /**
   * Connects, unless a connection is usable.
   *
   * @throws {OsctlError} of kind `connection` or `input`.
   */
  connect(): Promise<void> {
    if (this.isUsable) return Promise.resolve();
    return this.#connecting ??= this.#connect().finally(() => this.#connecting = undefined);
  }

  /** Connects in the background. */
  wake(): void {
    // The next client tries again, and connects itself until then.
    this.connect().catch(() => {});
  }

  /** Returns a connection that has just been in use or answered a ping; undefined without one. */
  async acquire(): Promise<Connection | undefined> {
    const connection = this.#connection;
    if (connection === undefined || !connection.isUsable) {
      this.wake();
      return undefined;
    }
    if (this.isFresh) return connection;
    if (!isWithin(this.#options.clock.now() - this.#connectedAt, MAX_AGE_MS)) {
      this.#connection = undefined;
      connection.shutdown();
      this.wake();
      return undefined;
    }
    this.#probing ??= this.#probe(connection).finally(() => this.#probing = undefined);
    if (await this.#probing) return connection.isUsable ? connection : undefined;
    connection.destroy(closedError("no response to a ping"));
    this.wake();
    return undefined;
  }

  /** Closes the connection when its calls have ended, or at once. */
  close(how: "graceful" | "immediate"): void {
    this.#isClosed = true;
    if (how === "graceful") this.#connection?.shutdown();
    else this.#connection?.destroy();
  }

  async #connect(): Promise<void> {
    const { clock, answerMs } = this.#options;
    const connection = await this.#options.dial();
    const startedAt = clock.now();
    if (!await isAnswered(connection, answerMs, clock)) {
      connection.destroy();
      throw this.#options.unanswered();
    }
    this.#connectedAt = clock.now();
    this.#roundTripMs = Math.max(0, this.#connectedAt - startedAt);
    if (this.#isClosed) return connection.destroy();
    this.#connection = connection;
  }

  #probe(connection: Connection): Promise<boolean> {
    const limit = PING_MS + 2 * this.#roundTripMs;
    return isAnswered(connection, limit, this.#options.clock);
  }
}
