/**
 * Runs the checks of `health`, on a node or from this machine.
 *
 * @module
 */
import { createDeadline } from "../../async/deadline.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { MAX_TIMER_MS, parseTimeouts } from "../../client/timeouts.ts";
import { CheckLog, failedChecks } from "../../procedures/health/check_log.ts";
import { HEALTH_CHECKS, parseSkipped } from "../../procedures/health/checks.ts";
import { type ClusterNodeNames, parseClusterNodes } from "../../procedures/health/cluster_nodes.ts";
import { parseEndpoint } from "../../kubernetes/connect.ts";
import { openTarget } from "../../procedures/health/open_target.ts";
import { checksView, createHealthReporter } from "./report.ts";
import {
  HealthDeadline,
  runChecksOnce,
  waitForChecks,
} from "../../procedures/health/run_checks.ts";
import { runServerCheck } from "../../procedures/health/server_check.ts";
import { createColours } from "../../output/colour.ts";
import { createRowWriter, type RowFormat } from "../../output/rows.ts";
import { type RecordOutput, selectFormat } from "../../output/select_format.ts";
import { getTableWidth } from "../../output/table_options.ts";
import { printTopFinding } from "../diagnosis/top_finding.ts";
import type { ConsoleContext } from "../context.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";

/** Values of the flags of `health`. */
export interface HealthValues extends ConnectionOptions, ClusterNodeNames {
  readonly k8sEndpoint: string;
  readonly server: boolean;
  readonly waitTimeout: number;
  readonly once: boolean;
  readonly skip: readonly string[];
  readonly output: RecordOutput;
  /** Print all columns of `once` in full on a terminal. */
  readonly wide: boolean;
}

/**
 * Checks the health of a cluster and reports it.
 *
 * @throws {OsctlError} that names the failed checks.
 */
export async function runHealth(
  context: ConsoleContext<NodeClient>,
  flags: HealthValues,
): Promise<void> {
  const { clock, signal } = context;
  const { once } = flags;
  const cluster = parseClusterNodes(flags);
  const skipped = parseSkipped(flags.skip);
  if (flags.k8sEndpoint !== "") parseEndpoint(flags.k8sEndpoint);
  const { callMs } = parseTimeouts(context.env);
  const timeoutMs = Math.min(flags.waitTimeout, MAX_TIMER_MS);
  const log: CheckLog = new CheckLog(clock, (status) => reporter?.changed(status));
  const format = flags.output === "text" ? "table" : await selectFormat(flags.output, {
    view: checksView(log),
    terminal: context.terminal.isTerminal("stdout"),
  });
  await using client = await context.openClient({
    connection: flags,
    defaultToEndpoints: !flags.server,
    selectControlPlane: flags.server,
  });
  const node = flags.server ? client.singleNode("health") : undefined;
  if (!once) await context.status?.hide();
  const reporter = once
    ? undefined
    : createHealthReporter(context, { format, node, log: () => log, signal });
  try {
    if (node !== undefined) {
      await runServerCheck(client, node, log, {
        cluster,
        endpoint: flags.k8sEndpoint,
        clock,
        timeoutMs,
        signal,
        note: (text) => reporter?.note(text),
      });
    } else {
      const expired = () => new HealthDeadline();
      using deadline = createDeadline({ clock, ms: timeoutMs, signals: [signal], expired });
      using target = await openTarget(context, client, {
        callMs,
        endpoint: flags.k8sEndpoint,
        cluster,
        once,
        signal: deadline.signal,
        undiscovered: (reason) => reporter?.note(`waiting for cluster members: ${reason}`),
      });
      const run = once ? runChecksOnce : waitForChecks;
      await run(target, log, { checks: HEALTH_CHECKS, skipped, clock, signal: deadline.signal });
    }
  } catch (error) {
    await reporter?.end();
    if (error instanceof OsctlError && error.kind === "node" && !once) {
      await printTopFinding(context, client, flags);
    }
    throw error;
  }
  await reporter?.end();
  if (once) await printOnce(context, log, { format, wide: flags.wide });
  const failed = failedChecks(log.statuses);
  if (failed !== undefined) throw failed;
}

async function printOnce(
  context: ConsoleContext<NodeClient>,
  log: CheckLog,
  { format, wide }: { readonly format: RowFormat; readonly wide: boolean },
): Promise<void> {
  const writer = createRowWriter(context.stdout, checksView(log), {
    format,
    endless: format !== "table",
    nodes: false,
    width: getTableWidth(context, { wide }),
    canHide: true,
    colours: createColours(context),
  });
  for (const status of log.statuses) await writer.add(null, status);
  await writer.end();
}
