/**
 * Streams of several nodes, consumed in the order in which the nodes were specified.
 *
 * @module
 */
import { type NodeFailure, OsctlError } from "../errors.ts";

/** Options of {@linkcode readInOrder}. */
export interface ReadInOrderOptions<T> {
  /** Opens the stream of a node; the signal ends it. */
  open(node: string, signal: AbortSignal): AsyncIterable<T>;
  /** Handles a value. A returned promise is awaited before the next one. */
  take(node: string, value: T): Promise<void> | undefined;
  /** Attributes an error to a node. */
  toNodeFailure(node: string, error: OsctlError): NodeFailure;
  /** Receives the errors of streams. */
  failures: NodeFailure[];
}

/**
 * Starts all streams at once and passes their values to `take` node by node. Back-pressure holds back
 * the streams of later nodes. Values received before an error or an interruption are still passed on;
 * the error is then recorded and the next node follows.
 *
 * @throws The interruption when no value was received; errors of `take`.
 */
export async function readInOrder<T>(
  nodes: readonly string[],
  { open, take, toNodeFailure, failures }: ReadInOrderOptions<T>,
): Promise<void> {
  const finished = new AbortController();
  const streams = nodes.map((node) => {
    const iterator = open(node, finished.signal)[Symbol.asyncIterator]();
    const first = iterator.next();
    // Handled below, when it is this node's turn.
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
          failures.push(toNodeFailure(node, error));
          break;
        }
        if (result.done) break;
        isEmpty = false;
        const written = take(node, result.value);
        if (written) await written;
        next = iterator.next();
      }
    }
    if (isEmpty && interruption !== undefined) throw interruption;
  } finally {
    finished.abort(new OsctlError("cancelled", "the stream has no reader any more"));
    await Promise.allSettled(streams.map(({ iterator }) => iterator.return?.()));
  }
}
