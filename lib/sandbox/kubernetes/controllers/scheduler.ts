/**
 * The scheduler: assigns pods to nodes that have room for them by selectors and taints.
 *
 * @module
 */
import { kindOf } from "../../objects/kinds.ts";
import { type JsonMap, type KubeObject, mapAt, mapsAt, stringAt } from "../../objects/objects.ts";
import {
  affinityWeight,
  type Condition,
  conditionStatus,
  type Controller,
  fits,
  isActive,
  mergeConditions,
} from "./controller.ts";
import { recordEvent } from "./events.ts";

const POD = kindOf("Pod");
/** Pod capacity of a node that does not report one. */
const USUAL_CAPACITY = 110;
const COMPONENT = "default-scheduler";

/** Assigns each new pod to the suitable node with the fewest pods. */
export const schedulePods: Controller = ({ writer }) => {
  const { store } = writer;
  const all = store.list("pods");
  const load = new Map<string, number>();
  const count = (node: string) => load.set(node, (load.get(node) ?? 0) + 1);
  for (const pod of all.filter(isActive)) count(stringAt(pod, "spec", "nodeName"));
  const nodes = store.list("nodes");
  for (const pod of all) {
    const { spec } = pod;
    if (stringAt(spec, "nodeName") !== "" || pod.metadata.deletionTimestamp !== undefined) continue;
    if (stringAt(spec, "schedulerName") !== COMPONENT) continue;
    const suitable = nodes
      .filter((node) => conditionStatus(node, "Ready") === "True" && fits(spec, node))
      .map((node) => {
        const { name } = node.metadata;
        const weight = affinityWeight(spec, node);
        return { name, weight, load: load.get(name) ?? 0, room: capacityOf(node) };
      });
    const [chosen] = suitable.filter((node) => node.load < node.room)
      .toSorted((one, other) => other.weight - one.weight || one.load - other.load);
    const status = mapAt(pod, "status");
    const message = `0/${nodes.length} nodes are available: ` +
      (suitable.length > 0
        ? `${suitable.length} Too many pods.`
        : "no node matches the selector, tolerations and readiness that the pod requires.");
    const condition: Condition = chosen === undefined
      ? { type: "PodScheduled", status: "False", reason: "Unschedulable", message }
      : { type: "PodScheduled", status: "True" };
    const isKnown = conditionStatus(pod, "PodScheduled") === condition.status;
    const updated = writer.patch(POD, pod, {
      ...(chosen === undefined ? {} : { spec: { ...spec as JsonMap, nodeName: chosen.name } }),
      status: {
        phase: "Pending",
        ...status,
        conditions: mergeConditions(mapsAt(status, "conditions"), [condition], writer.timestamp),
      },
    });
    if (chosen === undefined) {
      const failure = { type: "Warning", reason: "FailedScheduling", message } as const;
      if (!isKnown) recordEvent(writer, updated, { ...failure, component: COMPONENT });
      continue;
    }
    count(chosen.name);
    const { namespace, name } = pod.metadata;
    recordEvent(writer, updated, {
      reason: "Scheduled",
      message: `Successfully assigned ${namespace}/${name} to ${chosen.name}`,
      component: COMPONENT,
    });
  }
};

/** Returns the pod capacity of a node. */
function capacityOf(node: KubeObject): number {
  const text = stringAt(node, "status", "allocatable", "pods");
  return text === "" ? USUAL_CAPACITY : Number(text);
}
