/**
 * Waiting for a condition.
 *
 * @module
 */

/** Repeats `check` until it succeeds; rejects with its error after a minute: a busy machine needs long. */
export async function eventually<T>(check: () => Promise<T>): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
