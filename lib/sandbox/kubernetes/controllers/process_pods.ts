/**
 * The containers of pods that run as processes: start, exit, and loss with their node.
 *
 * @module
 */
import type { ClusterNode } from "../cluster_node.ts";
import { kindOf } from "../../objects/kinds.ts";
import {
  formatTime,
  type JsonMap,
  type KubeObject,
  mapAt,
  mapsAt,
  stringAt,
} from "../../objects/objects.ts";
import { isOwnPod, KILLED, type PodProcesses } from "../processes/pod_processes.ts";
import {
  type Controller,
  type ControllerContext,
  isActive,
  mergeConditions,
} from "./controller.ts";

const POD = kindOf("Pod");

/**
 * Seconds until pods of a node that does not respond are deleted, unless they have a toleration.
 */
const UNREACHABLE_SECONDS = 300;

/** Returns the controller of pods with a process. */
export function runProcessPods(processes: PodProcesses): Controller {
  return (context) => {
    const { writer, nodes } = context;
    const uids = new Set<string>();
    for (const pod of writer.store.list("pods")) {
      uids.add(pod.metadata.uid);
      const nodeName = stringAt(pod, "spec", "nodeName");
      if (nodeName === "" || !isOwnPod(pod)) continue;
      const node = nodes.find(({ name }) => name === nodeName);
      if (node?.isRunning !== true) {
        evictLost(context, pod, nodeName);
        continue;
      }
      if (pod.metadata.deletionTimestamp === undefined) follow(context, processes, pod, node);
    }
    processes.forget(uids);
  };
}

/** Reports whether a container was started in an earlier boot of its node. */
function isOfEarlierBoot(pod: KubeObject, { bootId }: ClusterNode): boolean {
  return mapsAt(pod, "status", "containerStatuses").some((status) => {
    const id = stringAt(status, "containerID");
    return id !== "" && !id.startsWith(`sandbox://${bootId}/`);
  });
}

function follow(
  context: ControllerContext,
  processes: PodProcesses,
  pod: KubeObject,
  node: ClusterNode,
): void {
  const { writer } = context;
  if (!isActive(pod)) return;
  if (isOfEarlierBoot(pod, node)) {
    // The kubelet finds no container of its pod after the boot.
    return end(context, pod, {
      code: KILLED,
      endedAt: writer.now,
      reason: "ContainerStatusUnknown",
    });
  }
  const isRunning = mapsAt(pod, "status", "containerStatuses").some((status) =>
    stringAt(status, "state", "running", "startedAt") !== ""
  );
  if (!isRunning) return;
  const state = processes.sync(writer.store, pod, node);
  if (state.kind === "running") return;
  const { code, endedAt, startError } = state;
  const reason = startError !== undefined ? "StartError" : code === 0 ? "Completed" : "Error";
  const message = startError ?? logMessage(processes, pod, code);
  end(context, pod, { code, endedAt, reason, message });
}

/** Maximum length of a message from a log, and its lines: the values of the kubelet. */
const MESSAGE_LENGTH = 2048;
const MESSAGE_LINES = 80;

/** Returns the end of the log of a failed container, if its `terminationMessagePolicy` requests it. */
function logMessage(processes: PodProcesses, pod: KubeObject, code: number): string {
  const [container] = mapsAt(pod, "spec", "containers");
  const policy = stringAt(container, "terminationMessagePolicy");
  if (code === 0 || policy !== "FallbackToLogsOnError") return "";
  const lines = processes.logOf(pod.metadata.uid)?.lines.slice(-MESSAGE_LINES) ?? [];
  return lines.map(({ text }) => `${text}\n`).join("").slice(-MESSAGE_LENGTH);
}

function end(
  { writer }: ControllerContext,
  pod: KubeObject,
  { code, endedAt, reason, message = "" }: {
    readonly code: number;
    readonly endedAt: number;
    readonly reason: string;
    readonly message?: string;
  },
): void {
  const status = mapAt(pod, "status");
  const phase = code === 0 ? "Succeeded" : "Failed";
  const conditions = mergeConditions(mapsAt(status, "conditions"), [
    { type: "Ready", status: "False", reason: code === 0 ? "PodCompleted" : "PodFailed" },
    { type: "ContainersReady", status: "False", reason: code === 0 ? "PodCompleted" : "PodFailed" },
  ], writer.timestamp);
  const containerStatuses = mapsAt(status, "containerStatuses").map((one): JsonMap => ({
    ...one,
    ready: false,
    started: false,
    state: {
      terminated: {
        exitCode: code,
        reason,
        ...(message === "" ? {} : { message }),
        startedAt: stringAt(one, "state", "running", "startedAt"),
        finishedAt: formatTime(endedAt),
        containerID: stringAt(one, "containerID"),
      },
    },
  }));
  writer.patch(POD, pod, { status: { ...status, phase, conditions, containerStatuses } });
}

/** Deletes a pod whose node has not responded for longer than the pod tolerates. */
function evictLost(context: ControllerContext, pod: KubeObject, nodeName: string): void {
  const { writer } = context;
  if (!isActive(pod)) return;
  const node = writer.store.get("nodes", undefined, nodeName);
  const ready = mapsAt(node, "status", "conditions").find(({ type }) => type === "Ready");
  if (node === undefined || ready === undefined || ready["status"] === "True") return;
  const toleration = mapsAt(pod, "spec", "tolerations").find(({ key }) =>
    key === "node.kubernetes.io/unreachable"
  );
  const { tolerationSeconds = UNREACHABLE_SECONDS } = toleration ?? {};
  const due = Date.parse(stringAt(ready, "lastTransitionTime")) + Number(tolerationSeconds) * 1000;
  if (writer.now < due) return context.wakeAt(due);
  writer.delete(POD, pod);
}
