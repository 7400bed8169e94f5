/**
 * Limits the connections of the servers of a process. A runtime without a free descriptor stops
 * accepting for good, on every port, and reports no error: accepting must never come to that.
 *
 * @module
 */
import type { Socket } from "node:net";
import type { Clock } from "../platform/system.ts";

/** Limits of {@linkcode ConnectionLimit}. */
export interface ConnectionLimits {
  readonly clock: Clock;
  /** Most connections at a time. */
  readonly connections: number;
  /** Most connections at a time whose client is not authenticated yet. */
  readonly pending: number;
  /** Time limit of the authentication, milliseconds. */
  readonly pendingMs: number;
  /** Most connections at a time whose client needs no certificate. */
  readonly anonymous: number;
}

/** The connections of one or several servers. */
export class ConnectionLimit {
  readonly #limits: ConnectionLimits;
  /** Open connections. */
  #count = 0;
  /** Those whose client is not authenticated, the oldest first, and how to end their timers. */
  readonly #pending = new Map<Socket, () => void>();
  /** Those whose client needs no certificate, the oldest first. */
  readonly #anonymous = new Set<Socket>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /**
   * Adds an accepted TCP connection. When there are too many, the oldest without authentication gives
   * way, or the new one is closed.
   */
  add(socket: Socket): void {
    const { clock, connections, pending, pendingMs } = this.#limits;
    this.#count++;
    const stopTimer = clock.after(pendingMs, () => this.#close(socket));
    this.#pending.set(socket, stopTimer);
    socket.once("close", () => {
      this.#count--;
      this.#forget(socket);
    });
    const [oldest] = this.#pending.keys();
    if (this.#count > connections || this.#pending.size > pending) this.#close(oldest!);
  }

  /** Records that the client of a connection is authenticated. */
  authenticated(socket: Socket): void {
    this.#forget(socket);
  }

  /**
   * Records that a connection is admitted without a certificate of its client. When there are too
   * many, the oldest of them gives way.
   */
  admitted(socket: Socket): void {
    this.#forget(socket);
    if (socket.destroyed) return;
    this.#anonymous.add(socket);
    const [oldest] = this.#anonymous;
    if (this.#anonymous.size > this.#limits.anonymous) this.#close(oldest!);
  }

  #close(socket: Socket): void {
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    this.#pending.get(socket)?.();
    this.#pending.delete(socket);
    this.#anonymous.delete(socket);
  }
}
