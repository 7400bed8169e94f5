/**
 * Statuses of running pods, in the form of the kubelet. The sandbox runs no container of them.
 *
 * @module
 */
import { isList, isMap } from "../../../machineconfig/data.ts";
import type { TypedResource } from "../controller.ts";
import type { JsonObject } from "../definitions/kubernetes.ts";
import { jsonObject, sortKeys, textOr } from "./config_values.ts";

const CONDITIONS = [
  ...["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"],
];

/** Returns the `PodStatus` of a pod whose containers run since its resource was created. */
export function runningStatus(pod: TypedResource<JsonObject>, address: string): JsonObject {
  return podStatus(pod, address, { isReady: true });
}

/** Returns the `PodStatus` of a pod whose containers crash and wait for their restart. */
export function crashedStatus(pod: TypedResource<JsonObject>, address: string): JsonObject {
  return podStatus(pod, address, { isReady: false });
}

/** Conditions of a pod whose containers do not run. */
const UNREADY: readonly string[] = ["Ready", "ContainersReady"];

function podStatus(
  { spec, created }: TypedResource<JsonObject>,
  address: string,
  { isReady }: { readonly isReady: boolean },
): JsonObject {
  const startedAt = new Date(created).toISOString().replace(/\.\d+Z$/, "Z");
  const { containers } = jsonObject(spec["spec"]);
  const listed = isList(containers) ? containers.filter(isMap).map(jsonObject) : [];
  return sortKeys<JsonObject>({
    phase: "Running",
    hostIP: address,
    hostIPs: [{ ip: address }],
    podIP: address,
    podIPs: [{ ip: address }],
    startTime: startedAt,
    qosClass: "Burstable",
    conditions: CONDITIONS.map((type) => ({
      type,
      status: isReady || !UNREADY.includes(type) ? "True" : "False",
      lastProbeTime: null,
      lastTransitionTime: startedAt,
    })),
    containerStatuses: listed.map((container) => ({
      name: textOr(container["name"], ""),
      image: textOr(container["image"], ""),
      imageID: "",
      ready: isReady,
      started: isReady,
      restartCount: isReady ? 0 : 1,
      lastState: {},
      state: isReady ? { running: { startedAt } } : { waiting: { reason: "CrashLoopBackOff" } },
    })),
  });
}
