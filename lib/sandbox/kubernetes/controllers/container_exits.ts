/**
 * Ends the containers whose scripts end, and the pods all of whose containers ended.
 *
 * @module
 */
import { type ContainerScript, scriptOf } from "../container_scripts.ts";
import { kindOf } from "../../objects/kinds.ts";
import {
  formatTime,
  type JsonMap,
  mapAt,
  mapsAt,
  stringAt,
  valueAt,
} from "../../objects/objects.ts";
import { type Controller, isActive, mergeConditions } from "./controller.ts";

const POD = kindOf("Pod");

/** Returns the controller of containers that end. */
export function endContainers(scripts: readonly ContainerScript[]): Controller {
  return ({ writer, wakeAt }) => {
    for (const pod of writer.store.list("pods")) {
      if (!isActive(pod) || stringAt(pod, "spec", "restartPolicy") !== "Never") continue;
      const containers = mapsAt(pod, "spec", "containers");
      const status = mapAt(pod, "status");
      const old = mapsAt(status, "containerStatuses");
      const statuses = old.map((one) => {
        const container = containers.find(({ name }) => name === one["name"]);
        const exit = container && scriptOf(scripts, container)?.run(container).exit;
        const startedAt = Date.parse(stringAt(one, "state", "running", "startedAt"));
        if (exit === undefined || Number.isNaN(startedAt)) return one;
        const exitAt = startedAt + exit.afterMs;
        if (writer.now < exitAt) {
          wakeAt(exitAt);
          return one;
        }
        return ended(one, exit.code, formatTime(exitAt));
      });
      if (statuses.every((one, index) => one === old[index])) continue;
      const codes = statuses.map((one) => valueAt(one, "state", "terminated", "exitCode"));
      const phase = codes.includes(undefined)
        ? "Running"
        : codes.every((code) => code === 0)
        ? "Succeeded"
        : "Failed";
      const reason = phase === "Running" ? "ContainersNotReady" : "PodCompleted";
      const conditions = mergeConditions(mapsAt(status, "conditions"), [
        { type: "Ready", status: "False", reason },
        { type: "ContainersReady", status: "False", reason },
      ], writer.timestamp);
      writer.patch(POD, pod, {
        status: { ...status, phase, conditions, containerStatuses: statuses },
      });
    }
  };
}

function ended(status: JsonMap, exitCode: number, finishedAt: string): JsonMap {
  return {
    ...status,
    ready: false,
    started: false,
    state: {
      terminated: {
        exitCode,
        reason: exitCode === 0 ? "Completed" : "Error",
        startedAt: stringAt(status, "state", "running", "startedAt"),
        finishedAt,
        containerID: stringAt(status, "containerID"),
      },
    },
  };
}
