/**
 * Merges the streams of several nodes, in order of arrival.
 *
 * @module
 */
import { type NodeFailure, OsctlError } from "../errors.ts";
import type { NodeValue } from "./collect.ts";
import { toNodeFailure } from "./node_error.ts";

/** A queued value; `take` resumes its stream. */
interface QueuedItem<T> extends NodeValue<T> {
  take(): void;
}

/** Options of {@linkcode mergeStreams}. */
export interface MergeOptions {
  /**
   * Record an interruption as a failure of each node that has not completed, unless nothing was
   * received. For streams that end.
   */
  readonly recordInterruption?: boolean;
}

/**
 * Reads the streams of several nodes in parallel. At most one value per stream is queued, so that a
 * slow consumer applies back-pressure to every node. A failed node is added to `failures`; the others
 * continue. Leaving the loop ends all streams.
 *
 * @param open Opens one node's stream, which ends when the signal is aborted.
 * @throws An interruption by the user, or a bug.
 */
export async function* mergeStreams<T>(
  nodes: readonly string[],
  open: (node: string, signal: AbortSignal) => AsyncIterable<T>,
  failures: { push(failure: NodeFailure): unknown },
  { recordInterruption = false }: MergeOptions = {},
): AsyncGenerator<NodeValue<T>, void, undefined> {
  const [only] = nodes;
  if (only !== undefined && nodes.length === 1) {
    yield* readSingle(only, open, failures, recordInterruption);
    return;
  }
  const left = new AbortController();
  const queue: QueuedItem<T>[] = [];
  let running = nodes.length;
  let fatal: { error: unknown } | undefined;
  let interruption: OsctlError | undefined;
  let isEmpty = true;
  let wake = () => {};

  const pump = async (node: string) => {
    try {
      for await (const value of open(node, left.signal)) {
        await new Promise<void>((take) => {
          queue.push({ node, value, take });
          wake();
        });
        if (left.signal.aborted) return;
      }
    } catch (error) {
      // An error after the consumer left is not a failure of the node.
      if (left.signal.aborted) return;
      const isInterruption = error instanceof OsctlError && error.kind === "cancelled";
      if (!(error instanceof OsctlError) || (isInterruption && !recordInterruption)) {
        fatal ??= { error };
        return;
      }
      if (isInterruption) interruption ??= error;
      else isEmpty = false;
      failures.push(toNodeFailure(node, error));
    } finally {
      running--;
      wake();
    }
  };

  const pumps = nodes.map(pump);
  try {
    while (true) {
      const item = queue.shift();
      if (item !== undefined) {
        isEmpty = false;
        try {
          yield { node: item.node, value: item.value };
        } finally {
          item.take();
        }
        continue;
      }
      if (fatal !== undefined) throw fatal.error;
      if (running === 0) {
        if (isEmpty && interruption !== undefined) throw interruption;
        return;
      }
      await new Promise<void>((resolve) => wake = resolve);
    }
  } finally {
    left.abort(new OsctlError("cancelled", "the stream has no consumer"));
    for (const item of queue) item.take();
    await Promise.all(pumps);
  }
}

/** Reads the stream of a single node, without a queue. */
async function* readSingle<T>(
  node: string,
  open: (node: string, signal: AbortSignal) => AsyncIterable<T>,
  failures: { push(failure: NodeFailure): unknown },
  recordInterruption: boolean,
): AsyncGenerator<NodeValue<T>, void, undefined> {
  // Leaving the loop ends the stream.
  const { signal } = new AbortController();
  let isEmpty = true;
  try {
    for await (const value of open(node, signal)) {
      isEmpty = false;
      yield { node, value };
    }
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    if (error.kind === "cancelled" && (isEmpty || !recordInterruption)) throw error;
    failures.push(toNodeFailure(node, error));
  }
}
