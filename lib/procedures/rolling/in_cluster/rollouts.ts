/**
 * Rollouts of a cluster: read, watched and controlled from outside.
 *
 * @module
 */
import { parseTimeouts } from "../../../client/timeouts.ts";
import { throwFailures } from "../../../client/mod.ts";
import type { NodeClient } from "../../../client/types.ts";
import { OsctlError } from "../../../errors.ts";
import { isNotFound } from "../../../kubernetes/kubernetes_error.ts";
import { CONFIG_MAPS, type ConfigMap } from "../../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import { nearest } from "../../../output/nearest.ts";
import { ResourceReader } from "../../../resource/mod.ts";
import type { ConnectionOptions, ProcedureContext } from "../../context.ts";
import { KubernetesServers, readFromNodes } from "../kubernetes_servers.ts";
import { readControlPlanes, readNodes } from "../../read_nodes.ts";
import {
  CONTROL,
  type Control,
  readRollout,
  type Rollout,
  ROLLOUT_SELECTOR,
} from "./rollout_map.ts";

/** Flags of the commands about rollouts. */
export interface RolloutOptions extends ConnectionOptions {
  readonly podNamespace: string;
}

/** A connection to the rollouts of a cluster. */
export interface RolloutConnection {
  readonly servers: KubernetesServers;
  readonly namespace: string;
}

/** Runs an action with a connection to the cluster of the configured nodes. */
export async function withRollouts<T>(
  context: ProcedureContext<NodeClient>,
  options: RolloutOptions,
  action: (connection: RolloutConnection) => Promise<T>,
): Promise<T> {
  const client = await context.openClient({ connection: options, defaultToEndpoints: true });
  try {
    const { clock, env, signal } = context;
    const { callMs } = parseTimeouts(env);
    const reader = new ResourceReader(client, { clock, callMs });
    const { nodes, failures } = await readNodes(reader, [...new Set(client.nodes)]);
    if (nodes.length === 0) throwFailures(failures);
    // Nodes that restart now do not respond; one that does is enough.
    const addresses = (await readControlPlanes(reader, nodes, signal)).map(({ address }) =>
      address
    );
    const servers = new KubernetesServers(context, readFromNodes(client, addresses), addresses);
    try {
      return await action({ servers, namespace: options.podNamespace });
    } finally {
      servers[Symbol.dispose]();
    }
  } finally {
    await client[Symbol.asyncDispose]();
  }
}

/** Lists rollouts, the newest first. */
export async function listRollouts(
  { servers, namespace }: RolloutConnection,
  signal: AbortSignal,
): Promise<Rollout[]> {
  const client = await servers.open(signal);
  const { items } = await client.list(CONFIG_MAPS, {
    namespace,
    labelSelector: ROLLOUT_SELECTOR,
    signal,
  });
  return items.map(readRollout).toSorted((a, b) => createdAt(b) - createdAt(a));
}

/** Returns when a rollout was created, milliseconds since the Unix epoch. */
export function createdAt({ metadata }: Rollout): number {
  return Date.parse(metadata.creationTimestamp ?? "") || 0;
}

/**
 * Returns the name of a rollout: the given one, or the newest.
 *
 * @throws {OsctlError} of kind `input` when there is none.
 */
export async function chooseRollout(
  connection: RolloutConnection,
  name: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const all = await listRollouts(connection, signal);
  if (name === undefined && all.length > 0) return all[0]!.name;
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found.name;
  const { namespace } = connection;
  if (name === undefined) {
    throw new OsctlError("input", `no rollout in namespace "${namespace}"`, {
      hint: "start one with --in-cluster, or set another namespace with --pod-namespace",
    });
  }
  const meant = nearest(name, all.map((one) => one.name));
  throw new OsctlError("input", `no rollout "${name}" in namespace "${namespace}"`, {
    hint: meant === undefined ? 'list them with "osctl rollout list"' : `did you mean "${meant}"`,
  });
}

/** Records what the operator requests; the pod acts between two batches. */
export async function requestControl(
  client: KubernetesClient,
  ref: { readonly name: string; readonly namespace: string },
  control: Control,
  signal: AbortSignal,
): Promise<Rollout> {
  const body = { metadata: { annotations: { [CONTROL]: control } } };
  return readRollout(
    await client.patch(CONFIG_MAPS, ref, { type: "merge", body }, { signal }),
  );
}

/** Reads the ConfigMap of a rollout; undefined when it was removed. */
export async function readMap(
  client: KubernetesClient,
  ref: { readonly name: string; readonly namespace: string },
  signal: AbortSignal,
): Promise<ConfigMap | undefined> {
  try {
    return await client.get(CONFIG_MAPS, ref, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
