/**
 * Replica sets: the number of their pods.
 *
 * @module
 */
import { kindOf } from "../../objects/kinds.ts";
import { type KubeObject, numberAt, stringAt } from "../../objects/objects.ts";
import { type Controller, type ControllerContext, isActive, isReady } from "./controller.ts";
import { controlledBy, createPod, deletePod } from "./workload_pods.ts";

const REPLICA_SET = kindOf("ReplicaSet.apps");

/** Creates and deletes pods of replica sets. */
export const manageReplicaSets: Controller = (context) => {
  for (const set of context.writer.store.list("replicasets.apps")) {
    if (set.metadata.deletionTimestamp === undefined) manage(context, set);
  }
};

function manage(context: ControllerContext, set: KubeObject): void {
  const { writer } = context;
  const active = () => controlledBy(writer.store, "pods", set).filter(isActive);
  const wanted = numberAt(set, "spec", "replicas") ?? 1;
  const pods = active();
  for (let count = pods.length; count < wanted; count++) createPod(context, set);
  const surplus = pods.toSorted(byUsefulness).slice(wanted);
  for (const pod of surplus) deletePod(context, set, pod);
  const left = active();
  const ready = left.filter(isReady).length;
  writer.patch(REPLICA_SET, set, {
    status: {
      replicas: left.length,
      fullyLabeledReplicas: left.length,
      ...(ready === 0 ? {} : { readyReplicas: ready, availableReplicas: ready }),
      observedGeneration: set.metadata.generation ?? 1,
    },
  });
}

/** Orders pods: scheduled before pending, ready before not ready, old before new. */
function byUsefulness(one: KubeObject, other: KubeObject): number {
  const rank = (pod: KubeObject) =>
    (isReady(pod) ? 0 : 1) + (stringAt(pod, "spec", "nodeName") === "" ? 2 : 0);
  const created = ({ metadata }: KubeObject) => metadata.creationTimestamp;
  return rank(one) - rank(other) || (created(one) < created(other) ? -1 : 1);
}
