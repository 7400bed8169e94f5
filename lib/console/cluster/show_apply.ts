/**
 * Shows the application of a cluster file: its plan, the question, and each phase.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { printRows } from "../../output/print_rows.ts";
import { withProgress } from "../../output/progress.ts";
import { escapeControls } from "../../output/text.ts";
import { applyCluster, type ApplyOptions } from "../../procedures/cluster/apply_cluster.ts";
import { type ClusterPlan, hasDowngrade } from "../../procedures/cluster/plan_cluster.ts";
import { removableNodes } from "../../procedures/cluster/remove_nodes.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import { asksForConfirmation } from "../confirm_disruption.ts";
import type { ConsoleContext } from "../context.ts";
import { showUpgradeSteps } from "../kubernetes_upgrade/show_upgrade.ts";
import { ConsoleObserver } from "../rolling/roll_nodes.ts";
import { confirmRemoval } from "./confirm_removal.ts";
import { planView } from "./plan_view.ts";
import { printNotices } from "../print_notices.ts";

type Context = ConsoleContext<NodeClient>;

/** A cluster file to apply. */
export interface ShowApplyOptions extends ApplyOptions {
  /** Confirmed on the command line. */
  readonly yes: boolean;
}

/**
 * Applies a cluster file: new nodes, configurations, versions of Talos Linux, Kubernetes.
 *
 * @throws {OsctlError} the first failure, with the command that continues.
 */
export async function showApply(context: Context, options: ShowApplyOptions): Promise<void> {
  const { stderr } = context;
  const result = await applyCluster(context, options, {
    notice: printNotices(context),
    planned: (plan) =>
      printRows(context, plan.nodes, planView, {
        output: "table",
        noHeaders: false,
        wide: false,
        columns: [],
        filter: "",
        sortBy: "",
      }),
    confirm: (plan) => confirm(context, plan, options, options.yes),
    awaiting: (text, body) => withProgress(context, text, body),
    configured: (text) => stderr.write(`${text}\n`),
    rolling: ({ connection, isRemoval }) => {
      const shown = { connection, output: "text", yes: true, isIrreversible: isRemoval } as const;
      return new ConsoleObserver(context, shown, "table");
    },
    upgradeKubernetes: (run) =>
      showUpgradeSteps(context, { connection: options, output: "text", yes: true }, run),
  });
  if (result === "unchanged") await stderr.write("nothing to do\n");
}

async function confirm(
  context: Context,
  plan: ClusterPlan,
  connection: ConnectionOptions,
  yes: boolean,
): Promise<void> {
  const lines = plan.steps.map((step, index) => `${index + 1}. ${escapeControls(step)}\n`);
  await context.stderr.write(`Steps:\n${lines.join("")}`);
  if (removableNodes(plan).length > 0) {
    return await confirmRemoval(context, plan, { connection, yes });
  }
  if (!asksForConfirmation(context, { yes })) return;
  const question = hasDowngrade(plan)
    ? "Apply these steps, with the downgrade?"
    : "Apply these steps?";
  if (await context.prompts.confirm(question)) return;
  throw new OsctlError("cancelled", "nothing was changed");
}
