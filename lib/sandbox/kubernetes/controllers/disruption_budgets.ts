/**
 * Pod disruption budgets: the number of pods that may be evicted.
 *
 * @module
 */
import { kindOf } from "../../objects/kinds.ts";
import { type KubeObject, mapAt } from "../../objects/objects.ts";
import type { ObjectStore } from "../object_store.ts";
import { matchLabels } from "../selectors.ts";
import { type Controller, isActive, isReady, share } from "./controller.ts";

const BUDGET = kindOf("PodDisruptionBudget.policy");

/** Updates the status of disruption budgets. */
export const manageBudgets: Controller = ({ writer }) => {
  for (const budget of writer.store.list("poddisruptionbudgets.policy")) {
    const matches = matchLabels(mapAt(budget, "spec", "selector"));
    const pods = writer.store.list("pods", budget.metadata.namespace)
      .filter((pod) => isActive(pod) && matches(pod.metadata.labels ?? {}));
    const { minAvailable, maxUnavailable } = mapAt(budget, "spec");
    const healthy = pods.filter(isReady).length;
    const desired = maxUnavailable === undefined
      ? share(minAvailable ?? 1, pods.length, "up")
      : pods.length - share(maxUnavailable, pods.length, "up");
    writer.patch(BUDGET, budget, {
      status: {
        currentHealthy: healthy,
        desiredHealthy: Math.max(0, desired),
        disruptionsAllowed: Math.max(0, healthy - Math.max(0, desired)),
        expectedPods: pods.length,
        observedGeneration: budget.metadata.generation ?? 1,
      },
    });
  }
};

/** Returns the disruption budgets that select a pod. */
export function budgetsOf(store: ObjectStore, { metadata }: KubeObject): KubeObject[] {
  return store.list("poddisruptionbudgets.policy", metadata.namespace).filter((budget) =>
    matchLabels(mapAt(budget, "spec", "selector"))(metadata.labels ?? {})
  );
}
