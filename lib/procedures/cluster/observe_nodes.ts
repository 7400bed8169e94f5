/**
 * Observed state of the nodes of a declared cluster.
 *
 * @module
 */
import { type machine, MachineService } from "../../../proto/machine.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient, NodeResult } from "../../client/types.ts";
import type { DeclaredCluster, DeclaredNode } from "../../cluster_file/mod.ts";
import { DOMAIN } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { isMap } from "../../output/value.ts";
import {
  listMembers,
  type Member,
  readMachineConfigs,
  ResourceReader,
  specOf,
} from "../../resource/mod.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { readMachineStatus, unlessRefused } from "../lifecycle/node_facts.ts";

/** State of a Kubernetes node. */
export interface KubernetesNodeState {
  readonly isReady: boolean;
  readonly isCordoned: boolean;
}

/** Observed state of a node. */
export type Observation =
  | {
    readonly kind: "running";
    /** Version of Talos Linux, with `v`. */
    readonly osVersion: string;
    /** ID of the schematic of its image; undefined for an image without one. */
    readonly schematic: string | undefined;
    /** All documents of its machine configuration. */
    readonly config: string;
    /** Its Kubernetes node, as the node reports it; undefined when it reports none. */
    readonly kubernetesNode?: KubernetesNodeState | undefined;
  }
  /** Waits for its first configuration. */
  | { readonly kind: "maintenance" }
  /** Does not respond, or rejects calls. */
  | { readonly kind: "unknown"; readonly error: OsctlError };

/** Observed state of a cluster. */
export interface ObservedCluster {
  /** By name of the declared node. */
  readonly nodes: ReadonlyMap<string, Observation>;
  /** Members that a node has discovered; undefined when none could be asked. */
  readonly members: readonly Member[] | undefined;
  /** Whether an endpoint of the context responded. */
  readonly isReachable: boolean;
}

/** Time limit of a call to a node in maintenance mode, milliseconds. */
const MAINTENANCE_MS = 5_000;

/** Reads what nodes run. The failure of a node is its observation. */
export async function observeNodes(
  context: ProcedureContext<NodeClient>,
  cluster: DeclaredCluster,
  connection: ConnectionOptions,
): Promise<ObservedCluster> {
  const addressed = cluster.nodes.filter(({ addresses }) => addresses.length > 0);
  const nodes = new Map<string, Observation>(
    cluster.nodes.map(({ name }) => [name, unknown("the cluster file has no address of it")]),
  );
  if (addressed.length === 0) return { nodes, members: undefined, isReachable: false };
  await using client = await context.openClient({
    connection: { ...connection, nodes: addressed.map(addressOf) },
  });
  const { callMs } = parseTimeouts(context.env);
  const reader = new ResourceReader(client, { clock: context.clock, callMs });
  const { versions, isReachable } = await readVersions(client);
  const running = versions.flatMap(({ node, value }) =>
    value === undefined ? [] : [{ node, osVersion: value.version?.tag ?? "" }]
  );
  const { configs, failures } = running.length === 0
    ? { configs: [], failures: [] }
    : await readMachineConfigs(reader, {
      nodes: running.map(({ node }) => node),
      name: "machineconfig",
      id: undefined,
      namespace: "",
      verb: "compared",
    });
  const failed = new Map(
    [...versions, ...failures].flatMap(({ node, error }) =>
      error === undefined ? [] : [[node, error] as const]
    ),
  );
  await Promise.all(addressed.map(async (declared) => {
    const address = addressOf(declared);
    const found = running.find(({ node }) => node === address);
    const config = configs.find(({ node }) => node === address);
    if (found !== undefined && config !== undefined) {
      const [schematic, kubernetesNode] = await Promise.all([
        readSchematic(reader, address),
        readKubernetesNode(reader, address, context.signal),
      ]);
      nodes.set(declared.name, {
        kind: "running",
        osVersion: found.osVersion,
        schematic,
        config: config.text,
        kubernetesNode,
      });
      return;
    }
    const isWaiting = await isInMaintenance(context, connection, address);
    nodes.set(
      declared.name,
      isWaiting
        ? { kind: "maintenance" }
        : { kind: "unknown", error: failed.get(address) ?? new OsctlError("node", "no response") },
    );
  }));
  const members = await firstMembers(context, reader, running.map(({ node }) => node));
  return { nodes, members, isReachable };
}

const NODE_STATUS = { namespace: "k8s", type: `NodeStatuses.kubernetes.${DOMAIN}` };

/** Reads the status that a node has of its own Kubernetes node: nodes since v1.5 report it. */
async function readKubernetesNode(
  reader: ResourceReader,
  address: string,
  signal: AbortSignal,
): Promise<KubernetesNodeState | undefined> {
  try {
    for await (const resource of reader.list(address, NODE_STATUS, { signal })) {
      const spec = await specOf(resource);
      if (!isMap(spec) || typeof spec["nodeReady"] !== "boolean") continue;
      return { isReady: spec["nodeReady"], isCordoned: spec["unschedulable"] === true };
    }
  } catch (error) {
    signal.throwIfAborted();
    // An older node, or one that stops meanwhile: its Kubernetes node is unknown.
    if (!(error instanceof OsctlError)) throw error;
  }
  return undefined;
}

/** Reads the versions; without a usable endpoint, every node has its error. */
async function readVersions(client: NodeClient): Promise<{
  readonly versions: readonly NodeResult<machine.IVersion>[];
  readonly isReachable: boolean;
}> {
  try {
    return { versions: await client.call(MachineService.Version, {}), isReachable: true };
  } catch (error) {
    // The nodes of a new cluster are in maintenance mode, with other certificates.
    if (!(error instanceof OsctlError) || error.kind !== "connection") throw error;
    return { versions: client.nodes.map((node) => ({ node, error })), isReachable: false };
  }
}

/** Returns the address at which a node is called. */
export function addressOf({ addresses }: DeclaredNode): string {
  return addresses[0] ?? "";
}

function unknown(reason: string): Observation {
  return { kind: "unknown", error: new OsctlError("input", reason) };
}

/** Returns the ID of the schematic, which the image factory adds to an image as an extension. */
async function readSchematic(
  reader: ResourceReader,
  node: string,
): Promise<string | undefined> {
  const kind = { namespace: "runtime", type: `ExtensionStatuses.runtime.${DOMAIN}` };
  // A node without the type has no extensions.
  return await unlessRefused(node, async () => {
    for await (const resource of reader.list(node, kind)) {
      const spec = await specOf(resource);
      const metadata = isMap(spec) ? spec["metadata"] : undefined;
      if (isMap(metadata) && metadata["name"] === "schematic") return String(metadata["version"]);
    }
    return undefined;
  });
}

async function isInMaintenance(
  context: ProcedureContext<NodeClient>,
  connection: ConnectionOptions,
  node: string,
): Promise<boolean> {
  try {
    await using client = await context.openClient({
      connection: { ...connection, nodes: [node] },
      insecure: true,
    });
    const status = await readMachineStatus(client, node, { timeoutMs: MAINTENANCE_MS });
    return status?.stage === "maintenance";
  } catch (error) {
    // A node that is not in maintenance mode requires a client certificate.
    if (error instanceof OsctlError && error.kind !== "cancelled") return false;
    throw error;
  }
}

async function firstMembers(
  { signal }: ProcedureContext<NodeClient>,
  reader: ResourceReader,
  nodes: readonly string[],
): Promise<readonly Member[] | undefined> {
  for (const node of nodes) {
    try {
      const members = await listMembers(reader, node, signal);
      if (members.length > 0) return members;
    } catch (error) {
      // Another node may respond; without any, membership is reported as unknown.
      if (!(error instanceof OsctlError) || error.kind === "cancelled") throw error;
    }
  }
  return undefined;
}
