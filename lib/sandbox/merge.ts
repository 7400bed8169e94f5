/**
 * Merging and broadcasting of streams with bounded queues.
 *
 * @module
 */

/**
 * Yields the items of all sources in order of arrival. Pulls the next item of a source only after
 * its last one was consumed. Returning early ends all sources.
 */
export async function* interleave<T>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  if (sources.length === 1) {
    yield* sources[0]!;
    return;
  }
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  const arrived: { index: number; result: IteratorResult<T> }[] = [];
  let failure: { error: unknown } | undefined;
  let wake = () => {};
  const pull = (index: number) => {
    iterators[index]!.next().then(
      (result) => arrived.push({ index, result }),
      (error) => failure ??= { error },
    ).then(() => wake());
  };
  iterators.forEach((_, index) => pull(index));
  let open = iterators.length;
  try {
    while (open > 0) {
      if (failure !== undefined) throw failure.error;
      const next = arrived.shift();
      if (next === undefined) {
        await new Promise<void>((resolve) => wake = resolve);
      } else if (next.result.done) {
        open--;
      } else {
        yield next.result.value;
        pull(next.index);
      }
    }
  } finally {
    // A source that waits for data ends later, when its call is canceled; do not await it.
    for (const iterator of iterators) iterator.return?.().catch(() => {});
  }
}

/**
 * Returns `count` readers of one stream in lockstep: the next item is fetched when all active readers
 * request it. A reader that stops must be returned, or it blocks the others.
 */
export function broadcast<T>(source: AsyncIterable<T>, count: number): AsyncIterableIterator<T>[] {
  const iterator = source[Symbol.asyncIterator]();
  let active = count;
  let waiting: PromiseWithResolvers<IteratorResult<T>>[] = [];
  const fetchWhenAllWait = () => {
    if (waiting.length < active || active === 0) return;
    const readers = waiting;
    waiting = [];
    iterator.next().then(
      (result) => readers.forEach((reader) => reader.resolve(result)),
      (error) => readers.forEach((reader) => reader.reject(error)),
    );
  };
  return Array.from({ length: count }, () => {
    let isActive = true;
    const reader: AsyncIterableIterator<T> = {
      next() {
        if (!isActive) return Promise.resolve({ done: true, value: undefined });
        const turn = Promise.withResolvers<IteratorResult<T>>();
        waiting.push(turn);
        fetchWhenAllWait();
        return turn.promise;
      },
      return() {
        if (isActive) {
          isActive = false;
          active--;
          fetchWhenAllWait();
        }
        return Promise.resolve({ done: true, value: undefined });
      },
      [Symbol.asyncIterator]: () => reader,
    };
    return reader;
  });
}
