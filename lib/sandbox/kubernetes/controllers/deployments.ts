/**
 * Deployments: rollouts through replica sets.
 *
 * @module
 */
import { kindOf } from "../../objects/kinds.ts";
import {
  isEqual,
  type JsonMap,
  type KubeObject,
  mapAt,
  mapsAt,
  numberAt,
  stringAt,
  stringsAt,
  valueAt,
} from "../../objects/objects.ts";
import {
  type Condition,
  type Controller,
  type ControllerContext,
  controllerReference,
  hashOf,
  isActive,
  mergeConditions,
  share,
} from "./controller.ts";
import { recordEvent } from "./events.ts";
import { controlledBy } from "./workload_pods.ts";

const DEPLOYMENT = kindOf("Deployment.apps");
const REPLICA_SET = kindOf("ReplicaSet.apps");
const REVISION = "deployment.kubernetes.io/revision";
const HASH_LABEL = "pod-template-hash";
const COMPONENT = "deployment-controller";

/** Creates and scales the replica sets of deployments. */
export const manageDeployments: Controller = (context) => {
  for (const deployment of context.writer.store.list("deployments.apps")) {
    if (deployment.metadata.deletionTimestamp === undefined) manage(context, deployment);
  }
};

function manage(context: ControllerContext, deployment: KubeObject): void {
  const { writer } = context;
  const list = () => controlledBy(writer.store, "replicasets.apps", deployment);
  const template = mapAt(deployment, "spec", "template");
  const isPaused = valueAt(deployment, "spec", "paused") === true;
  const isNew = (set: KubeObject) => isEqual(withoutHash(mapAt(set, "spec", "template")), template);
  const replicas = numberAt(deployment, "spec", "replicas") ?? 1;
  let current = list().find(isNew);
  const wasFirst = list().length === 0;
  if (current === undefined && !isPaused) current = createSet(context, deployment, template);
  if (current !== undefined) {
    current = markCurrent(context, deployment, current, list());
    const old = list().filter((set) => set.metadata.uid !== current!.metadata.uid);
    if (isPaused) scaleOnly(context, deployment, list(), replicas);
    else if (wasFirst || totalOf(old) === 0) scale(context, deployment, current, replicas);
    else roll(context, deployment, current, old, replicas);
    removeOldSets(context, deployment, old);
  }
  updateStatus(context, deployment, current, list());
}

function withoutHash(template: JsonMap): JsonMap {
  const metadata = mapAt(template, "metadata");
  const { [HASH_LABEL]: _, ...labels } = stringsAt(metadata, "labels");
  return { ...template, metadata: { ...metadata, labels } };
}

function createSet(
  { writer }: ControllerContext,
  deployment: KubeObject,
  template: JsonMap,
): KubeObject {
  const hash = hashOf(template);
  const { name, namespace } = deployment.metadata;
  const labels = { ...stringsAt(template, "metadata", "labels"), [HASH_LABEL]: hash };
  const selector = mapAt(deployment, "spec", "selector");
  return writer.create(REPLICA_SET, {
    metadata: {
      name: `${name}-${hash}`,
      ...(namespace === undefined ? {} : { namespace }),
      labels,
      annotations: {
        "deployment.kubernetes.io/desired-replicas": String(
          numberAt(deployment, "spec", "replicas"),
        ),
      },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas: 0,
      selector: {
        ...selector,
        matchLabels: { ...stringsAt(selector, "matchLabels"), [HASH_LABEL]: hash },
      },
      template: { ...template, metadata: { ...mapAt(template, "metadata"), labels } },
    },
    status: { replicas: 0 },
  });
}

/** Numbers the revision of the current replica set. */
function markCurrent(
  { writer }: ControllerContext,
  deployment: KubeObject,
  current: KubeObject,
  sets: readonly KubeObject[],
): KubeObject {
  const revisionOf = ({ metadata }: KubeObject) => Number(metadata.annotations?.[REVISION] ?? 0);
  const others = sets.filter(({ metadata }) => metadata.uid !== current.metadata.uid);
  const last = Math.max(0, ...others.map(revisionOf));
  const revision = String(Math.max(revisionOf(current), last + 1));
  const annotate = (object: KubeObject) => ({
    ...object,
    metadata: {
      ...object.metadata,
      annotations: { ...object.metadata.annotations, [REVISION]: revision },
    },
  });
  const latest = writer.store.get(
    "deployments.apps",
    deployment.metadata.namespace,
    deployment.metadata.name,
  );
  if (latest !== undefined) writer.update(DEPLOYMENT, annotate(latest));
  return writer.update(REPLICA_SET, annotate(current));
}

function totalOf(sets: readonly KubeObject[]): number {
  return sets.reduce((sum, set) => sum + (numberAt(set, "spec", "replicas") ?? 0), 0);
}

function scale(
  { writer }: ControllerContext,
  deployment: KubeObject,
  set: KubeObject,
  replicas: number,
): void {
  const before = numberAt(set, "spec", "replicas") ?? 0;
  if (before === replicas) return;
  const { metadata } = set;
  writer.update(REPLICA_SET, {
    ...set,
    metadata: { ...metadata, generation: (metadata.generation ?? 1) + 1 },
    spec: { ...mapAt(set, "spec"), replicas },
  });
  const direction = before < replicas ? "up" : "down";
  recordEvent(writer, deployment, {
    reason: "ScalingReplicaSet",
    message: `Scaled ${direction} replica set ${metadata.name} from ${before} to ${replicas}`,
    component: COMPONENT,
  });
}

/** Scales a paused deployment: its newest replica set that has pods. */
function scaleOnly(
  context: ControllerContext,
  deployment: KubeObject,
  sets: readonly KubeObject[],
  replicas: number,
): void {
  const active = sets.filter((set) => (numberAt(set, "spec", "replicas") ?? 0) > 0);
  const others = totalOf(active.slice(0, -1));
  const last = active.at(-1);
  if (last !== undefined) scale(context, deployment, last, Math.max(0, replicas - others));
}

/** Takes one step of a rollout within `maxSurge` and `maxUnavailable`. */
function roll(
  context: ControllerContext,
  deployment: KubeObject,
  current: KubeObject,
  old: readonly KubeObject[],
  replicas: number,
): void {
  const strategy = mapAt(deployment, "spec", "strategy");
  if (strategy["type"] === "Recreate") {
    for (const set of old) scale(context, deployment, set, 0);
    const isGone = old.every((set) => controlledBy(context.writer.store, "pods", set).length === 0);
    if (isGone) scale(context, deployment, current, replicas);
    return;
  }
  const limits = mapAt(strategy, "rollingUpdate");
  const surge = share(limits["maxSurge"], replicas, "up");
  const rounded = share(limits["maxUnavailable"], replicas, "down");
  const unavailable = surge === 0 ? Math.max(1, rounded) : rounded;
  const own = numberAt(current, "spec", "replicas") ?? 0;
  const room = replicas + surge - totalOf(old) - own;
  scale(context, deployment, current, Math.min(replicas, own + Math.max(0, room)));
  const available = [current, ...old]
    .reduce((sum, set) => sum + (numberAt(set, "status", "availableReplicas") ?? 0), 0);
  let removable = available - (replicas - unavailable);
  for (const set of old) {
    const count = numberAt(set, "spec", "replicas") ?? 0;
    const ready = numberAt(set, "status", "availableReplicas") ?? 0;
    // Pods that are not available can always go.
    const removed = Math.min(count, count - ready + Math.max(0, removable));
    removable -= Math.max(0, removed - (count - ready));
    scale(context, deployment, set, count - removed);
  }
}

function removeOldSets(
  { writer }: ControllerContext,
  deployment: KubeObject,
  old: readonly KubeObject[],
): void {
  const limit = numberAt(deployment, "spec", "revisionHistoryLimit") ?? 10;
  const idle = old.filter((set) =>
    totalOf([set]) === 0 && (numberAt(set, "status", "replicas") ?? 0) === 0
  ).toSorted((one, other) =>
    Number(one.metadata.annotations?.[REVISION]) - Number(other.metadata.annotations?.[REVISION])
  );
  for (const set of idle.slice(0, Math.max(0, idle.length - limit))) {
    writer.delete(REPLICA_SET, set);
  }
}

function updateStatus(
  { writer }: ControllerContext,
  { metadata: { namespace, name } }: KubeObject,
  current: KubeObject | undefined,
  sets: readonly KubeObject[],
): void {
  const deployment = writer.store.get("deployments.apps", namespace, name);
  if (deployment === undefined) return;
  const sum = (field: string, of = sets) =>
    of.reduce((total, set) => total + (numberAt(set, "status", field) ?? 0), 0);
  const replicas = numberAt(deployment, "spec", "replicas") ?? 1;
  const pods = sets.flatMap((set) => controlledBy(writer.store, "pods", set).filter(isActive));
  const updated = current === undefined
    ? 0
    : sum("replicas", sets.filter(({ metadata }) => metadata.uid === current.metadata.uid));
  const available = sum("availableReplicas");
  const rolling = mapAt(deployment, "spec", "strategy", "rollingUpdate");
  const needed = replicas - share(rolling["maxUnavailable"], replicas, "down");
  const isComplete = updated === replicas && pods.length === replicas && available === replicas;
  const isAvailable = available >= needed;
  const setName = current?.metadata.name ?? "";
  const conditions: Condition[] = [
    isAvailable
      ? {
        type: "Available",
        status: "True",
        reason: "MinimumReplicasAvailable",
        message: "Deployment has minimum availability.",
      }
      : {
        type: "Available",
        status: "False",
        reason: "MinimumReplicasUnavailable",
        message: "Deployment does not have minimum availability.",
      },
    isComplete
      ? {
        type: "Progressing",
        status: "True",
        reason: "NewReplicaSetAvailable",
        message: `ReplicaSet "${setName}" has successfully progressed.`,
      }
      : {
        type: "Progressing",
        status: "True",
        reason: "ReplicaSetUpdated",
        message: `ReplicaSet "${setName}" is progressing.`,
      },
  ];
  const optional = (field: string, value: number) => value === 0 ? {} : { [field]: value };
  const old = mapsAt(deployment, "status", "conditions");
  const merged = mergeConditions(old, conditions, writer.timestamp).map((condition) => {
    const same = old.find(({ type }) => type === condition["type"]);
    const isSame = stringAt(same, "reason") === condition["reason"];
    return {
      ...condition,
      lastUpdateTime: (isSame && same?.["lastUpdateTime"]) || writer.timestamp,
    };
  });
  writer.patch(DEPLOYMENT, deployment, {
    status: {
      observedGeneration: deployment.metadata.generation ?? 1,
      ...optional("replicas", pods.length),
      ...optional("updatedReplicas", updated),
      ...optional("readyReplicas", sum("readyReplicas")),
      ...optional("availableReplicas", available),
      ...optional("unavailableReplicas", Math.max(0, replicas - available)),
      conditions: merged,
    },
  });
}
