/**
 * Several nodes' streams, printed in the order the nodes were named.
 *
 * @module
 */
import { type NodeFailure, OsctlError } from "../errors.ts";

/** What {@linkcode readInOrder} does with values and failures. */
export interface ReadInOrderOptions<T> {
  /** Opens one node's stream, which ends when the signal is aborted. */
  open(node: string, signal: AbortSignal): AsyncIterable<T>;
  /** Gets each value; a promise it returns is awaited. */
  take(node: string, value: T): Promise<void> | undefined;
  /** Says which node's failure an error is. */
  failureOf(node: string, error: OsctlError): NodeFailure;
  /** Where failures go, beside those that `take` finds in values. */
  failures: NodeFailure[];
}

/**
 * Starts every stream at once and hands their values on node by node, in the order given; a stream
 * whose turn has not come is held back by its own back-pressure. A node that fails keeps what it
 * sent so far, and the next one follows. After an interruption every node keeps what has arrived
 * from it, and the interruption is its failure.
 *
 * @throws The interruption when nothing has arrived; a failed write, or a bug.
 */
export async function readInOrder<T>(
  nodes: readonly string[],
  { open, take, failureOf, failures }: ReadInOrderOptions<T>,
): Promise<void> {
  const left = new AbortController();
  const streams = nodes.map((node) => {
    const iterator = open(node, left.signal)[Symbol.asyncIterator]();
    const first = iterator.next();
    // Its failure is met when its turn comes.
    first.catch(() => {});
    return { node, iterator, first };
  });
  let interruption: OsctlError | undefined;
  let isEmpty = true;
  try {
    for (const { node, iterator, first } of streams) {
      let next = first;
      while (true) {
        let result: IteratorResult<T>;
        try {
          result = await next;
        } catch (error) {
          if (!(error instanceof OsctlError)) throw error;
          if (error.kind === "cancelled") interruption ??= error;
          else isEmpty = false;
          failures.push(failureOf(node, error));
          break;
        }
        if (result.done) break;
        isEmpty = false;
        const busy = take(node, result.value);
        if (busy) await busy;
        next = iterator.next();
      }
    }
    if (isEmpty && interruption !== undefined) throw interruption;
  } finally {
    left.abort(new OsctlError("cancelled", "nobody reads the stream any more"));
    await Promise.allSettled(streams.map(({ iterator }) => iterator.return?.()));
  }
}
