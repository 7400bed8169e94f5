/**
 * Waits for changes in a folder.
 *
 * @module
 */

/** Milliseconds between two looks where the system cannot watch (its limit is reached). */
const POLL_MS = 500;

/** Notices every change in one folder from its creation on, until closed. */
export class FolderWatch {
  #watcher: Deno.FsWatcher | undefined;
  #changed = false;
  #wake: () => void = () => {};
  #timer: ReturnType<typeof setInterval> | undefined;
  #ended: Promise<void> = Promise.resolve();

  /** @param watch how to watch; replaced in tests. */
  constructor(folder: string, watch: typeof Deno.watchFs = Deno.watchFs) {
    try {
      this.#watcher = watch(folder, { recursive: false });
      this.#ended = this.#pump(this.#watcher);
    } catch {
      // No watches left (inotify has a limit for each user), or none on this file system.
      this.#timer = setInterval(() => this.#notice(), POLL_MS);
    }
  }

  async #pump(watcher: Deno.FsWatcher): Promise<void> {
    for await (const event of watcher) {
      if (event.kind !== "access") this.#notice();
    }
  }

  #notice(): void {
    this.#changed = true;
    this.#wake();
  }

  /**
   * Resolves with true when something changed since the last call, at once if it already has, and
   * with false when `signal` is aborted.
   */
  async next(signal: AbortSignal): Promise<boolean> {
    if (!this.#changed && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = () => resolve();
      this.#wake = wake;
      signal.addEventListener("abort", wake, { once: true });
      await promise;
      signal.removeEventListener("abort", wake);
    }
    this.#changed = false;
    return !signal.aborted;
  }

  /** Stops watching. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#watcher?.close();
    await this.#ended;
  }
}
