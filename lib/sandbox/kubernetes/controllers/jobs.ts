/**
 * Jobs: one pod after the other until one has succeeded.
 *
 * @module
 */
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
  type Controller,
  type ControllerContext,
  isActive,
  mergeConditions,
} from "./controller.ts";
import { recordEvent } from "./events.ts";
import { controlledBy, createPod, deletePod } from "./workload_pods.ts";

const JOB = kindOf("Job.batch");
/** Failed pods that a Job accepts by default. */
const BACKOFF_LIMIT = 6;
/** Delay of the pod after the first failure, milliseconds; 10 s in Kubernetes. */
const BACKOFF_MS = 200;
/** Longest delay, milliseconds; six minutes in Kubernetes. */
const MAX_BACKOFF_MS = 2000;

/** Creates the pods of Jobs, and records how they end. */
export function manageJobs(): Controller {
  /** Failed and deleted pods of each Job, by its UID: deleted ones are not stored any more. */
  const failures = new Map<string, Set<string>>();
  return (context) => {
    const { writer } = context;
    for (const job of writer.store.list("jobs.batch")) {
      const { uid, deletionTimestamp } = job.metadata;
      if (deletionTimestamp !== undefined) continue;
      const failed = failures.getOrInsertComputed(uid, () => new Set());
      manage(context, job, failed);
      if (isOver(job)) expire(context, job);
    }
  };
}

function isOver(job: KubeObject): boolean {
  return mapsAt(job, "status", "conditions").some(({ type, status }) =>
    (type === "Complete" || type === "Failed") && status === "True"
  );
}

function manage(context: ControllerContext, job: KubeObject, failed: Set<string>): void {
  if (isOver(job)) return;
  const { writer } = context;
  const pods = () => controlledBy(writer.store, "pods", job);
  const phaseOf = (pod: KubeObject) => stringAt(pod, "status", "phase");
  for (const pod of pods()) {
    const isDeleted = pod.metadata.deletionTimestamp !== undefined && phaseOf(pod) !== "Succeeded";
    if (phaseOf(pod) === "Failed" || isDeleted) failed.add(pod.metadata.uid);
  }
  const succeeded = pods().filter((pod) => phaseOf(pod) === "Succeeded").length;
  const count = Math.max(failed.size, numberAt(job, "status", "failed") ?? 0);
  const limit = numberAt(job, "spec", "backoffLimit") ?? BACKOFF_LIMIT;
  const completions = numberAt(job, "spec", "completions") ?? 1;
  const isSuspended = valueAt(job, "spec", "suspend") === true;
  const active = pods().filter(isActive);
  const outcome: Outcome = succeeded >= completions
    ? {
      type: "Complete",
      reason: "CompletionsReached",
      message: "Reached expected number of succeeded pods",
    }
    : count > limit
    ? {
      type: "Failed",
      reason: "BackoffLimitExceeded",
      message: "Job has reached the specified backoff limit",
    }
    : undefined;
  if (outcome !== undefined || isSuspended) {
    for (const pod of active) {
      deletePod(context, job, pod);
    }
  } else if (active.length === 0 && isDue(context, pods(), count)) {
    createPod(context, job, { labels: podLabels(job) });
  }
  store(context, job, { succeeded, count, outcome });
}

type Outcome =
  | { readonly type: "Complete" | "Failed"; readonly reason: string; readonly message: string }
  | undefined;

/** Reports whether the delay after the last failure is over. */
function isDue(context: ControllerContext, pods: readonly KubeObject[], count: number): boolean {
  if (count === 0) return true;
  const ends = pods.map((pod) =>
    Date.parse(
      stringAt(mapsAt(pod, "status", "containerStatuses")[0], "state", "terminated", "finishedAt"),
    ) || 0
  );
  const delayMs = Math.min(BACKOFF_MS * 2 ** (count - 1), MAX_BACKOFF_MS);
  const due = Math.max(0, ...ends) + delayMs;
  if (context.writer.now >= due) return true;
  context.wakeAt(due);
  return false;
}

function podLabels({ metadata: { name, uid } }: KubeObject): JsonMap {
  return {
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": name,
    "controller-uid": uid,
    "job-name": name,
  };
}

function store(
  { writer }: ControllerContext,
  job: KubeObject,
  { succeeded, count, outcome }: {
    readonly succeeded: number;
    readonly count: number;
    readonly outcome: Outcome;
  },
): void {
  const status = mapAt(job, "status");
  const active = controlledBy(writer.store, "pods", job).filter(isActive).length;
  const conditions = outcome === undefined ? mapsAt(status, "conditions") : mergeConditions(
    mapsAt(status, "conditions"),
    [{ ...outcome, status: "True" }],
    writer.timestamp,
  );
  const updated = writer.patch(JOB, job, {
    status: {
      ...status,
      startTime: status["startTime"] ?? writer.timestamp,
      ...active === 0 ? { active: undefined } : { active },
      ...succeeded === 0 ? {} : { succeeded },
      ...count === 0 ? {} : { failed: count },
      ...conditions.length === 0 ? {} : { conditions },
      ...outcome?.type === "Complete" ? { completionTime: writer.timestamp } : {},
    },
  });
  if (outcome === undefined) return;
  recordEvent(writer, updated, {
    type: outcome.type === "Failed" ? "Warning" : "Normal",
    reason: outcome.type === "Failed" ? outcome.reason : "Completed",
    message: outcome.type === "Failed" ? outcome.message : "Job completed",
    component: "job-controller",
  });
}

/** Deletes a Job some time after its end. */
function expire(context: ControllerContext, job: KubeObject): void {
  const seconds = numberAt(job, "spec", "ttlSecondsAfterFinished");
  if (seconds === undefined) return;
  const ends = mapsAt(job, "status", "conditions").map((one) =>
    Date.parse(stringAt(one, "lastTransitionTime"))
  );
  const due = Math.max(...ends) + seconds * 1000;
  if (context.writer.now < due) return context.wakeAt(due);
  context.writer.delete(JOB, job, { propagation: "Background" });
}

/** Creates a Job of a CronJob; returns it. */
export function createJob(
  { writer }: ControllerContext,
  owner: KubeObject,
  at: number,
  reference: JsonMap,
): KubeObject {
  const template = mapAt(owner, "spec", "jobTemplate");
  const { namespace, name } = owner.metadata;
  return writer.create(JOB, {
    metadata: {
      // As the controller of Kubernetes: minutes since the Unix epoch.
      name: `${name}-${Math.floor(at / 60_000)}`,
      ...namespace === undefined ? {} : { namespace },
      labels: mapAt(template, "metadata", "labels"),
      annotations: { "batch.kubernetes.io/cronjob-scheduled-timestamp": formatTime(at) },
      ownerReferences: [reference],
    },
    spec: mapAt(template, "spec"),
  });
}
