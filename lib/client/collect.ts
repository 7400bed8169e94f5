/**
 * Values and failures of per-node results.
 *
 * @module
 */
import { MultiNodeError, type NodeFailure } from "../errors.ts";
import { getMessage } from "./get_message.ts";
import { getMetadataError } from "./node_error.ts";
import type { Method } from "../rpc/types.ts";
import type { Envelope, NodeCallOptions, NodeClient, NodeResult } from "./types.ts";

/** One node's value. */
export interface NodeValue<T> {
  readonly node: string;
  readonly value: T;
}

/** Separates values from failures, each in the order of the nodes. */
export function splitResults<T>(
  results: readonly NodeResult<T>[],
): { values: NodeValue<T>[]; failures: NodeFailure[] } {
  const values: NodeValue<T>[] = [];
  const failures: NodeFailure[] = [];
  for (const { node, value, error } of results) {
    if (error === undefined) values.push({ node, value });
    else failures.push({ node, error });
  }
  return { values, failures };
}

/**
 * Throws failures, after the values are printed.
 *
 * @throws {MultiNodeError} when there are any.
 */
export function throwFailures(failures: readonly NodeFailure[]): void {
  if (failures.length > 0) throw new MultiNodeError(failures);
}

/**
 * Checks the results of a call without output.
 *
 * @throws {MultiNodeError} when any node failed.
 */
export function requireSuccess(results: readonly NodeResult<unknown>[]): void {
  throwFailures(splitResults(results).failures);
}

/**
 * Calls a unary method of one node and returns its message.
 *
 * @throws {OsctlError} also for an error in the message.
 */
export async function callNode<Req, Message>(
  client: NodeClient,
  method: Method<Req, Envelope<Message>>,
  request: Req,
  node: string,
  options: NodeCallOptions = {},
): Promise<Message> {
  return getMessage(await client.plainCall(method, request, node, options));
}

/** A chunk of a byte stream (`common.Data`). */
export interface DataMessage {
  readonly bytes?: Uint8Array | null;
}

/**
 * Yields the bytes of a `common.Data` stream, without empty chunks.
 *
 * @throws {OsctlError} an error in a message, after the bytes of that message.
 */
export async function* toByteStream(
  stream: AsyncIterable<DataMessage>,
): AsyncGenerator<Uint8Array> {
  for await (const message of stream) {
    if (message.bytes && message.bytes.length > 0) yield message.bytes;
    const error = getMetadataError(message);
    if (error !== undefined) throw error;
  }
}
