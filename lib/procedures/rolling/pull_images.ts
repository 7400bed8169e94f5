/**
 * Pulls an image on all nodes before the first one changes.
 *
 * @module
 */
import { addNodeName, toNodeFailure } from "../../client/node_error.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { pullImage } from "../../node/images/mod.ts";
import { formatCount } from "../../output/text.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import type { Wait } from "../waits.ts";

/** Nodes that pull at the same time: all of them would overload a registry or its mirror. */
const PARALLEL_PULLS = 8;

/**
 * Pulls an image on nodes, several at a time; an image that is present is not pulled again.
 *
 * @returns Nodes that cannot pull before their upgrade does: `ImagePull` exists since v1.5.
 * @throws {OsctlError} of the first node whose pull failed, with its address.
 */
export async function pullOnAll(
  client: NodeClient,
  nodes: readonly string[],
  reference: string,
  { signal, report }: Wait,
): Promise<string[]> {
  const left = [...nodes];
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const without: string[] = [];
  let pulled = 0;
  const pullNext = async (): Promise<void> => {
    for (let node = left.shift(); node !== undefined; node = left.shift()) {
      try {
        const request = { reference, namespace: "system" } as const;
        for await (const _name of pullImage(client, node, request, stop));
        report(`pulled on ${++pulled} of ${formatCount(nodes.length, "node")}`);
      } catch (error) {
        stop.throwIfAborted();
        if (!isUnimplemented(node, error)) throw addNodeName(node, error);
        without.push(node);
      }
    }
  };
  const workers = Array.from(
    { length: Math.min(PARALLEL_PULLS, nodes.length) },
    () =>
      pullNext().catch((error) => {
        failed.abort(error);
        throw error;
      }),
  );
  await Promise.all(workers);
  return without;
}

function isUnimplemented(node: string, failure: unknown): boolean {
  if (!(failure instanceof OsctlError)) return false;
  const { error } = toNodeFailure(node, failure);
  return error instanceof RpcError && error.code === StatusCode.unimplemented;
}
