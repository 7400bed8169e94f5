/**
 * Runs `wait`: watches the resources of a condition on each node.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { toNodeFailure } from "../../client/node_error.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import { MultiNodeError, type NodeFailure, OsctlError } from "../../errors.ts";
import { escapeControls } from "../../output/text.ts";
import {
  documentValue,
  findKinds,
  type Resource,
  ResourceReader,
  watchNode,
} from "../../resource/mod.ts";
import type { ConnectionOptions, OperationContext } from "../context.ts";
import { retryNode, type Wait, withLimit } from "../waits.ts";
import { type Condition, parseCondition } from "./condition.ts";

/** Options of `wait`. */
export interface WaitOptions {
  readonly flags: ConnectionOptions;
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly condition: string;
  /** Namespace of the resources; empty for the default of the type. */
  readonly namespace: string;
  /** Limit, milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Waits until a condition holds on all nodes, and prints each, in their order.
 *
 * @throws {MultiNodeError} with what was observed last on the nodes where it does not.
 */
export async function runWait(
  context: OperationContext<NodeClient>,
  { flags, type, id, condition: text, namespace, timeoutMs }: WaitOptions,
): Promise<void> {
  const condition = parseCondition(text, { type, id });
  await using client = await context.openClient({ flags });
  const waits = client.nodes.map(async (node): Promise<NodeFailure | undefined> => {
    const limit = { failure: `condition "${text}" not met`, ms: timeoutMs };
    try {
      await withLimit(context, limit, (wait) => {
        wait.report("the node has not responded");
        return awaitOnNode(context, client, node, { condition, namespace, wait });
      });
      return undefined;
    } catch (error) {
      context.signal.throwIfAborted();
      const isOfNode = error instanceof OsctlError && error.kind !== "usage" &&
        error.kind !== "input";
      if (!isOfNode) throw error;
      return toNodeFailure(node, error);
    }
  });
  const ended = Promise.all(waits);
  const failures: NodeFailure[] = [];
  for (const [index, node] of client.nodes.entries()) {
    // An error that is not of a node ends the command at once.
    const failure = await Promise.race([waits[index]!, ended.then(() => waits[index]!)]);
    if (failure !== undefined) failures.push(failure);
    else await context.stdout.write(`${node}: ${escapeControls(condition.text)}\n`);
  }
  if (failures.length > 0) throw new MultiNodeError(failures);
}

interface NodeWait {
  readonly condition: Condition;
  readonly namespace: string;
  readonly wait: Wait;
}

/** Returns when the condition holds on a node; follows it through restarts. */
async function awaitOnNode(
  { clock, env }: OperationContext<NodeClient>,
  client: NodeClient,
  node: string,
  { condition, namespace, wait }: NodeWait,
): Promise<void> {
  const { callMs } = parseTimeouts(env);
  const { type, id } = condition;
  await retryNode(clock, wait, async (signal) => {
    const reader = new ResourceReader(client, { clock, callMs });
    const [kind] = await findKinds(reader, [type], namespace);
    const resources = new Map<string, Resource>();
    // A watch of one resource has no event at the end of the existing ones.
    let isComplete = id !== undefined;
    const lost = (reason: string) => wait.report(`connection lost: ${reason}`);
    for await (
      const { kind: event, resource } of watchNode(client, node, {
        ...{ kind: kind!, id, clock, callMs, signal, lost },
      })
    ) {
      if (event === "bootstrapped") isComplete = true;
      else if (event === "destroyed") resources.delete(resource.id);
      else resources.set(resource.id, resource);
      if (!isComplete) continue;
      const found = await Promise.all([...resources.values()].map(async (one) => ({
        id: one.id,
        value: await documentValue(one, { node, configAsText: false }),
      })));
      const { isMet, observed } = condition.evaluate(found);
      if (isMet) return;
      wait.report(observed);
    }
  });
}
