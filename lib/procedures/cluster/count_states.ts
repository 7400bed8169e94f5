/**
 * Numbers of a plan, for metrics.
 *
 * @module
 */
import type { ClusterPlan } from "./plan_cluster.ts";

/** Adds the number of nodes in each state. */
export function countStates(
  { nodes, undeclared, steps }: ClusterPlan,
  numbers: Map<string, number>,
): void {
  for (const [state, some] of Map.groupBy(nodes, (node) => node.state)) {
    numbers.set(`osctl_cluster_nodes{state="${state}"}`, some.length);
  }
  numbers.set(`osctl_cluster_nodes{state="undeclared"}`, undeclared?.length ?? 0);
  numbers.set("osctl_cluster_plan_steps", steps.length);
}
