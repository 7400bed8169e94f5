/**
 * Installs a version on nodes without reboot, by `LifecycleService` of nodes from v1.13 on.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import type { RowFormat } from "../../output/rows.ts";
import { escapeControls } from "../../output/text.ts";
import { stopReason } from "../../platform/unfinished_error.ts";
import { installVersion } from "./install_version.ts";
import { nodeError } from "./node_facts.ts";
import { advance, initialProgress, type Update, type UpdateKind } from "./progress.ts";
import type { LiveSystem } from "../live_reporter.ts";
import { createReporter } from "./reporters.ts";

/** Options of {@linkcode installNodes}. */
export interface InstallOptions {
  /** Reference of the installer image. */
  readonly image: string;
  /** Limit for each node, milliseconds. */
  readonly timeoutMs: number;
  readonly format: RowFormat;
  readonly signal: AbortSignal;
}

/** Phase of an update, and what is awaited from there on. */
interface UpdateDetails {
  readonly phase?: string;
  readonly awaited?: string | undefined;
}

/** Pulls the image and installs its version on all nodes in parallel; returns the failed ones. */
export async function installNodes(
  system: LiveSystem,
  client: NodeClient,
  options: InstallOptions,
): Promise<NodeFailure[]> {
  const { clock } = system;
  const { format, signal } = options;
  const now = clock.now();
  const progress = new Map(client.nodes.map((node) => [node, initialProgress(node, now)]));
  const reporter = createReporter(system, {
    format,
    signal,
    progress: () => [...progress.values()],
  });
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
    reporter.event(update);
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
  const written = reporter.end();
  if (signal.aborted) {
    await written.catch(() => {}); // the reason of the signal is reported
    for (const { node, endedAt, text } of progress.values()) {
      // Nodes end the installer with its call.
      const rest = endedAt === undefined ? "installation stopped before its end" : text;
      await system.stderr.write(`osctl: ${escapeControls(node)}: ${escapeControls(rest)}\n`);
    }
    throw stopReason(signal);
  }
  await written;
  const failures: NodeFailure[] = [];
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    if (!(result.reason instanceof OsctlError)) throw result.reason;
    failures.push({ node: client.nodes[index]!, error: result.reason });
  }
  return failures;
}
