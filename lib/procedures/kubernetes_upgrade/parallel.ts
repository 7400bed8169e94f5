/**
 * Runs a task for each of several items, a limited number at the same time.
 *
 * @module
 */

/**
 * Returns the results in the order of the items. After a failure no further item starts; the first
 * error is thrown when those that run have ended.
 */
export async function bounded<T, R>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let failure: { readonly error: unknown } | undefined;
  let next = 0;
  const work = async () => {
    while (next < items.length && failure === undefined) {
      const index = next++;
      try {
        results[index] = await run(items[index]!);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  if (failure !== undefined) throw failure.error;
  return results;
}
