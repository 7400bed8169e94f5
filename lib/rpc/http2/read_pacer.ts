/**
 * Limits what a connection reads in one turn of the event loop. A read of buffered bytes completes
 * without a turn, so that signals, timers and other connections would wait while the peer sends.
 *
 * @module
 */
import type { ReadControl } from "./byte_stream.ts";

/** What may still be read in this turn. */
export interface Turn {
  /** Frames. */
  frames: number;
}

/** Options of {@linkcode ReadPacer}. */
export interface ReadPacerOptions {
  /** Frames of one turn. */
  readonly frames: number;
  /** Bytes of one turn, with the bytes of a closed connection. */
  readonly bytes: number;
  /** Reads a chunk, counting in `turn`; returns the part that has to wait for the next one. */
  read(chunk: Uint8Array, turn: Turn): Uint8Array;
}

/** Reads a stream, and pauses it after each turn. */
export class ReadPacer {
  readonly #reads: ReadControl;
  readonly #options: ReadPacerOptions;
  /** Chunks of later turns; those read before the pause still arrive. */
  #waiting: Uint8Array[] = [];
  #isPaused = false;
  #turn: Turn;
  #bytes: number;

  constructor(reads: ReadControl, options: ReadPacerOptions) {
    this.#reads = reads;
    this.#options = options;
    this.#turn = { frames: options.frames };
    this.#bytes = options.bytes;
  }

  /** Receives a chunk, which is valid during the call only. */
  receive(chunk: Uint8Array): void {
    if (this.#isPaused) this.#waiting.push(chunk.slice());
    else this.#read(chunk);
  }

  /** Reads everything received at once: the stream has ended. */
  finish(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const chunk of waiting) this.#options.read(chunk, { frames: Infinity });
  }

  #read(chunk: Uint8Array): void {
    const rest = this.#options.read(chunk, this.#turn);
    this.#bytes -= chunk.length;
    if (rest.length === 0 && this.#turn.frames > 0 && this.#bytes > 0) return;
    if (rest.length > 0) this.#waiting.unshift(rest.slice());
    this.#isPaused = true;
    this.#reads.pause();
    // Immediates of Node's run before the runtime polls for events.
    setTimeout(() => this.#startTurn());
  }

  #startTurn(): void {
    this.#isPaused = false;
    this.#turn = { frames: this.#options.frames };
    this.#bytes = this.#options.bytes;
    while (!this.#isPaused) {
      const chunk = this.#waiting.shift();
      if (chunk === undefined) {
        this.#reads.resume();
        return;
      }
      this.#read(chunk);
    }
  }
}
