/**
 * Installs a version on nodes without reboot, by `LifecycleService` of nodes from v1.13 on.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import { installVersion } from "./install_version.ts";
import { nodeError } from "./node_facts.ts";
import { advance, initialProgress, type Update, type UpdateKind } from "./progress.ts";
import type { TrackedNodes } from "./track_nodes.ts";
import type { ProcedureSystem } from "../context.ts";

/** Options of {@linkcode installNodes}. */
export interface InstallOptions {
  /** Reference of the installer image. */
  readonly image: string;
  /** Limit for each node, milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly report: (update: Update) => void;
}

/** Phase of an update, and what is awaited from there on. */
interface UpdateDetails {
  readonly phase?: string;
  readonly awaited?: string | undefined;
}

/**
 * Pulls the image and installs its version on all nodes in parallel. When the signal is aborted,
 * resolves with what is left on the nodes.
 */
export async function installNodes(
  { clock }: Pick<ProcedureSystem, "clock">,
  client: NodeClient,
  options: InstallOptions,
): Promise<Omit<TrackedNodes, "logs">> {
  const { signal } = options;
  const now = clock.now();
  const progress = new Map(client.nodes.map((node) => [node, initialProgress(node, now)]));
  const report = (node: string, kind: UpdateKind, text: string, details: UpdateDetails = {}) => {
    const { phase, awaited } = details;
    const update: Update = {
      node,
      kind,
      text,
      time: clock.now(),
      ...phase === undefined ? {} : { phase },
      ...awaited === undefined ? {} : { awaited },
    };
    progress.set(node, advance(progress.get(node)!, update));
    options.report(update);
  };
  const results = await Promise.allSettled(client.nodes.map(async (node) => {
    try {
      await installVersion(client, {
        node,
        signal,
        report: (phase, text, awaited) => report(node, "event", text, { phase, awaited }),
      }, { clock, ...options });
      report(node, "done", "installed; the next reboot starts it");
    } catch (failure) {
      signal.throwIfAborted();
      const error = nodeError(node, failure);
      if (error instanceof OsctlError) report(node, "failed", error.message);
      throw error;
    }
  }));
  if (signal.aborted) {
    // Nodes end the installer with its call.
    const left = [...progress.values()].map(({ node, endedAt, text }) => ({
      node,
      text: endedAt === undefined ? "installation stopped before its end" : text,
    }));
    return { failures: [], left };
  }
  const failures: NodeFailure[] = [];
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    if (!(result.reason instanceof OsctlError)) throw result.reason;
    failures.push({ node: client.nodes[index]!, error: result.reason });
  }
  return { failures, left: [] };
}
