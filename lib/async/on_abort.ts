/**
 * Callbacks of abort signals.
 *
 * @module
 */

/** A registered callback. */
interface Entry {
  readonly callback: () => void;
}

/** The callbacks of a signal, by its only listener. */
interface Callbacks {
  readonly entries: Set<Entry>;
  readonly listener: () => void;
}

const callbacksOf = new WeakMap<AbortSignal, Callbacks>();

/**
 * Calls `callback` when the signal is aborted; returns a function that removes it. Many callbacks of
 * one signal are cheap: the runtime compares each listener of a signal with all others.
 *
 * @param signal the callback of an aborted one is never called.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { entries, listener } = callbacksOf.getOrInsertComputed(signal, listen);
  const entry = { callback };
  entries.add(entry);
  return () => {
    if (!entries.delete(entry) || entries.size > 0) return;
    signal.removeEventListener("abort", listener);
    callbacksOf.delete(signal);
  };
}

function listen(signal: AbortSignal): Callbacks {
  const entries = new Set<Entry>();
  const listener = () => {
    callbacksOf.delete(signal);
    for (const entry of entries) {
      // A callback may remove others.
      entries.delete(entry);
      entry.callback();
    }
  };
  signal.addEventListener("abort", listener, { once: true });
  return { entries, listener };
}
