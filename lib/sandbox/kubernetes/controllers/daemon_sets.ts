/**
 * Daemon sets: one pod on each suitable node.
 *
 * @module
 */
import { kindOf } from "../../objects/kinds.ts";
import { type JsonMap, type KubeObject, mapAt, mapsAt, stringAt } from "../../objects/objects.ts";
import {
  type Controller,
  type ControllerContext,
  fits,
  hashOf,
  isActive,
  isReady,
  share,
} from "./controller.ts";
import { controlledBy, createPod, deletePod } from "./workload_pods.ts";

const DAEMON_SET = kindOf("DaemonSet.apps");
const HASH_LABEL = "controller-revision-hash";

/** Tolerations that every pod of a daemon set has. */
const TOLERATIONS: readonly JsonMap[] = [
  { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute" },
  ...[
    "not-ready",
    "unreachable",
    "disk-pressure",
    "memory-pressure",
    "pid-pressure",
    "unschedulable",
  ]
    .map((name) => ({
      key: `node.kubernetes.io/${name}`,
      operator: "Exists",
      effect: "NoSchedule",
    })),
];

/** Creates, updates and deletes pods of daemon sets. */
export const manageDaemonSets: Controller = (context) => {
  for (const set of context.writer.store.list("daemonsets.apps")) {
    if (set.metadata.deletionTimestamp === undefined) manage(context, set);
  }
};

function manage(context: ControllerContext, set: KubeObject): void {
  const { writer } = context;
  const template = mapAt(set, "spec", "template");
  const hash = hashOf(template);
  const podSpec = {
    ...mapAt(template, "spec"),
    tolerations: [...mapsAt(template, "spec", "tolerations"), ...TOLERATIONS],
  };
  const nodes = writer.store.list("nodes").filter((node) => fits(podSpec, node));
  const names = nodes.map(({ metadata: { name } }) => name);
  const nodeOf = (pod: KubeObject) => stringAt(pod, "spec", "nodeName");
  const list = () => controlledBy(writer.store, "pods", set);
  for (const pod of list().filter(isActive)) {
    if (!names.includes(nodeOf(pod))) deletePod(context, set, pod);
  }
  const present = new Set(list().map(nodeOf));
  for (const nodeName of names) {
    if (present.has(nodeName)) continue;
    createPod(context, set, { labels: { [HASH_LABEL]: hash }, spec: { ...podSpec, nodeName } });
  }
  const isCurrent = (pod: KubeObject) => pod.metadata.labels?.[HASH_LABEL] === hash;
  replaceOutdated(context, set, list(), isCurrent);
  const pods = list().filter(isActive);
  const ready = pods.filter(isReady).length;
  const desired = names.length;
  writer.patch(DAEMON_SET, set, {
    status: {
      currentNumberScheduled: pods.length,
      desiredNumberScheduled: desired,
      numberMisscheduled: 0,
      numberReady: ready,
      ...(ready === 0 ? {} : { numberAvailable: ready }),
      ...(ready === desired ? {} : { numberUnavailable: desired - ready }),
      updatedNumberScheduled: pods.filter(isCurrent).length,
      observedGeneration: set.metadata.generation ?? 1,
    },
  });
}

/** Deletes outdated pods while enough others are available. */
function replaceOutdated(
  context: ControllerContext,
  set: KubeObject,
  pods: readonly KubeObject[],
  isCurrent: (pod: KubeObject) => boolean,
): void {
  const strategy = mapAt(set, "spec", "updateStrategy");
  if (strategy["type"] === "OnDelete") return;
  const limit = share(mapAt(strategy, "rollingUpdate")["maxUnavailable"], pods.length, "up");
  const outdated = pods.filter((pod) => isActive(pod) && !isCurrent(pod));
  let allowed = Math.max(1, limit) - pods.filter((pod) => !isReady(pod) || !isActive(pod)).length;
  for (
    const pod of outdated.toSorted((one, other) => Number(isReady(one)) - Number(isReady(other)))
  ) {
    // A pod that is not ready already counts as unavailable.
    if (isReady(pod) && allowed-- <= 0) return;
    deletePod(context, set, pod);
  }
}
