/**
 * Several nodes' streams as one, in the order of arrival.
 *
 * @module
 */
import { type NodeFailure, OsctlError } from "../errors.ts";
import type { NodeValue } from "./collect.ts";
import { failureOf } from "./node_error.ts";

/** A value that waits to be taken; taking it lets its stream go on. */
interface Parcel<T> extends NodeValue<T> {
  take(): void;
}

/**
 * Reads the streams of several nodes side by side. A stream is asked for its next value only when
 * its last one was taken, so a slow reader slows every node down and nothing piles up. A node that
 * fails is added to `failures`; the others go on. Leaving the loop ends every stream.
 *
 * @param open Opens one node's stream, which ends when the signal is aborted.
 * @throws What is no failure of a node: the user's filter to stop, or a bug.
 */
export async function* mergeStreams<T>(
  nodes: readonly string[],
  open: (node: string, signal: AbortSignal) => AsyncIterable<T>,
  failures: { push(failure: NodeFailure): unknown },
): AsyncGenerator<NodeValue<T>, void, undefined> {
  const [only] = nodes;
  if (only !== undefined && nodes.length === 1) {
    yield* alone(only, open, failures);
    return;
  }
  const left = new AbortController();
  const parcels: Parcel<T>[] = [];
  let running = nodes.length;
  let fatal: { error: unknown } | undefined;
  let wake = () => {};

  const pump = async (node: string) => {
    try {
      for await (const value of open(node, left.signal)) {
        await new Promise<void>((take) => {
          parcels.push({ node, value, take });
          wake();
        });
        if (left.signal.aborted) return;
      }
    } catch (error) {
      // An error after the consumer has left is not a failure of the node.
      if (left.signal.aborted) return;
      if (error instanceof OsctlError && error.kind !== "cancelled") {
        failures.push(failureOf(node, error));
      } else fatal ??= { error };
    } finally {
      running--;
      wake();
    }
  };

  const pumps = nodes.map(pump);
  try {
    while (true) {
      const parcel = parcels.shift();
      if (parcel !== undefined) {
        try {
          yield { node: parcel.node, value: parcel.value };
        } finally {
          parcel.take();
        }
        continue;
      }
      if (fatal !== undefined) throw fatal.error;
      if (running === 0) return;
      await new Promise<void>((resolve) => wake = resolve);
    }
  } finally {
    left.abort(new OsctlError("cancelled", "the consumer has left"));
    for (const parcel of parcels) parcel.take();
    await Promise.all(pumps);
  }
}

/** The same for a single node, whose values need not wait for each other. */
async function* alone<T>(
  node: string,
  open: (node: string, signal: AbortSignal) => AsyncIterable<T>,
  failures: { push(failure: NodeFailure): unknown },
): AsyncGenerator<NodeValue<T>, void, undefined> {
  // Leaving the loop ends the stream.
  const { signal } = new AbortController();
  try {
    for await (const value of open(node, signal)) yield { node, value };
  } catch (error) {
    if (!(error instanceof OsctlError) || error.kind === "cancelled") throw error;
    failures.push(failureOf(node, error));
  }
}
