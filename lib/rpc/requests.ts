/**
 * The request messages of one call, and their replay for gRPC's transparent retry.
 *
 * @module
 */
import type { ClientCall } from "./client_call.ts";

/** Sent messages retained for a retry, bytes; a call that has sent more is not retried. */
const REPLAY_LIMIT = 256 * 1024;

/** The requests of one call. */
export interface Requests {
  /** Whether {@linkcode sendTo} can send all requests again. */
  readonly isReplayable: boolean;
  /**
   * Sends the requests, from the first one, until the call ends. Never rejects: an error of the
   * source cancels the call; any other error is the call's status.
   */
  sendTo(call: ClientCall): Promise<void>;
  /** Closes the source of the requests, without waiting for a read in progress. */
  close(): Promise<void>;
}

/** The request of a unary or server-streaming call. */
export class SingleRequest implements Requests {
  readonly isReplayable = true;
  readonly #message: Uint8Array;

  constructor(message: Uint8Array) {
    this.#message = message;
  }

  async sendTo(call: ClientCall): Promise<void> {
    try {
      await call.send(this.#message, true);
    } catch (error) {
      if (!call.isClosed) call.cancel(error);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The requests of a client-streaming call, read from their source under back-pressure. */
export class RequestStream<Req> implements Requests {
  readonly #source: AsyncIterator<Req, unknown>;
  readonly #encode: (request: Req) => Uint8Array;
  /** The first messages of the source; undefined once they exceed {@linkcode REPLAY_LIMIT}. */
  #sent: Uint8Array[] | undefined = [];
  #sentSize = 0;
  /** A read whose message was not sent yet. */
  #pending: Promise<IteratorResult<Req, unknown>> | undefined;
  #isReading = false;
  #isDone = false;

  constructor(requests: AsyncIterable<Req>, encode: (request: Req) => Uint8Array) {
    this.#source = requests[Symbol.asyncIterator]();
    this.#encode = encode;
  }

  get isReplayable(): boolean {
    return this.#sent !== undefined;
  }

  async sendTo(call: ClientCall): Promise<void> {
    try {
      call.flush();
      await call.accepted;
      for (const message of this.#sent ?? []) await call.send(message, false);
      for (;;) {
        const next = await this.#read();
        // The message stays pending for a retry.
        if (call.isClosed) return;
        this.#pending = undefined;
        if (next.done) break;
        const message = this.#encode(next.value);
        this.#retain(message);
        await call.send(message, false);
      }
      await call.sendEnd();
    } catch (error) {
      if (!call.isClosed) call.cancel(error);
    }
  }

  async close(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    const closing = this.#source.return?.();
    // The outcome of the call is known; an error of the source must not replace it.
    const closed = Promise.resolve(closing).catch(() => {});
    if (!this.#isReading) await closed;
  }

  #read(): Promise<IteratorResult<Req, unknown>> {
    if (this.#isDone && this.#pending === undefined) {
      return Promise.resolve({ done: true, value: undefined });
    }
    if (this.#pending === undefined) {
      this.#isReading = true;
      this.#pending = this.#source.next().then((next) => {
        if (next.done) this.#isDone = true;
        return next;
      }, (error) => {
        this.#isDone = true;
        throw error;
      }).finally(() => this.#isReading = false);
    }
    return this.#pending;
  }

  #retain(message: Uint8Array): void {
    this.#sentSize += message.length;
    if (this.#sentSize > REPLAY_LIMIT) this.#sent = undefined;
    else this.#sent?.push(message.slice());
  }
}
