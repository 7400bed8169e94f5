/**
 * Back-pressure for TLS: `node:tls` on Deno 2.9.6 reads from the network without limit while its
 * socket is paused.
 *
 * @module
 */
import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/** Stops and continues reading from the network. */
export interface Gate {
  /** Stops reading; data that has been read still arrives. */
  hold(): void;
  release(): void;
}

const GATES = new WeakMap<object, Gate>();

/** Returns the gate of a connection; one without effect for a connection that has none. */
export function gateOf(socket: object | null): Gate {
  return (socket === null ? undefined : GATES.get(socket)) ?? { hold() {}, release() {} };
}

/** Registers the gate of a TLS socket on top of a gated socket. */
export function inheritGate(socket: object, from: GatedSocket): void {
  GATES.set(socket, from);
}

/** A connected TCP socket whose reads can be stopped, as transport of TLS. */
export class GatedSocket extends Duplex implements Gate {
  readonly #socket: Socket;
  #isHeld = false;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on("data", (chunk) => {
      if (!this.push(chunk) || this.#isHeld) socket.pause();
    });
    socket.on("end", () => this.push(null));
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
  }

  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#socket.resume();
  }

  override _read(): void {
    if (!this.#isHeld) this.#socket.resume();
  }

  override _write(
    chunk: Uint8Array,
    _encoding: string,
    done: (error?: Error | null) => void,
  ): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
