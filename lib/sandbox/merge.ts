/**
 * Several streams as one, and one stream for several readers; both without growing queues.
 *
 * @module
 */

/**
 * The items of all sources in the order they arrive. A source is asked for its next item only when
 * its last one was taken. Leaving the loop ends every source.
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
  const ask = (index: number) => {
    iterators[index]!.next().then(
      (result) => arrived.push({ index, result }),
      (error) => failure ??= { error },
    ).then(() => wake());
  };
  iterators.forEach((_, index) => ask(index));
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
        ask(next.index);
      }
    }
  } finally {
    // A source that is waiting for data ends when its call is cancelled; nobody waits for that here.
    for (const iterator of iterators) iterator.return?.().catch(() => {});
  }
}

/**
 * Copies of one stream for `count` readers that go in step: the next item is fetched when every
 * reader still there asks for it. A reader that does not read must be returned, or all wait for it.
 */
export function broadcast<T>(source: AsyncIterable<T>, count: number): AsyncIterableIterator<T>[] {
  const iterator = source[Symbol.asyncIterator]();
  let present = count;
  let waiting: PromiseWithResolvers<IteratorResult<T>>[] = [];
  const fetchWhenAllWait = () => {
    if (waiting.length < present || present === 0) return;
    const readers = waiting;
    waiting = [];
    iterator.next().then(
      (result) => readers.forEach((reader) => reader.resolve(result)),
      (error) => readers.forEach((reader) => reader.reject(error)),
    );
  };
  return Array.from({ length: count }, () => {
    let here = true;
    const reader: AsyncIterableIterator<T> = {
      next() {
        if (!here) return Promise.resolve({ done: true, value: undefined });
        const turn = Promise.withResolvers<IteratorResult<T>>();
        waiting.push(turn);
        fetchWhenAllWait();
        return turn.promise;
      },
      return() {
        if (here) {
          here = false;
          present--;
          fetchWhenAllWait();
        }
        return Promise.resolve({ done: true, value: undefined });
      },
      [Symbol.asyncIterator]: () => reader,
    };
    return reader;
  });
}
