import { int, string } from "../../lib/cli/flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import { inClusterFlags, runsInCluster } from "../in_cluster_flags.ts";
import { claimFlags } from "../snapshot_flags.ts";
import { command } from "../wiring.ts";
import { fileFlags, rejectLocalFlags } from "./file_flags.ts";

export default command("watch")
  .summary("Look for drift regularly, in the cluster")
  .details(
    "Creates CronJobs in the cluster: with --schedule, cluster plan, whose pod fails with exit code " +
      "2 when the cluster differs from its file; with --snapshot-schedule, etcd snapshots in a " +
      "volume. Each run records its result in a ConfigMap and as an event. Times are UTC, unless " +
      "the controller manager has another time zone.",
  )
  .flags({
    ...fileFlags,
    schedule: string({
      help: "times of cluster plan, five fields of cron",
      placeholder: "cron",
      extra: true,
    }),
    snapshotSchedule: string({
      help: "times of snapshots of etcd, five fields of cron",
      placeholder: "cron",
      extra: true,
    }),
    metricsPort: int({
      default: 0,
      help: "port of the pod with metrics for Prometheus, while it runs; 0: none",
      extra: true,
    }),
    ...claimFlags,
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
    const { launchWatch } = await import("../../lib/operations/in_cluster/launch_cluster.ts");
    await launchWatch(context, { ...flags, yes: true });
  });
