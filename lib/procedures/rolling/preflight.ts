/**
 * Checks before the first node of a rolling change.
 *
 * @module
 */
import { isClusterUnreachable } from "./kubernetes_servers.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { readNodeTags } from "../../node/version/version_skew.ts";
import { formatCount } from "../../output/text.ts";
import type { Clock } from "../../platform/system.ts";
import { type Wait, withLimit } from "../waits.ts";
import type { Parts } from "./parts.ts";
import { pullOnAll } from "./pull_images.ts";
import type { ChangeRequest } from "./request.ts";
import { type KubernetesTag, readKubernetesTags } from "./version_path.ts";

/** Limit of a check, milliseconds. */
const CHECK_MS = 60_000;

/** Dependencies of the checks. */
export interface Checks {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly client: NodeClient;
  readonly request: ChangeRequest;
  readonly parts: Parts;
  /** Whether control planes change, and their etcd is guarded. */
  readonly hasControlPlanes: boolean;
  /** Returns whether the change restarts one of them. */
  restartsControlPlanes(): Promise<boolean>;
  /** Limit of each step, milliseconds. */
  readonly stepMs: number;
  /** Called with the text of each check. */
  report(text: string): void;
}

/**
 * Runs the checks that change nothing: versions, etcd, and gates that can be evaluated.
 *
 * @throws {OsctlError} the first check that fails.
 */
export async function checkBefore(checks: Checks): Promise<void> {
  const { client, request, signal, report, parts, hasControlPlanes } = checks;
  if (request.checkVersions !== undefined) {
    report("checking versions");
    const tags = await readNodeTags(client, { signal });
    const warning = await request.checkVersions(client.nodes, tags, await kubernetesOf(checks));
    for (const line of warning?.trimEnd().split("\n") ?? []) report(line.replace(/^osctl: /, ""));
  }
  if (hasControlPlanes) {
    const restarts = await checks.restartsControlPlanes();
    await check(checks, "members of etcd", (wait) => parts.etcd.awaitHealthy(wait, restarts));
  }
  await check(checks, "definitions of gates", (wait) => parts.gates.prepare(wait));
}

/** Returns the versions of Kubernetes; undefined where it does not respond. */
async function kubernetesOf({ parts, signal }: Checks): Promise<KubernetesTag[] | undefined> {
  try {
    return await readKubernetesTags(await parts.servers.open(signal), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OsctlError && isClusterUnreachable(error)) return undefined;
    throw error;
  }
}

/** Options of {@linkcode prepareChange}. */
export interface PrepareOptions {
  /** File of the etcd snapshot; undefined for none. */
  readonly snapshot: string | undefined;
}

/** Prepares the change: images on all nodes, gates that hold, and a snapshot of etcd. */
export async function prepareChange(
  checks: Checks,
  { snapshot }: PrepareOptions,
): Promise<void> {
  const { parts, request, client, stepMs } = checks;
  for (const image of request.images ?? []) {
    const what = `${image} on ${formatCount(client.nodes.length, "node")}`;
    await check(checks, what, async (wait) => {
      const without = await pullOnAll(client, client.nodes, image, wait);
      if (without.length > 0) wait.report(`pulled by the upgrade itself: ${without.join(", ")}`);
    }, stepMs);
  }
  if (parts.gates.names.length > 0) {
    const scope = { node: undefined, phase: "start" as const, changing: new Set<string>() };
    const what = `gates ${parts.gates.names.join(", ")}`;
    await check(checks, what, (wait) => parts.gates.awaitAll(scope, wait), stepMs);
  }
  if (snapshot !== undefined) {
    const save = (wait: Wait) => parts.etcd.saveSnapshot(snapshot, wait);
    await check(checks, `snapshot of etcd in ${snapshot}`, save, stepMs);
  }
}

async function check(
  { clock, signal, report, stepMs }: Checks,
  what: string,
  body: (wait: Wait) => Promise<void>,
  ms = Math.min(CHECK_MS, stepMs),
): Promise<void> {
  report(`checking ${what}`);
  const failure = `check of ${what} not passed`;
  await withLimit({ clock, signal }, { failure, ms, onReason: report }, body);
}
