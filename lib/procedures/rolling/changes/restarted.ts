/**
 * Common parts of all changes that restart a node.
 *
 * @module
 */
import type { ChangeState, NodeBaseline, RollingNode } from "../types.ts";
import type { NodeFacts, NodeReader } from "./node_reader.ts";

/** Reads the baseline of a node that restarts. */
export async function readBaseline(
  reader: NodeReader,
  { address }: RollingNode,
  signal: AbortSignal,
): Promise<NodeBaseline> {
  const { bootId, nodeId, version, schematic } = await reader.readFacts(address, signal);
  return { bootId, nodeId, version, schematic, restarts: true };
}

/**
 * Compares a node with its baseline: it has restarted, is the same node, runs and is ready.
 *
 * @param mismatch Returns what the restarted node has that was not requested.
 */
export function compareRestarted(
  { bootId, nodeId, status }: NodeFacts,
  baseline: NodeBaseline,
  mismatch: () => Extract<ChangeState, { kind: "failed" }> | undefined,
): ChangeState {
  if (bootId === baseline.bootId) {
    return { kind: "pending", reason: "the node has not restarted: its boot ID is the same" };
  }
  if (baseline.nodeId !== undefined && nodeId !== undefined && nodeId !== baseline.nodeId) {
    return {
      kind: "failed",
      reason: `a different node responds: node ID "${nodeId}", expected "${baseline.nodeId}"`,
      hint: "check whether the address was assigned to another machine",
    };
  }
  if (status === undefined) return { kind: "pending", reason: "the stage is unknown" };
  const { stage, ready, unmet } = status;
  if (stage !== "running") return { kind: "pending", reason: `stage ${stage}` };
  const failure = mismatch();
  if (failure !== undefined) return failure;
  if (!ready) return { kind: "pending", reason: `not ready: ${unmet.join(", ") || "no reason"}` };
  return { kind: "done", bootId };
}
