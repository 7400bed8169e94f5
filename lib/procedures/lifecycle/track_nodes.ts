/**
 * Performs an action on all nodes in parallel and reports its progress.
 *
 * @module
 */
import { Barrier } from "../../async/barrier.ts";
import { MAX_TIMER_MS } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import type { LifecycleAction } from "./action.ts";
import { collectKernelLog, KernelLog } from "./kernel_logs.ts";
import { advance, initialProgress, type NodeProgress, type Update } from "./progress.ts";
import { trackNode, type TrackOptions } from "./track_node.ts";
import type { ProcedureSystem } from "../context.ts";

/** Requests wait this long for nodes that are not ready for them, milliseconds. */
const REQUEST_DELAY_MS = 1000;

/** Options of {@linkcode trackNodes}. */
export interface TrackNodesOptions
  extends Pick<TrackOptions, "openMaintenance" | "timeoutMs" | "signal" | "report"> {
  /** Collect the latest kernel messages of nodes. */
  readonly debug: boolean;
}

/** A line about a node. */
export interface NodeText {
  readonly node: string;
  readonly text: string;
}

/** Result of an action. */
export interface TrackedNodes {
  /** The nodes that failed, in the order of the client. */
  readonly failures: readonly NodeFailure[];
  /** What continues, has failed or remains on interrupted and failed nodes. */
  readonly left: readonly NodeText[];
  /** The latest kernel messages of the nodes that failed, with `debug`. */
  readonly logs: ReadonlyMap<string, KernelLog>;
}

/**
 * Performs an action on every node of a client. When the signal is aborted, resolves with what
 * continues on the nodes.
 *
 * @param actionOf returns the action of a node.
 */
export async function trackNodes(
  { clock }: Pick<ProcedureSystem, "clock">,
  client: NodeClient,
  actionOf: (node: string) => LifecycleAction,
  options: TrackNodesOptions,
): Promise<TrackedNodes> {
  const { debug, signal } = options;
  const { nodes } = client;
  const progress = new Map(nodes.map((node) => [node, initialProgress(node, clock.now())]));
  const report = (update: Update) => {
    progress.set(update.node, advance(progress.get(update.node)!, update));
    options.report(update);
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
  if (signal.aborted) {
    const left = [...progress.values()].flatMap((one) => describeRest(actionOf(one.node), one));
    return { failures, left, logs: new Map() };
  }
  const bug = results.find((result) => result.status === "rejected");
  if (bug !== undefined) throw bug.reason;
  const left = failures.map(({ node }) => ({
    node,
    text: actionOf(node).describeRest?.(node) ?? "",
  }))
    .filter(({ text }) => text !== "");
  return {
    failures: nodes.flatMap((node) => failures.filter((failure) => failure.node === node)),
    left,
    logs: new Map(debug ? failures.map(({ node }) => [node, logs.get(node)!]) : []),
  };
}

/** Returns lines about what continues, has failed or remains on an interrupted node. */
function describeRest(action: LifecycleAction, progress: NodeProgress): NodeText[] {
  const { name } = action;
  const { node, kind, request, phase, task, awaited, endedAt, text } = progress;
  const left = action.describeRest?.(node) ?? "";
  const remains = left === "" ? [] : [{ node, text: left }];
  // A terminal may show the start of the text only.
  if (kind === "failed") return [{ node, text }, ...remains];
  if (endedAt !== undefined) return remains;
  // Phases after the loss of the connection belong to the boot, which may have ended.
  const parts = kind === "acknowledged" ? [phase && `phase ${phase}`, task && `task ${task}`] : [];
  const at = parts.filter((part) => part).join(", ") || (awaited && `waiting for ${awaited}`);
  const rest = request === "unsent"
    ? `${name} not requested`
    : request === "sent"
    ? `${name} requested but not acknowledged; the node may perform it`
    : `${name} continues on the node${at === "" ? "" : ` (${at})`}`;
  return [{ node, text: rest }, ...remains];
}
