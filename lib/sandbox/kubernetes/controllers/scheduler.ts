/**
 * The scheduler: assigns pods to nodes that have room for them by selectors and taints.
 *
 * @module
 */
import { kindOf } from "../kinds.ts";
import { type JsonMap, mapAt, mapsAt, stringAt } from "../objects.ts";
import {
  type Condition,
  conditionStatus,
  type Controller,
  fits,
  mergeConditions,
} from "./controller.ts";
import { recordEvent } from "./events.ts";

const POD = kindOf("Pod");
const COMPONENT = "default-scheduler";

/** Assigns each new pod to the suitable node with the fewest pods. */
export const schedulePods: Controller = ({ writer }) => {
  const { store } = writer;
  for (const pod of store.list("pods")) {
    const { spec } = pod;
    if (stringAt(spec, "nodeName") !== "" || pod.metadata.deletionTimestamp !== undefined) continue;
    if (stringAt(spec, "schedulerName") !== COMPONENT) continue;
    const nodes = store.list("nodes");
    const pods = store.list("pods");
    const load = (name: string) =>
      pods.filter((one) => stringAt(one, "spec", "nodeName") === name).length;
    const suitable = nodes
      .filter((node) => conditionStatus(node, "Ready") === "True" && fits(spec, node))
      .map(({ metadata: { name } }) => ({ name, load: load(name) }))
      .toSorted((one, other) => one.load - other.load);
    const [chosen] = suitable;
    const status = mapAt(pod, "status");
    const message =
      `0/${nodes.length} nodes are available: no node matches the selector, tolerations and ` +
      "readiness that the pod requires.";
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
    const { namespace, name } = pod.metadata;
    recordEvent(writer, updated, {
      reason: "Scheduled",
      message: `Successfully assigned ${namespace}/${name} to ${chosen.name}`,
      component: COMPONENT,
    });
  }
};
