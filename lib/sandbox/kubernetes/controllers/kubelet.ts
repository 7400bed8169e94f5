/**
 * The kubelets of the nodes: pod status, restarts and the end of deletions. No container runs.
 *
 * @module
 */
import type { ClusterNode } from "../cluster_node.ts";
import { scriptOf } from "../container_scripts.ts";
import { kindOf } from "../../objects/kinds.ts";
import {
  formatTime,
  type JsonMap,
  type KubeObject,
  mapAt,
  mapsAt,
  numberAt,
  stringAt,
  valueAt,
} from "../../objects/objects.ts";
import {
  type Condition,
  type Controller,
  type ControllerContext,
  isReady,
  mergeConditions,
} from "./controller.ts";
import { recordEvent } from "./events.ts";
import { isOwnPod } from "../processes/pod_processes.ts";
import { isMirror } from "./static_pods.ts";
import { hasVolumes } from "./volumes.ts";

const POD = kindOf("Pod");

/** Reason of the condition of a pod whose node is down. */
const NODE_NOT_READY = "NodeNotReady";

const PULL_FAILED = "ErrImagePull";
const CRASHED = "CrashLoopBackOff";

/** Runs the pods of all nodes. */
export const runPods: Controller = (context) => {
  const { writer, nodes } = context;
  for (const pod of writer.store.list("pods")) {
    const nodeName = stringAt(pod, "spec", "nodeName");
    if (nodeName === "") continue;
    const node = nodes.find(({ name }) => name === nodeName);
    if (node === undefined) {
      // The pod garbage collector removes pods of nodes that do not exist.
      if (writer.store.get("nodes", undefined, nodeName) === undefined) writer.remove(POD, pod);
    } else if (node.config === undefined || !node.isRunning) markNotReady(context, pod);
    // A kubelet that restarts changes nothing; its containers keep running.
    else if (node.kubeletImage === undefined) continue;
    else if (pod.metadata.deletionTimestamp !== undefined) terminate(context, node, pod);
    else run(context, node, pod);
  }
};

function markNotReady({ writer }: ControllerContext, pod: KubeObject): void {
  if (!isReady(pod)) return;
  const status = mapAt(pod, "status");
  const conditions = mergeConditions(
    mapsAt(status, "conditions"),
    [{ type: "Ready", status: "False", reason: NODE_NOT_READY }],
    writer.timestamp,
  );
  writer.patch(POD, pod, { status: { ...status, conditions } });
}

function terminate(context: ControllerContext, node: ClusterNode, pod: KubeObject): void {
  const { writer } = context;
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
  const graceMs = deletionGracePeriodSeconds * 1000;
  const slowMs = Math.min(node.disturbance?.terminationMs ?? 0, graceMs);
  if (slowMs > 0) {
    const due = Date.parse(deletionTimestamp!) - graceMs + slowMs;
    if (writer.now < due) return context.wakeAt(due);
  }
  const { processes } = context;
  if (processes?.terminate(pod.metadata.uid) === true) {
    const due = Date.parse(deletionTimestamp!);
    if (writer.now >= due) processes.kill(pod.metadata.uid);
    else context.wakeAt(due);
    return;
  }
  recordKilling(writer, pod);
  if ((pod.metadata.finalizers ?? []).length === 0) {
    writer.remove(POD, pod);
    return;
  }
  writer.update(POD, {
    ...pod,
    metadata: { ...pod.metadata, deletionGracePeriodSeconds: 0 },
  });
}

function recordKilling(writer: ControllerContext["writer"], pod: KubeObject): void {
  for (const container of mapsAt(pod, "spec", "containers")) {
    const message = `Stopping container ${container["name"]}`;
    recordEvent(writer, pod, { reason: "Killing", message, component: "kubelet" });
  }
}

/** Updates the status of a pod to the current state of its containers. */
function run(context: ControllerContext, node: ClusterNode, pod: KubeObject): void {
  const { writer, readyMs } = context;
  const status = mapAt(pod, "status");
  const containers = mapsAt(pod, "spec", "containers");
  const old = mapsAt(status, "containerStatuses");
  const idPrefix = `sandbox://${node.bootId}/`;
  const isStarted = old.length > 0 &&
    old.every((one) => stringAt(one, "containerID").startsWith(idPrefix));
  const isCurrent = isStarted &&
    containers.every((container) =>
      old.some((one) => one["name"] === container["name"] && one["image"] === container["image"])
    );
  const isBack = readyCondition(pod)["reason"] === NODE_NOT_READY;
  const isCrashing = node.disturbance?.crashesStaticPods === true && isMirror(pod);
  const waitsFor = (reason: string) =>
    old.some((one) => stringAt(one, "state", "waiting", "reason") === reason);
  const hasRecovered = isMirror(pod) && waitsFor(CRASHED) && !isCrashing;
  // A status that a client changed is retained until the containers restart.
  const isSettled = isCurrent && !isBack && !hasRecovered;
  if (isSettled && stringAt(status, "phase") === "Running") return;
  if (["Succeeded", "Failed"].includes(stringAt(status, "phase"))) return;
  const missing = containers.map((one) => stringAt(one, "image"))
    .filter((one) => !canPull(one) || !hasImage(context, node, pod, one));
  if (missing.length > 0 && waitsFor(PULL_FAILED)) return;
  if (!hasVolumes(writer.store, pod)) return;
  const { processes } = context;
  if (processes !== undefined && isOwnPod(pod)) {
    // A restart of the node ends the container permanently, and a volume may not exist yet.
    if (old.some((one) => stringAt(one, "containerID") !== "") && !isCurrent) return;
    if (!processes.isReady(writer.store, pod)) return;
  }
  const startTime = stringAt(status, "startTime") || formatTime(writer.now);
  const isRestart = !isCurrent && old.some((one) => stringAt(one, "containerID") !== "");
  // Times in objects have whole seconds.
  const { uid } = pod.metadata;
  if (stringAt(status, "startTime") === "") context.starts.set(uid, writer.now);
  const startedAt = isRestart
    ? Math.max(node.bootedAt, changedAt(pod))
    : context.starts.get(uid) ?? Date.parse(startTime);
  const isDue = writer.now >= startedAt + readyMs;
  if (!isDue) context.wakeAt(startedAt + readyMs);
  const hasStarted = isDue && missing.length === 0;
  const crashed = !hasStarted
    ? []
    : isCrashing
    ? containers.map((one): [string, number] => [stringAt(one, "name"), 1])
    : crashedContainers(context, pod);
  const isRunning = hasStarted && crashed.length === 0;
  if (isDue) context.starts.delete(uid);
  const isWaiting = !hasStarted && missing.length === 0;
  if (isWaiting && stringAt(status, "startTime") !== "" && !isRestart) return;
  const time = formatTime(startedAt + (isRunning ? readyMs : 0));
  const ready = isRunning ? "True" : "False";
  const reason = isRunning ? {} : {
    reason: "ContainersNotReady",
    message: `containers with unready status: [${containers.map((one) => one["name"]).join(" ")}]`,
  };
  const conditions: Condition[] = [
    { type: "PodReadyToStartContainers", status: ready },
    { type: "Initialized", status: "True" },
    { type: "Ready", status: ready, ...reason },
    { type: "ContainersReady", status: ready, ...reason },
    { type: "PodScheduled", status: "True" },
  ];
  const isHostNetwork = valueAt(pod, "spec", "hostNetwork") === true;
  const ip = isHostNetwork || processes !== undefined && isOwnPod(pod)
    ? node.address
    : isRunning
    ? stringAt(status, "podIP") || podIp(context, pod)
    : "";
  const updated = writer.patch(POD, pod, {
    status: {
      phase: isRunning || isRestart || crashed.length > 0 ? "Running" : "Pending",
      conditions: mergeConditions(mapsAt(status, "conditions"), conditions, time),
      hostIP: node.address,
      hostIPs: [{ ip: node.address }],
      ...(ip === "" ? {} : { podIP: ip, podIPs: [{ ip }] }),
      startTime,
      containerStatuses: containers.map((container) =>
        containerStatus(
          container,
          old.find((one) => one["name"] === container["name"]),
          {
            isRunning,
            idPrefix: `${idPrefix}${pod.metadata.uid}/`,
            time,
            isMissing: missing.includes(stringAt(container, "image")),
            exitCode: crashed.find(([name]) => name === container["name"])?.[1],
          },
        )
      ),
      qosClass: qosClass(containers),
    },
  });
  recordChanges(context, updated, { isRunning, missing });
}

/**
 * Returns the containers whose scripts end at once with an error, and their exit codes. They
 * restart with a growing pause on a node; here they stay down.
 */
function crashedContainers({ scripts }: ControllerContext, pod: KubeObject): [string, number][] {
  if (stringAt(pod, "spec", "restartPolicy") === "Never") return [];
  return mapsAt(pod, "spec", "containers").flatMap((container) => {
    const exit = scriptOf(scripts, container)?.run(container).exit;
    return exit?.afterMs === 0 && exit.code !== 0
      ? [[stringAt(container, "name"), exit.code] as [string, number]]
      : [];
  });
}

/** Time of the last change of a pod's readiness, milliseconds since the Unix epoch. */
function changedAt(pod: KubeObject): number {
  return Date.parse(stringAt(readyCondition(pod), "lastTransitionTime")) || 0;
}

function readyCondition(pod: KubeObject): JsonMap {
  return mapsAt(pod, "status", "conditions").find(({ type }) => type === "Ready") ?? {};
}

/** Images of the top-level domain that is reserved never to exist (RFC 2606) cannot be pulled. */
function canPull(image: string): boolean {
  return !/^[^/]+\.invalid(:\d+)?\//.test(image);
}

/** Reports whether a node has an image or can pull it. */
function hasImage(
  { writer }: ControllerContext,
  node: ClusterNode,
  pod: KubeObject,
  image: string,
): boolean {
  if (node.disturbance?.cannotPull !== true) return true;
  return writer.store.list("pods").some((one) =>
    stringAt(one, "spec", "nodeName") === node.name &&
    (one.metadata.uid === pod.metadata.uid || isReady(one)) &&
    mapsAt(one, "status", "containerStatuses").some((status) =>
      status["image"] === image && stringAt(status, "imageID") !== ""
    )
  );
}

function containerStatus(
  container: JsonMap,
  old: JsonMap | undefined,
  { isRunning, idPrefix, time, isMissing, exitCode }: {
    readonly isRunning: boolean;
    readonly idPrefix: string;
    readonly time: string;
    readonly isMissing: boolean;
    readonly exitCode: number | undefined;
  },
): JsonMap {
  const name = stringAt(container, "name");
  const image = stringAt(container, "image");
  const containerID = `${idPrefix}${name}`;
  const oldId = stringAt(old, "containerID");
  const restarts = numberAt(old, "restartCount") ?? 0;
  const hasRestarted = isRunning && oldId !== "" &&
    (oldId !== containerID || old?.["image"] !== image);
  const startedAt = valueAt(old, "state", "running", "startedAt");
  const lastState = hasRestarted
    ? {
      terminated: {
        containerID: oldId,
        exitCode: 255,
        reason: "Unknown",
        ...(startedAt === undefined ? {} : { startedAt }),
        finishedAt: time,
      },
    }
    : valueAt(old, "lastState") ?? {};
  if (exitCode !== undefined) {
    const message = `back-off 10s restarting failed container=${name}`;
    const times = { startedAt: time, finishedAt: time };
    return {
      name,
      image,
      imageID: image,
      ready: false,
      started: false,
      containerID,
      restartCount: restarts + 1,
      state: { waiting: { reason: CRASHED, message } },
      lastState: { terminated: { exitCode, reason: "Error", containerID, ...times } },
    };
  }
  const waiting = !isMissing
    ? { reason: "ContainerCreating" }
    : { reason: PULL_FAILED, message: `failed to pull image "${image}": host not found` };
  return {
    name,
    image,
    imageID: isRunning ? image : "",
    ready: isRunning,
    started: isRunning,
    restartCount: hasRestarted ? restarts + 1 : restarts,
    ...(isRunning ? { containerID } : oldId === "" ? {} : { containerID: oldId }),
    state: isRunning ? { running: { startedAt: time } } : { waiting },
    lastState,
  };
}

function qosClass(containers: readonly JsonMap[]): string {
  const resources = containers.map((one) => mapAt(one, "resources"));
  const hasAny = resources.some((one) =>
    Object.keys({ ...mapAt(one, "requests"), ...mapAt(one, "limits") }).length > 0
  );
  if (!hasAny) return "BestEffort";
  const isGuaranteed = resources.every((one) => {
    const [requests, limits] = [mapAt(one, "requests"), mapAt(one, "limits")];
    return ["cpu", "memory"].every((name) =>
      limits[name] !== undefined && (requests[name] ?? limits[name]) === limits[name]
    );
  });
  return isGuaranteed ? "Guaranteed" : "Burstable";
}

/** Returns a free address of the node's pod network. */
function podIp({ writer }: ControllerContext, pod: KubeObject): string {
  const nodeName = stringAt(pod, "spec", "nodeName");
  const node = writer.store.get("nodes", undefined, nodeName);
  const prefix = stringAt(node, "spec", "podCIDR").replace(/\.0\/24$/, "");
  const used = new Set(writer.store.list("pods").map((one) => stringAt(one, "status", "podIP")));
  for (let host = 2; host < 255; host++) {
    if (!used.has(`${prefix}.${host}`)) return `${prefix}.${host}`;
  }
  return "";
}

function recordChanges(
  { writer }: ControllerContext,
  pod: KubeObject,
  { isRunning, missing }: { isRunning: boolean; missing: readonly string[] },
): void {
  const component = "kubelet";
  for (const image of missing) {
    recordEvent(writer, pod, {
      type: "Warning",
      reason: "Failed",
      message: `Failed to pull image "${image}": host not found`,
      component,
    });
  }
  if (!isRunning) return;
  for (const container of mapsAt(pod, "spec", "containers")) {
    const message = `Container image "${container["image"]}" already present on machine`;
    recordEvent(writer, pod, { reason: "Pulled", message, component });
    for (const reason of ["Created", "Started"]) {
      const message = `${reason} container ${container["name"]}`;
      recordEvent(writer, pod, { reason, message, component });
    }
  }
}
