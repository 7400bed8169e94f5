/**
 * Observable values of a running node.
 *
 * @module
 */

/** A value with change listeners. */
export class LiveValue<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** Changes the value and calls all listeners. */
  set(value: T): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
