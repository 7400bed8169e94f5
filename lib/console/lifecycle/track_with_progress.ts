/**
 * Performs actions on nodes, shows their progress, and prints what is left on the nodes.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import type { NodeFailure } from "../../errors.ts";
import { hasColour } from "../../output/colour.ts";
import type { RowFormat } from "../../output/rows.ts";
import { escapeControls } from "../../output/text.ts";
import { stopReason } from "../../platform/unfinished_error.ts";
import {
  advance,
  initialProgress,
  installNodes,
  type InstallOptions,
  type LifecycleAction,
  type TrackedNodes,
  trackNodes,
  type TrackNodesOptions,
  type Update,
} from "../../procedures/lifecycle/mod.ts";
import type { LiveSystem } from "../live_reporter.ts";
import { createReporter } from "./reporters.ts";

/** How progress is shown. */
interface ProgressOptions {
  readonly format: RowFormat;
  readonly signal: AbortSignal;
}

/**
 * Performs an action on every node of a client.
 *
 * @param actionOf returns the action of a node.
 * @returns The nodes that failed.
 * @throws The signal's reason when it is aborted, after printing what continues on the nodes.
 */
export async function trackWithProgress(
  system: LiveSystem,
  client: NodeClient,
  actionOf: (node: string) => LifecycleAction,
  options: Omit<TrackNodesOptions, "report"> & ProgressOptions,
): Promise<readonly NodeFailure[]> {
  return await withProgress(
    system,
    client.nodes,
    options,
    (report) => trackNodes(system, client, actionOf, { ...options, report }),
  );
}

/**
 * Pulls an image and installs its version on all nodes.
 *
 * @returns The nodes that failed.
 * @throws The signal's reason when it is aborted, after printing where the nodes are.
 */
export async function installWithProgress(
  system: LiveSystem,
  client: NodeClient,
  options: Omit<InstallOptions, "report"> & ProgressOptions,
): Promise<readonly NodeFailure[]> {
  return await withProgress(
    system,
    client.nodes,
    options,
    async (report) => ({
      ...await installNodes(system, client, { ...options, report }),
      logs: new Map(),
    }),
  );
}

async function withProgress(
  system: LiveSystem,
  nodes: readonly string[],
  { format, signal }: ProgressOptions,
  body: (report: (update: Update) => void) => Promise<TrackedNodes>,
): Promise<readonly NodeFailure[]> {
  const { clock, stderr } = system;
  const progress = new Map(nodes.map((node) => [node, initialProgress(node, clock.now())]));
  const reporter = createReporter(system, {
    format,
    signal,
    progress: () => [...progress.values()],
  });
  let result: TrackedNodes;
  try {
    result = await body((update) => {
      progress.set(update.node, advance(progress.get(update.node)!, update));
      reporter.event(update);
    });
  } catch (error) {
    await reporter.end().catch(() => {}); // the error of the action is reported
    throw error;
  }
  const { failures, left, logs } = result;
  const written = reporter.end();
  // The reason of the signal is reported, not an output that is closed.
  await (signal.aborted ? written.catch(() => {}) : written);
  await stderr.write(
    left.map(({ node, text }) => `osctl: ${escapeControls(node)}: ${escapeControls(text)}\n`)
      .join(""),
  );
  if (signal.aborted) throw stopReason(signal);
  const colour = hasColour(system, "stderr");
  for (const [node, log] of logs) await stderr.write(log.toText(`${node}: `, colour));
  return failures;
}
