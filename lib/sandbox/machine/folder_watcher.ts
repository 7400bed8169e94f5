/**
 * Change notification for a folder.
 *
 * @module
 */

/** Polling interval when the system cannot watch the folder, milliseconds. */
const POLL_MS = 500;

/** Watches one folder from construction until it is closed. */
export class FolderWatcher {
  #watcher: Deno.FsWatcher | undefined;
  #changed = false;
  #wake: () => void = () => {};
  #timer: ReturnType<typeof setInterval> | undefined;
  #ended: Promise<void> = Promise.resolve();

  /** @param watch watch function; replaced in tests. */
  constructor(folder: string, watch: typeof Deno.watchFs = Deno.watchFs) {
    try {
      this.#watcher = watch(folder, { recursive: false });
      this.#ended = this.#pump(this.#watcher);
    } catch {
      // The inotify limit of the user is reached, or the file system has no notifications.
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
   * Resolves with true when the folder has changed since the last call, and with false when
   * `signal` aborts.
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
