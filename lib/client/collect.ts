/**
 * From what nodes answered to what a command prints.
 *
 * @module
 */
import { MultiNodeError, type NodeFailure } from "../errors.ts";
import { errorIn } from "./node_error.ts";
import type { NodeAnswer } from "./types.ts";

/** One node's value. */
export interface NodeValue<T> {
  readonly node: string;
  readonly value: T;
}

/** The nodes that answered and those that failed, each in the order asked. */
export function split<T>(
  answers: readonly NodeAnswer<T>[],
): { values: NodeValue<T>[]; failures: NodeFailure[] } {
  const values: NodeValue<T>[] = [];
  const failures: NodeFailure[] = [];
  for (const answer of answers) {
    if (answer.error === undefined) values.push({ node: answer.node, value: answer.value });
    else failures.push({ node: answer.node, error: answer.error });
  }
  return { values, failures };
}

/**
 * Ends a command that has printed what there is.
 *
 * @throws {MultiNodeError} when any node failed.
 */
export function throwFailures(failures: readonly NodeFailure[]): void {
  if (failures.length > 0) throw new MultiNodeError(failures);
}

/** A part of a byte stream (`common.Data`). */
export interface DataMessage {
  readonly bytes?: Uint8Array | null;
}

/**
 * The bytes of a `common.Data` stream as they arrive, empty parts left out.
 *
 * @throws {OsctlError} when the node reports one, after the bytes that came with it.
 */
export async function* bytesOf(stream: AsyncIterable<DataMessage>): AsyncGenerator<Uint8Array> {
  for await (const message of stream) {
    if (message.bytes && message.bytes.length > 0) yield message.bytes;
    const error = errorIn(message);
    if (error !== undefined) throw error;
  }
}
