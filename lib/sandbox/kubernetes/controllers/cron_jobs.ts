/**
 * CronJobs: a Job at each time of the schedule.
 *
 * @module
 */
import { nextCronTime, parseCronSchedule } from "../../../output/cron_schedule.ts";
import { kindOf } from "../../objects/kinds.ts";
import {
  formatTime,
  type KubeObject,
  mapsAt,
  numberAt,
  stringAt,
  valueAt,
} from "../../objects/objects.ts";
import { type Controller, type ControllerContext, controllerReference } from "./controller.ts";
import { recordEvent } from "./events.ts";
import { createJob } from "./jobs.ts";
import { controlledBy } from "./workload_pods.ts";

const CRON_JOB = kindOf("CronJob.batch");
const JOB = kindOf("Job.batch");
const HISTORY = { Complete: 3, Failed: 1 };

/** Creates the Jobs of CronJobs, and removes old ones. */
export const manageCronJobs: Controller = (context) => {
  for (const cronJob of context.writer.store.list("cronjobs.batch")) {
    if (cronJob.metadata.deletionTimestamp === undefined) manage(context, cronJob);
  }
};

function manage(context: ControllerContext, cronJob: KubeObject): void {
  const { writer } = context;
  const jobs = controlledBy(writer.store, "jobs.batch", cronJob);
  const active = jobs.filter((job) => endOf(job) === undefined);
  removeOld(context, cronJob, jobs);
  const last = stringAt(cronJob, "status", "lastScheduleTime");
  const since = Date.parse(last || cronJob.metadata.creationTimestamp);
  const due = nextCronTime(parseCronSchedule(stringAt(cronJob, "spec", "schedule")), since);
  const isForbidden = stringAt(cronJob, "spec", "concurrencyPolicy") === "Forbid" &&
    active.length > 0;
  let scheduled = last;
  const started = [...active];
  if (due !== undefined && valueAt(cronJob, "spec", "suspend") !== true && !isForbidden) {
    if (writer.now < due) context.wakeAt(due);
    else {
      const job = createJob(context, cronJob, due, controllerReference(cronJob));
      started.push(job);
      scheduled = formatTime(due);
      recordEvent(writer, cronJob, {
        reason: "SuccessfulCreate",
        message: `Created job ${job.metadata.name}`,
        component: "cronjob-controller",
      });
    }
  }
  const status = {
    ...started.length === 0 ? {} : {
      active: started.map(({ metadata: { name, namespace, uid } }) => ({
        apiVersion: "batch/v1",
        kind: "Job",
        name,
        ...namespace === undefined ? {} : { namespace },
        uid,
      })),
    },
    ...scheduled === "" ? {} : { lastScheduleTime: scheduled },
  };
  writer.patch(CRON_JOB, cronJob, { status });
}

function endOf(job: KubeObject): "Complete" | "Failed" | undefined {
  const end = mapsAt(job, "status", "conditions").find(({ type, status }) =>
    (type === "Complete" || type === "Failed") && status === "True"
  );
  return end && end["type"] as "Complete" | "Failed";
}

function removeOld(
  { writer }: ControllerContext,
  cronJob: KubeObject,
  jobs: readonly KubeObject[],
): void {
  const limits = {
    Complete: numberAt(cronJob, "spec", "successfulJobsHistoryLimit") ?? HISTORY.Complete,
    Failed: numberAt(cronJob, "spec", "failedJobsHistoryLimit") ?? HISTORY.Failed,
  };
  for (const kind of ["Complete", "Failed"] as const) {
    const ended = jobs.filter((job) => endOf(job) === kind)
      .toSorted((a, b) => a.metadata.creationTimestamp < b.metadata.creationTimestamp ? 1 : -1);
    for (const job of ended.slice(limits[kind])) {
      writer.delete(JOB, job, { propagation: "Background" });
    }
  }
}
