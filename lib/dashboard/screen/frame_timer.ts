/**
 * Times frames for changed data, so that many changes take little CPU time.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";

/** Minimum time between two frames for changed data, milliseconds; of few and of many nodes. */
const FRAME_MS = 250;
const SLOW_FRAME_MS = 1000;
const MANY_NODES = 20;
/** Interval at which ages are redrawn without changed data, milliseconds. */
const TICK_MS = 2000;
/** Time between two frames, in multiples of the time that one takes. */
const PAUSE_FACTOR = 30;
/** Delay of the first frames after a pause, which show the first responses, milliseconds. */
const FIRST_MS = 50;

/** Requests frames. */
export class FrameTimer {
  readonly #clock: Clock;
  readonly #draw: () => void;
  #frameMs = FRAME_MS;
  #drawnMs = 0;
  #drawnAt = 0;
  #cancelFrame: (() => void) | undefined;
  #cancelTick = () => {};

  constructor(clock: Clock, draw: () => void) {
    this.#clock = clock;
    this.#draw = draw;
  }

  /** Starts the redraws of ages. */
  start(nodes: number): void {
    this.#frameMs = nodes > MANY_NODES ? SLOW_FRAME_MS : FRAME_MS;
    this.#tick();
  }

  /** Draws soon, after changed data. */
  request(): void {
    if (this.#cancelFrame !== undefined) return;
    const pauseMs = Math.max(this.#frameMs, this.#drawnMs * PAUSE_FACTOR);
    const left = Math.max(this.#drawnAt + pauseMs - this.#clock.now(), FIRST_MS);
    this.#cancelFrame = this.#clock.after(left, () => this.#frame());
  }

  /** Records the time that a frame took, milliseconds. */
  drawn(ms: number): void {
    this.#drawnMs = ms;
  }

  #frame(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    this.#drawnAt = this.#clock.now();
    this.#tick();
    this.#draw();
  }

  #tick(): void {
    this.#cancelTick();
    this.#cancelTick = this.#clock.after(TICK_MS, () => this.#frame());
  }

  /** Ends all redraws. */
  stop(): void {
    this.#cancelFrame?.();
    this.#cancelTick();
  }
}
