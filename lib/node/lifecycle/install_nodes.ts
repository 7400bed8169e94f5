/**
 * Installs a version on nodes without reboot, by `LifecycleService` of nodes from v1.13 on.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { LifecycleService } from "../../../proto/machine.ts";
import type { NodeClient } from "../../client/types.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import type { RowFormat } from "../../output/rows.ts";
import { pullImage } from "../images/mod.ts";
import { nodeError } from "./node_facts.ts";
import { advance, initialProgress, type Update, type UpdateKind } from "./progress.ts";
import { createReporter, type ReporterSystem } from "./reporters.ts";

/** Options of {@linkcode installNodes}. */
export interface InstallOptions {
  /** Reference of the installer image. */
  readonly image: string;
  /** Limit for each node, milliseconds. */
  readonly timeoutMs: number;
  readonly format: RowFormat;
  readonly signal: AbortSignal;
}

/** Pulls the image and installs its version on all nodes in parallel; returns the failed ones. */
export async function installNodes(
  system: ReporterSystem,
  client: NodeClient,
  options: InstallOptions,
): Promise<NodeFailure[]> {
  const { clock } = system;
  const { format, signal } = options;
  const now = clock.now();
  const progress = new Map(client.nodes.map((node) => [node, initialProgress(node, now)]));
  const reporter = createReporter(system, {
    ...{ format, signal },
    progress: () => [...progress.values()],
  });
  const report = (node: string, kind: UpdateKind, text: string) => {
    const awaited = kind === "event" ? "the installer" : "";
    const update: Update = { node, kind, text, time: clock.now(), awaited };
    progress.set(node, advance(progress.get(node)!, update));
    reporter.update(update);
  };
  const results = await Promise.allSettled(client.nodes.map(async (node) => {
    try {
      for await (const text of installNode(client, node, options)) report(node, "event", text);
      report(node, "done", "installed; the next reboot starts it");
    } catch (failure) {
      const error = nodeError(node, failure);
      if (error instanceof OsctlError) report(node, "failed", error.message);
      throw error;
    }
  }));
  await reporter.end();
  signal.throwIfAborted();
  const failures: NodeFailure[] = [];
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    if (!(result.reason instanceof OsctlError)) throw result.reason;
    failures.push({ node: client.nodes[index]!, error: result.reason });
  }
  return failures;
}

/** Yields the progress of one node. */
async function* installNode(
  client: NodeClient,
  node: string,
  { image, timeoutMs, signal }: InstallOptions,
): AsyncGenerator<string, void, undefined> {
  yield `pulling ${image}`;
  let imageName = image;
  const request = { reference: image, namespace: "system" } as const;
  for await (const name of pullImage(client, node, request, signal)) imageName = name;
  yield `pulled ${imageName}`;
  const containerd = {
    driver: common.ContainerDriver.CRI,
    namespace: common.ContainerdNamespace.NS_SYSTEM,
  };
  const messages = client.plainStream(
    LifecycleService.Upgrade,
    { containerd, source: { imageName } },
    node,
    { timeoutMs, signal, idleLimit: "none" },
  );
  let exitCode: number | undefined;
  for await (const { progress } of messages) {
    exitCode = progress?.exitCode ?? exitCode;
    if (progress?.message) yield progress.message;
  }
  if (exitCode === 0) return;
  const reason = exitCode === undefined ? "no exit code" : `exit code ${exitCode}`;
  throw new OsctlError("node", `installation failed: ${reason}`, {
    hint: `see "osctl dmesg -n ${node}"`,
  });
}
