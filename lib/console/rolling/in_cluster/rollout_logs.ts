/**
 * The logs of a rollout's pods, one after the other.
 *
 * @module
 */
import { sleep } from "../../../async/sleep.ts";
import { OsctlError } from "../../../errors.ts";
import { type Pod, PODS } from "../../../kubernetes/objects.ts";
import { isNotFound, KubernetesError } from "../../../kubernetes/kubernetes_error.ts";
import { formatCount, oneLine } from "../../../output/text.ts";
import type { System } from "../../../platform/system.ts";
import { isClusterUnreachable } from "../../../procedures/rolling/kubernetes_servers.ts";
import type { PodLog } from "../../../procedures/rolling/in_cluster/pod_log.ts";
import { readRollout } from "../../../procedures/rolling/in_cluster/rollout_map.ts";
import {
  readMap,
  type RolloutConnection,
} from "../../../procedures/rolling/in_cluster/rollouts.ts";

/** Interval of reads while no pod runs, milliseconds. */
const POLL_MS = 500;
const RETRY_MS = 1000;

/** Options of {@linkcode printLogs}. */
export interface LogOptions {
  readonly name: string;
  /** Continue with the next pod, until the rollout ends. */
  readonly isFollowed: boolean;
}

/**
 * Prints the logs of all pods, the oldest first. Pods that are gone have the last lines that the
 * ConfigMap of the rollout recorded.
 */
export async function printLogs(
  { stdout, stderr, clock, signal }: Pick<System, "stdout" | "stderr" | "clock" | "signal">,
  { servers, namespace }: RolloutConnection,
  { name, isFollowed }: LogOptions,
): Promise<void> {
  const printed = new Set<string>();
  for (;;) {
    signal.throwIfAborted();
    try {
      const client = await servers.open(signal);
      const map = await readMap(client, { name, namespace }, signal);
      const rollout = map === undefined ? undefined : readRollout(map);
      const isOver = rollout === undefined || ["complete", "failed"].includes(rollout.state);
      const labelSelector = `app.kubernetes.io/instance=${name}`;
      const { items } = await client.list(PODS, { namespace, labelSelector, signal });
      for (const log of rollout?.logs ?? []) {
        // The pod that writes may not be listed yet.
        const isGone = log.pod !== rollout?.pod || isOver;
        const isListed = items.some(({ metadata }) => metadata?.name === log.pod);
        if (printed.has(log.pod) || isListed || !isGone) continue;
        printed.add(log.pod);
        await printRecorded({ stdout, stderr }, log, "is gone");
      }
      const next = items.filter((pod) => hasLog(pod) && !printed.has(pod.metadata?.name ?? ""))
        .toSorted((a, b) => createdAt(a) - createdAt(b))[0];
      if (next === undefined) {
        if (isOver || !isFollowed) return;
        await sleep(clock, POLL_MS, signal);
        continue;
      }
      const pod = next.metadata?.name ?? "";
      await stderr.write(`osctl: pod ${pod} on ${next.spec?.nodeName}:\n`);
      printed.add(pod);
      try {
        for await (
          const chunk of client.logs({ name: pod, namespace }, { follow: isFollowed, signal })
        ) {
          await stdout.write(chunk);
        }
      } catch (error) {
        signal.throwIfAborted();
        const log = rollout?.logs.find((one) => one.pod === pod);
        // The API server cannot reach the kubelet of a node that is off.
        const isUnreadable = error instanceof KubernetesError && error.code >= 500;
        if (log === undefined || !(isUnreadable || isNotFound(error))) throw error;
        await printRecorded({ stdout, stderr }, log, "cannot be read");
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OsctlError) || !isFollowed) throw error;
      if (!isClusterUnreachable(error) && !isNotFound(error)) throw error;
      await stderr.write(`osctl: ${oneLine(error.message)}\n`);
      await sleep(clock, RETRY_MS, signal);
    }
  }
}

/** Prints the recorded lines of a pod, and that earlier ones may be missing. */
async function printRecorded(
  { stdout, stderr }: Pick<System, "stdout" | "stderr">,
  { pod, node, lines }: PodLog,
  state: string,
): Promise<void> {
  const count = formatCount(lines.length, "recorded line");
  await stderr.write(`osctl: the log of pod ${pod} on ${node} ${state}; its last ${count}:\n`);
  await stdout.write(lines.map((line) => `${line}\n`).join(""));
}

function hasLog({ status }: Pod): boolean {
  return status?.containerStatuses?.some(({ state }) =>
    state?.running !== undefined || state?.terminated !== undefined
  ) ?? false;
}

function createdAt({ metadata }: Pod): number {
  return Date.parse(metadata?.creationTimestamp ?? "") || 0;
}
