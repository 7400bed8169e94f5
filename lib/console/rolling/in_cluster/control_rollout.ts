/**
 * Pauses, continues and stops rollouts.
 *
 * @module
 */
import { sleep } from "../../../async/sleep.ts";
import type { NodeClient } from "../../../client/types.ts";
import { OsctlError } from "../../../errors.ts";
import { isNotFound } from "../../../kubernetes/kubernetes_error.ts";
import { CONFIG_MAPS, type Job, JOBS } from "../../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import type { Clock } from "../../../platform/system.ts";
import type { ConsoleContext } from "../../context.ts";
import type { Control, Rollout } from "../../../procedures/rolling/in_cluster/rollout_map.ts";
import { readRollout } from "../../../procedures/rolling/in_cluster/rollout_map.ts";
import { MAX_FAILED_PODS } from "../../../procedures/rolling/in_cluster/manifests.ts";
import {
  chooseRollout,
  readMap,
  requestControl,
  type RolloutOptions,
  withRollouts,
} from "../../../procedures/rolling/in_cluster/rollouts.ts";

/** The name of a rollout. */
interface Ref {
  readonly name: string;
  readonly namespace: string;
}

/** Limit of the deletion of the earlier Job, milliseconds. */
const DELETE_MS = 60_000;
const POLL_MS = 250;

/**
 * Requests a state of a rollout, `run` to continue it, and prints what happens.
 *
 * @param name The rollout; undefined for the newest.
 * @throws {OsctlError} of kind `input` for an unknown rollout, or one that has ended.
 */
export async function controlRollout(
  context: ConsoleContext<NodeClient>,
  flags: RolloutOptions,
  name: string | undefined,
  wanted: Control,
): Promise<void> {
  const { clock, signal, stderr } = context;
  const text = await withRollouts(context, flags, async (connection) => {
    const { servers, namespace } = connection;
    const ref = { name: await chooseRollout(connection, name, signal), namespace };
    const client = await servers.open(signal);
    return wanted === "run"
      ? await resume(client, ref, { clock, signal })
      : await control(client, ref, wanted, signal);
  });
  await stderr.write(`osctl: ${text}\n`);
}

/**
 * Requests a state of a rollout that has not ended, and returns what happens.
 *
 * @throws {OsctlError} of kind `input` for one that has.
 */
async function control(
  client: KubernetesClient,
  ref: Ref,
  wanted: Exclude<Control, "run">,
  signal: AbortSignal,
): Promise<string> {
  const rollout = await read(client, ref, signal);
  if (rollout.state === "complete" || rollout.state === "failed") {
    const end = rollout.state === "complete" ? "is complete" : "has failed";
    throw new OsctlError("input", `the rollout "${ref.name}" ${end}`, {
      hint: rollout.state === "failed"
        ? `continue it with "osctl rollout resume ${ref.name}"`
        : 'list rollouts with "osctl rollout list"',
    });
  }
  await requestControl(client, ref, wanted, signal);
  const verb = wanted === "pause" ? "pauses" : "stops";
  return `rollout "${ref.name}" ${verb} after the nodes that are being changed`;
}

/**
 * Continues a rollout that is paused, or that has failed.
 *
 * @throws {OsctlError} of kind `input` for one that is complete.
 */
async function resume(
  client: KubernetesClient,
  ref: Ref,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<string> {
  const rollout = await read(client, ref, signal);
  if (rollout.state === "complete") {
    throw new OsctlError("input", `the rollout "${ref.name}" is complete`, {
      hint: "start another one with --in-cluster",
    });
  }
  await requestControl(client, ref, "run", signal);
  if (rollout.state !== "failed") return `rollout "${ref.name}" continues`;
  const job = await readJob(client, ref, signal);
  await client.patch(CONFIG_MAPS, ref, {
    type: "merge",
    body: { data: { state: "running", message: "" } },
  }, { signal });
  // An ended Job starts no pod again.
  await client.delete(JOBS, ref, { propagationPolicy: "Background", signal });
  const until = clock.now() + DELETE_MS;
  while (await exists(client, ref, signal)) {
    if (clock.now() >= until) {
      throw new OsctlError("node", `Job "${ref.name}" is not deleted`, {
        hint: `repeat "osctl rollout resume ${ref.name}"`,
      });
    }
    await sleep(clock, POLL_MS, signal);
  }
  await client.create(JOBS, again(job), { signal });
  return `rollout "${ref.name}" continues with a new Job`;
}

/** Returns the Job without what the API has added. */
export function again({ metadata = {}, spec }: Job): Job {
  const { selector: _selector, suspend: _suspend, ...rest } = spec!;
  const { metadata: template = {}, spec: pod } = rest.template;
  const labels = Object.fromEntries(
    Object.entries(template.labels ?? {}).filter(([key]) =>
      key !== "controller-uid" && key !== "job-name" && !key.startsWith("batch.kubernetes.io/")
    ),
  );
  return {
    metadata: {
      ...metadata.name === undefined ? {} : { name: metadata.name },
      ...metadata.namespace === undefined ? {} : { namespace: metadata.namespace },
      ...metadata.labels === undefined ? {} : { labels: metadata.labels },
    },
    spec: {
      ...rest,
      backoffLimit: MAX_FAILED_PODS,
      template: { metadata: { labels }, ...pod === undefined ? {} : { spec: pod } },
    },
  };
}

async function read(client: KubernetesClient, ref: Ref, signal: AbortSignal): Promise<Rollout> {
  const map = await readMap(client, ref, signal);
  if (map !== undefined) return readRollout(map);
  throw new OsctlError("input", `no rollout "${ref.name}" in namespace "${ref.namespace}"`, {
    hint: 'list them with "osctl rollout list"',
  });
}

async function readJob(client: KubernetesClient, ref: Ref, signal: AbortSignal): Promise<Job> {
  try {
    return await client.get(JOBS, ref, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new OsctlError("input", `the Job of rollout "${ref.name}" was removed`, {
      hint: "start another rollout with --in-cluster: nodes that are done are skipped",
    });
  }
}

async function exists(client: KubernetesClient, ref: Ref, signal: AbortSignal): Promise<boolean> {
  try {
    await client.get(JOBS, ref, { signal });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
