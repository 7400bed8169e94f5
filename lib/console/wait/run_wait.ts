/**
 * Runs `wait`: watches the resources of a condition on each node.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { toNodeFailure } from "../../client/node_error.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import { MultiNodeError, type NodeFailure, OsctlError } from "../../errors.ts";
import { createRecordWriter, type View } from "../../output/rows.ts";
import { type RecordOutput, selectFormat } from "../../output/select_format.ts";
import { escapeControls } from "../../output/text.ts";
import {
  documentValue,
  findKinds,
  type Resource,
  ResourceReader,
  watchNode,
} from "../../resource/mod.ts";
import { printTopFinding } from "../diagnosis/top_finding.ts";
import type { ConsoleContext } from "../context.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import { retryNode, type Wait, withLimit } from "../../procedures/waits.ts";
import { type Condition, parseCondition } from "../../procedures/wait/condition.ts";

/** Options of `wait`. */
export interface WaitOptions {
  readonly flags: ConnectionOptions;
  /** Use the maintenance service. */
  readonly insecure: boolean;
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly condition: string;
  /** Namespace of the resources; empty for the default of the type. */
  readonly namespace: string;
  /** Limit, milliseconds. */
  readonly timeoutMs: number;
  readonly output: RecordOutput;
}

/** The outcome of a wait on a node. */
interface WaitOutcome {
  readonly condition: string;
  readonly failure: NodeFailure | undefined;
  /** What was observed last where the condition does not hold. */
  readonly observed: string;
  readonly elapsedMs: number;
}

const FIELDS: View<WaitOutcome>["fields"] = {
  condition: ({ condition }) => condition,
  met: ({ failure }) => failure === undefined,
  observed: ({ failure, observed }) => failure === undefined ? null : observed,
  elapsed: ({ elapsedMs }) => elapsedMs / 1000,
};

/**
 * Waits until a condition holds on all nodes, and prints each, in their order.
 *
 * @throws {MultiNodeError} with what was observed last on the nodes where it does not.
 */
export async function runWait(
  context: ConsoleContext<NodeClient>,
  { flags, insecure, type, id, condition: text, namespace, timeoutMs, output }: WaitOptions,
): Promise<void> {
  const condition = parseCondition(text, { type, id });
  const { clock, stdout, terminal } = context;
  const format = output === "text" ? undefined : await selectFormat(output, {
    view: { fields: FIELDS, name: null },
    terminal: terminal.isTerminal("stdout"),
  });
  await using client = await context.openClient({ connection: flags, insecure });
  const started = clock.now();
  const waits = client.nodes.map(async (node): Promise<WaitOutcome> => {
    let observed = "";
    const limit = {
      failure: `condition "${text}" not met`,
      ms: timeoutMs,
      onReason: (reason: string) => observed = reason,
    };
    const end = (failure: NodeFailure | undefined): WaitOutcome => ({
      condition: condition.text,
      failure,
      observed,
      elapsedMs: clock.now() - started,
    });
    try {
      await withLimit(context, limit, (wait) => {
        wait.report("the node has not responded");
        return awaitOnNode(context, client, node, { condition, namespace, wait });
      });
      return end(undefined);
    } catch (error) {
      context.signal.throwIfAborted();
      const isOfNode = error instanceof OsctlError && error.kind !== "usage" &&
        error.kind !== "input";
      if (!isOfNode) throw error;
      return end(toNodeFailure(node, error));
    }
  });
  const ended = Promise.all(waits);
  const failures: NodeFailure[] = [];
  const writer = format && createRecordWriter(stdout, FIELDS, { format, endless: true });
  for (const [index, node] of client.nodes.entries()) {
    // An error that is not of a node ends the command at once.
    const outcome = await Promise.race([waits[index]!, ended.then(() => waits[index]!)]);
    if (outcome.failure !== undefined) failures.push(outcome.failure);
    if (writer !== undefined) await writer.add(node, outcome);
    else if (outcome.failure === undefined) {
      await stdout.write(`${node}: ${escapeControls(condition.text)}\n`);
    }
  }
  await writer?.end();
  if (failures.length === 0) return;
  if (!insecure) await printTopFinding(context, client, flags);
  throw new MultiNodeError(failures);
}

interface NodeWait {
  readonly condition: Condition;
  readonly namespace: string;
  readonly wait: Wait;
}

/** Returns when the condition holds on a node; follows it through restarts. */
async function awaitOnNode(
  { clock, env }: ConsoleContext<NodeClient>,
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
