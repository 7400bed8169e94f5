/**
 * The drain of a node by itself, which shuts down, is reset or upgrades through `MachineService`.
 * It retries evictions that disruption budgets forbid, and goes on without them in the end.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { sleep } from "../../async/sleep.ts";
import { ApiError } from "./api_error.ts";
import { evict } from "./delete.ts";
import { isMirror } from "./controllers/static_pods.ts";
import { controllerOf, type KubeObject, stringAt } from "../objects/objects.ts";
import type { ObjectWriter } from "./object_writer.ts";

/** Time after which the node stops although pods remain, milliseconds; five minutes on nodes. */
const DRAIN_MS = 3000;
/** Interval of the attempts, milliseconds; five seconds on nodes. */
const RETRY_MS = 100;
const GRACE_SECONDS = 60;

/** Evicts the pods of a node that a controller replaces elsewhere, and waits for their end. */
export async function drainNode(
  writer: ObjectWriter,
  node: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const { store } = writer;
  const remaining = new Map(
    store.list("pods").filter((pod) => isDrained(pod, node)).map((pod) => [pod.metadata.uid, pod]),
  );
  const end = clock.now() + DRAIN_MS;
  while (remaining.size > 0 && clock.now() < end) {
    for (const [uid, { metadata: { namespace, name } }] of remaining) {
      const pod = store.get("pods", namespace, name);
      if (pod?.metadata.uid !== uid) remaining.delete(uid);
      else if (pod.metadata.deletionTimestamp === undefined) tryEvict(writer, pod);
    }
    if (remaining.size > 0) await sleep(clock, RETRY_MS, signal);
  }
}

function isDrained(pod: KubeObject, node: string): boolean {
  if (stringAt(pod, "spec", "nodeName") !== node || isMirror(pod)) return false;
  const owner = controllerOf(pod);
  return owner !== undefined && owner.kind !== "DaemonSet";
}

/** A forbidden eviction is tried again later. */
function tryEvict(writer: ObjectWriter, pod: KubeObject): void {
  try {
    evict(writer, pod, { graceSeconds: GRACE_SECONDS });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
