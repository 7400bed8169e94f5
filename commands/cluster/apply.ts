import { bool, duration, string } from "../../lib/cli/flags.ts";
import { yesFlag } from "../../lib/cli/yes_flag.ts";
import { checkTimeout, drainTimeout } from "../lifecycle_flags.ts";
import { command } from "../wiring.ts";
import { inClusterFlags, runsInCluster, toArguments } from "../in_cluster_flags.ts";
import { fileFlags, machineFlags, rejectLocalFlags } from "./file_flags.ts";

const MINUTE_MS = 60_000;

const limitFlags = {
  timeout: duration({ default: 30 * MINUTE_MS, help: "limit of each step", extra: true }),
  drainTimeout,
  gateChecks: string({
    default: "3/6s",
    help: "checks in a row that gates must pass, and their time",
    placeholder: "count/time",
    extra: true,
  }),
  acceptQuorumLoss: bool({
    help: "restart control planes although etcd loses its quorum",
    extra: true,
  }),
};

export default command("apply")
  .summary("Make a cluster what its file declares")
  .details(
    "Configures nodes in maintenance mode, bootstraps etcd of a new cluster, applies " +
      "configurations, upgrades Talos Linux and then Kubernetes. Nodes change one after the other, " +
      "as with --rolling: etcd keeps its quorum, and the first failure ends the command. The same " +
      "command continues; the message says when it needs --resume. Nodes with remove: true are " +
      "drained, removed from etcd and Kubernetes, and wiped, last and after a confirmation. " +
      "A silent node prevents every change unless it is locked. With a plan of cluster plan --out, " +
      "nothing is changed when the file or the cluster is another one than at that time.",
  )
  .args({ plan: "[plan]" }, { plan: "localFile" })
  .flags({
    ...fileFlags,
    ...machineFlags,
    ...limitFlags,
    noSnapshot: bool({
      help: "do not store a snapshot of etcd before control planes change",
      extra: true,
    }),
    resume: string({
      help: "continue the rolling change of a journal, then apply the rest",
      placeholder: "journal",
      complete: "localFile",
      extra: true,
    }),
    ...yesFlag,
    ...inClusterFlags,
  })
  .example("osctl cluster apply", "Apply cluster.yaml to the cluster of the current context")
  .example("osctl cluster apply -f lab.yaml --yes", "Apply without a question")
  .example("osctl cluster apply plan.json", "Apply a stored plan, if nothing changed since")
  .extra()
  .run(async (context, { args, flags, given }) => {
    rejectLocalFlags(given);
    checkTimeout(flags.timeout);
    if (runsInCluster(flags, given)) {
      const { launchApply } = await import("../../lib/operations/in_cluster/launch_cluster.ts");
      return await launchApply(context, {
        flags,
        plan: args.plan ?? "",
        resume: flags.resume,
        args: toArguments(limitFlags, flags, given),
      });
    }
    const { applyCluster } = await import(
      "../../lib/operations/declared_cluster/apply_cluster.ts"
    );
    await applyCluster(context, { ...flags, plan: args.plan ?? "" });
  });
