/**
 * Table cells of pods.
 *
 * @module
 */
import { type KubeObject, mapsAt, numberAt, stringAt, valueAt } from "../objects/objects.ts";
import { formatAge, formatOrNone } from "./table_text.ts";

/** Returns the cells of a pod. */
export function podCells(
  pod: KubeObject,
  now: number,
): Record<
  "Ready" | "Status" | "Restarts" | "IP" | "Node" | "Nominated Node" | "Readiness Gates",
  string
> {
  const statuses = mapsAt(pod, "status", "containerStatuses");
  const ready = statuses.filter((status) => status["ready"] === true).length;
  return {
    Ready: `${ready}/${mapsAt(pod, "spec", "containers").length}`,
    Status: formatStatus(pod),
    Restarts: formatRestarts(pod, now),
    IP: formatOrNone(stringAt(pod, "status", "podIP")),
    Node: formatOrNone(stringAt(pod, "spec", "nodeName")),
    "Nominated Node": formatOrNone(stringAt(pod, "status", "nominatedNodeName")),
    "Readiness Gates": "<none>",
  };
}

function formatStatus(pod: KubeObject): string {
  const reason = stringAt(pod, "status", "reason");
  let status = reason === "" ? stringAt(pod, "status", "phase") : reason;
  for (const container of mapsAt(pod, "status", "containerStatuses")) {
    const waiting = stringAt(container, "state", "waiting", "reason");
    const terminated = stringAt(container, "state", "terminated", "reason");
    if (waiting !== "") status = waiting;
    else if (terminated !== "") status = terminated;
  }
  if (pod.metadata.deletionTimestamp === undefined) return status;
  return reason === "NodeLost" ? "Unknown" : "Terminating";
}

function formatRestarts(pod: KubeObject, now: number): string {
  const statuses = mapsAt(pod, "status", "containerStatuses");
  const count = statuses.reduce((sum, one) => sum + (numberAt(one, "restartCount") ?? 0), 0);
  const finished = statuses
    .map((one) => valueAt(one, "lastState", "terminated", "finishedAt"))
    .filter((time) => typeof time === "string").sort().at(-1);
  return count > 0 && finished !== undefined
    ? `${count} (${formatAge(finished, now)} ago)`
    : String(count);
}
