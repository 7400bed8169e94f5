/**
 * The wall clock.
 *
 * @module
 */
import type { Clock } from "./system.ts";

/** Longest delay of a timer of the runtime, milliseconds (24.8 days); a longer one fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * The first timers of a process come from `AbortSignal`: `setTimeout` loads 25 modules of the
 * runtime, 5 ms of CPU. A cancelled one stays in memory until its time, so that their number is
 * limited.
 */
let signalTimers = 64;

/** The system's time and timers. */
export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    if (ms <= MAX_DELAY_MS && signalTimers > 0) {
      signalTimers--;
      return startSignalTimer(ms, callback);
    }
    let timer: ReturnType<typeof setTimeout>;
    const schedule = (left: number) => {
      timer = left > MAX_DELAY_MS
        ? setTimeout(() => schedule(left - MAX_DELAY_MS), MAX_DELAY_MS)
        : setTimeout(callback, left);
    };
    schedule(ms);
    return () => clearTimeout(timer);
  },
};

function startSignalTimer(ms: number, callback: () => void): () => void {
  const signal = AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
  const fire = () => callback();
  signal.addEventListener("abort", fire, { once: true });
  return () => signal.removeEventListener("abort", fire);
}
