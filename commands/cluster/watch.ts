import { int, string } from "../../lib/cli/flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import { inClusterFlags, runsInCluster } from "../in_cluster_flags.ts";
import { claimFlags, s3Flags } from "../snapshot_flags.ts";
import { command } from "../wiring.ts";
import { fileFlags, rejectLocalFlags } from "./file_flags.ts";

export default command("watch")
  .summary("Schedule drift checks and etcd snapshots")
  .details(
    "Creates CronJobs in the cluster. With --schedule, they run cluster plan, whose pod " +
      "fails with exit code 2 if the cluster differs from its file. With --snapshot-schedule, " +
      "they save etcd snapshots to a volume or an object store. Each run records its result in a ConfigMap and " +
      "as an event. Times are in UTC unless the controller manager uses another time zone.",
  )
  .flags({
    ...fileFlags,
    schedule: string({
      help: "when to run cluster plan, five cron fields",
      placeholder: "cron",
      extra: true,
    }),
    snapshotSchedule: string({
      help: "when to save etcd snapshots, five cron fields",
      placeholder: "cron",
      extra: true,
    }),
    metricsPort: int({
      default: 0,
      help: "port on which the running pod serves Prometheus metrics; 0: none",
      extra: true,
    }),
    snapshotStore: string({
      help: "folder of an object store for the snapshots, instead of --claim",
      placeholder: "s3://bucket/folder/",
      extra: true,
    }),
    ...claimFlags,
    ...s3Flags,
    ...inClusterFlags,
  })
  .example(
    "osctl cluster watch --in-cluster --pod-image registry.example.com/osctl:v1 --schedule '0 3 * * *'",
    "Compare the cluster with cluster.yaml every night",
  )
  .extra()
  .run(async (context, { flags, given }) => {
    rejectLocalFlags(given);
    if (!runsInCluster(flags, given)) {
      throw new OsctlError("usage", "cluster watch requires --in-cluster", {
        hint: "run cluster plan from cron of this machine instead",
      });
    }
    const { launchWatch } = await import("../../lib/console/rolling/in_cluster/launch_cluster.ts");
    await launchWatch(context, { ...flags, yes: true });
  });
