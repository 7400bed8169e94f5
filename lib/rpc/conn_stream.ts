/**
 * A byte stream over a TLS or Unix connection of the runtime.
 *
 * @module
 */
import type { ByteSource, ByteStream } from "./http2/byte_stream.ts";

/** The part of a connection of the runtime that a stream uses. */
type RuntimeConn = Pick<Deno.Conn, "read" | "write" | "closeWrite" | "close">;

/** Bytes of one read; the runtime decrypts no more at once. */
const READ_SIZE = 64 * 1024;

/** Listeners by event. */
interface Events {
  data: (chunk: Uint8Array) => void;
  error: (error: Error) => void;
  end: () => void;
  close: () => void;
}

/** A connection of the runtime with the events of Node's sockets. Reads after {@linkcode forward}. */
export class ConnStream implements ByteStream, ByteSource {
  readonly #conn: RuntimeConn;
  readonly #listeners: { [Name in keyof Events]: Events[Name][] } = {
    data: [],
    error: [],
    end: [],
    close: [],
  };
  readonly #writes: { bytes: Uint8Array; written: () => void }[] = [];
  #isWriting = false;
  #onClosed: (() => void) | undefined;
  #isDestroyed = false;
  /** Pending while the stream is paused. */
  #pause: PromiseWithResolvers<void> | undefined;

  constructor(conn: RuntimeConn) {
    this.#conn = conn;
  }

  get destroyed(): boolean {
    return this.#isDestroyed;
  }

  on<Name extends keyof Events>(event: Name, listener: Events[Name]): this {
    this.#listeners[event].push(listener);
    return this;
  }

  once(event: "close", listener: () => void): this {
    // The stream closes once.
    return this.on(event, listener);
  }

  forward(receive: (chunk: Uint8Array) => void): void {
    void this.#read(receive);
  }

  pause(): this {
    this.#pause ??= Promise.withResolvers();
    return this;
  }

  resume(): this {
    this.#pause?.resolve();
    this.#pause = undefined;
    return this;
  }

  write(bytes: Uint8Array, written: () => void): boolean {
    this.#writes.push({ bytes, written });
    if (!this.#isWriting) void this.#writeAll();
    return true;
  }

  end(closed: () => void): this {
    this.#onClosed = closed;
    if (!this.#isWriting) void this.#writeAll();
    return this;
  }

  destroy(): this {
    if (this.#isDestroyed) return this;
    this.#isDestroyed = true;
    this.#writes.length = 0;
    this.#conn.close();
    this.resume();
    for (const listener of this.#listeners.close) listener();
    return this;
  }

  async #read(receive: (chunk: Uint8Array) => void): Promise<void> {
    const buffer = new Uint8Array(READ_SIZE);
    for (;;) {
      await this.#pause?.promise;
      if (this.#isDestroyed) return;
      let length: number | null;
      try {
        length = await this.#conn.read(buffer);
      } catch (error) {
        // A peer that closes TCP without close_notify is an end too: HTTP/2 detects truncation.
        if (!(error instanceof Deno.errors.UnexpectedEof)) return this.#fail(error);
        length = null;
      }
      if (this.#isDestroyed) return;
      if (length === null) {
        for (const listener of this.#listeners.end) listener();
        return;
      }
      receive(buffer.subarray(0, length));
    }
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    try {
      for (let next = this.#writes.shift(); next !== undefined; next = this.#writes.shift()) {
        for (let rest = next.bytes; rest.length > 0;) {
          rest = rest.subarray(await this.#conn.write(rest));
        }
        next.written();
      }
      if (this.#onClosed !== undefined && !this.#isDestroyed) {
        await this.#conn.closeWrite();
        this.#onClosed();
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isWriting = false;
    }
  }

  #fail(error: unknown): void {
    // Operations that were pending when the stream was destroyed fail.
    if (this.#isDestroyed) return;
    const failure = error instanceof Error ? error : new Error(String(error));
    for (const listener of this.#listeners.error) listener(failure);
    this.destroy();
  }
}
