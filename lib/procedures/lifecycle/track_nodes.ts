/**
 * Performs an action on all nodes in parallel and shows its progress.
 *
 * @module
 */
import { Barrier } from "../../async/barrier.ts";
import { MAX_TIMER_MS } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import { hasColour } from "../../output/colour.ts";
import { escapeControls } from "../../output/text.ts";
import { stopReason } from "../../platform/unfinished_error.ts";
import type { LifecycleAction } from "./action.ts";
import { collectKernelLog, KernelLog } from "./kernel_logs.ts";
import { advance, initialProgress, type NodeProgress, type Update } from "./progress.ts";
import type { RowFormat } from "../../output/rows.ts";
import type { LiveSystem } from "../live_reporter.ts";
import { createReporter } from "./reporters.ts";
import { trackNode, type TrackOptions } from "./track_node.ts";

/** Requests wait this long for nodes that are not ready for them, milliseconds. */
const REQUEST_DELAY_MS = 1000;

/** Options of {@linkcode trackNodes}. */
export interface TrackNodesOptions
  extends Pick<TrackOptions, "openMaintenance" | "timeoutMs" | "signal"> {
  readonly format: RowFormat;
  /** Print the latest kernel messages of nodes that fail. */
  readonly debug: boolean;
}

/**
 * Performs an action on every node of a client.
 *
 * @param actionOf returns the action of a node.
 * @returns The nodes that failed.
 * @throws The signal's reason when it is aborted, after printing what continues on the nodes.
 */
export async function trackNodes(
  system: LiveSystem,
  client: NodeClient,
  actionOf: (node: string) => LifecycleAction,
  options: TrackNodesOptions,
): Promise<NodeFailure[]> {
  const { clock, stderr } = system;
  const { format, debug, signal } = options;
  const { nodes } = client;
  const progress = new Map(nodes.map((node) => [node, initialProgress(node, clock.now())]));
  const reporter = createReporter(system, {
    format,
    signal,
    progress: () => [...progress.values()],
  });
  const report = (update: Update) => {
    progress.set(update.node, advance(progress.get(update.node)!, update));
    reporter.event(update);
  };
  const logs = new Map(nodes.map((node) => [node, new KernelLog()]));
  const stopLogs = new AbortController();
  const logSignal = AbortSignal.any([signal, stopLogs.signal]);
  const collections = !debug
    ? []
    : [...logs].map(([node, log]) =>
      collectKernelLog(client, node, log, { clock, signal: logSignal })
    );
  const failures: NodeFailure[] = [];
  // A node that restarts may be the endpoint through which the others receive their request.
  const barrier = new Barrier(nodes, clock, REQUEST_DELAY_MS);
  // The same holds for nodes that still install.
  const preparation = new Barrier(nodes, clock, MAX_TIMER_MS);
  const track = async (node: string) => {
    const prepared = () => preparation.arrive(node);
    const mayRequest = () => barrier.arrive(node);
    const action = actionOf(node);
    try {
      await trackNode(action, node, { ...options, client, clock, report, prepared, mayRequest });
    } catch (error) {
      if (signal.aborted || !(error instanceof OsctlError)) throw error;
      failures.push({ node, error });
    } finally {
      void preparation.arrive(node);
      void barrier.arrive(node);
    }
  };
  const results = await Promise.allSettled(nodes.map(track));
  stopLogs.abort(new OsctlError("cancelled", "action complete"));
  await Promise.all(collections);
  const written = reporter.end();
  if (signal.aborted) {
    await written.catch(() => {}); // the reason of the signal is reported
    await stderr.write(
      [...progress.values()].map((one) => describeRest(actionOf(one.node), one))
        .join(""),
    );
    throw stopReason(signal);
  }
  await written;
  for (const { node } of failures) {
    const rest = actionOf(node).describeRest?.(node) ?? "";
    if (rest !== "") await stderr.write(formatRest(node, rest));
  }
  const bug = results.find((result) => result.status === "rejected");
  if (bug !== undefined) throw bug.reason;
  if (debug) {
    const colour = hasColour(system, "stderr");
    for (const { node } of failures) {
      await stderr.write(logs.get(node)!.toText(`${node}: `, colour));
    }
  }
  return nodes.flatMap((node) => failures.filter((failure) => failure.node === node));
}

/** Returns lines about what continues, has failed or remains on an interrupted node. */
function describeRest(action: LifecycleAction, progress: NodeProgress): string {
  const { name } = action;
  const { node, kind, request, phase, task, awaited, endedAt, text } = progress;
  const left = action.describeRest?.(node) ?? "";
  const remains = left === "" ? "" : formatRest(node, left);
  // A terminal may show the start of the text only.
  if (kind === "failed") return formatRest(node, text) + remains;
  if (endedAt !== undefined) return remains;
  // Phases after the loss of the connection belong to the boot, which may have ended.
  const parts = kind === "acknowledged" ? [phase && `phase ${phase}`, task && `task ${task}`] : [];
  const at = parts.filter((part) => part).join(", ") || (awaited && `waiting for ${awaited}`);
  const rest = request === "unsent"
    ? `${name} not requested`
    : request === "sent"
    ? `${name} requested but not acknowledged; the node may perform it`
    : `${name} continues on the node${at === "" ? "" : ` (${at})`}`;
  return formatRest(node, rest) + remains;
}

function formatRest(node: string, text: string): string {
  return `osctl: ${escapeControls(node)}: ${escapeControls(text)}\n`;
}
