import { bool, duration, string } from "../../lib/cli/flags.ts";
import { yesFlag } from "../../lib/cli/yes_flag.ts";
import { acceptMismatch } from "../apply_flags.ts";
import { checkTimeout, drainTimeout } from "../lifecycle_flags.ts";
import { reinstallFlag } from "../rolling_flags.ts";
import { command } from "../wiring.ts";
import { inClusterFlags, runsInCluster, toArguments } from "../in_cluster_flags.ts";
import { fileFlags, machineFlags, rejectLocalFlags } from "./file_flags.ts";

const MINUTE_MS = 60_000;

const limitFlags = {
  timeout: duration({ default: 30 * MINUTE_MS, help: "time limit of each step", extra: true }),
  drainTimeout,
  gateChecks: string({
    default: "3/6s",
    help: "consecutive checks that gates must pass, and the time they span",
    placeholder: "count/time",
    extra: true,
  }),
  acceptQuorumLoss: bool({
    help: "restart control plane nodes even if etcd loses its quorum",
    extra: true,
  }),
  acceptMismatch,
  allowDowngrade: bool({
    help: "install older versions of Talos Linux, and older patch versions of Kubernetes",
    extra: true,
  }),
};

export default command("apply")
  .summary("Apply a cluster file to a cluster")
  .details(
    "Configures nodes in maintenance mode, bootstraps etcd of a new cluster, applies " +
      "changed configurations, and upgrades Talos Linux, then Kubernetes. All versions, machines and " +
      "configurations are checked before the first change. Nodes change one at " +
      "a time, as with --rolling, so that etcd keeps its quorum. The first failure ends the " +
      "command; run it again to continue, with --resume if the error says so. Last, after a " +
      "confirmation, nodes with remove: true are drained, removed from etcd and Kubernetes, " +
      "and wiped. If a node does not respond, nothing is changed unless the file locks this " +
      "node. A plan stored by cluster plan --out is rejected if the file or the cluster has " +
      "changed since.",
  )
  .args({ plan: "[plan]" }, { plan: "localFile" })
  .flags({
    ...fileFlags,
    ...machineFlags,
    ...limitFlags,
    noSnapshot: bool({
      help: "skip the etcd snapshot before control plane nodes change",
      extra: true,
    }),
    resume: string({
      help: "continue the rolling change recorded in a journal, then apply the rest",
      placeholder: "journal",
      complete: "localFile",
      extra: true,
    }),
    ...reinstallFlag,
    ...yesFlag,
    ...inClusterFlags,
  })
  .example("osctl cluster apply", "Apply cluster.yaml to the cluster of the current context")
  .example("osctl cluster apply -f lab.yaml --yes", "Apply without a confirmation")
  .example("osctl cluster apply plan.json", "Apply a stored plan, if nothing changed since")
  .extra()
  .run(async (context, { args, flags, given }) => {
    rejectLocalFlags(given);
    checkTimeout(flags.timeout);
    if (runsInCluster(flags, given)) {
      const { launchApply } = await import(
        "../../lib/console/rolling/in_cluster/launch_cluster.ts"
      );
      return await launchApply(context, {
        flags,
        plan: args.plan ?? "",
        resume: flags.resume,
        args: toArguments(limitFlags, flags, given),
      });
    }
    const { showApply } = await import("../../lib/console/cluster/show_apply.ts");
    const { parseSteadiness } = await import("../../lib/procedures/rolling/options.ts");
    const { timeout: stepMs, drainTimeout: drainMs, noSnapshot, resume, gateChecks, ...options } =
      flags;
    const { plan } = args;
    await showApply(context, {
      ...options,
      limits: { stepMs, drainMs },
      steadiness: parseSteadiness(gateChecks),
      hasSnapshot: !noSnapshot,
      ...resume === "" ? {} : { resume },
      ...plan === undefined ? {} : { plan },
    });
  });
