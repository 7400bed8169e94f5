/**
 * Starts a rolling change in a Job of the cluster.
 *
 * @module
 */
import { parseTimeouts } from "../../../client/timeouts.ts";
import { throwFailures } from "../../../client/mod.ts";
import type { NodeClient } from "../../../client/types.ts";
import { HOME_FOLDER } from "../../../distribution.ts";
import { OsctlError } from "../../../errors.ts";
import { loadClientConfig, selectContext } from "../../../osconfig/load.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import { formatCount } from "../../../output/text.ts";
import { ensureFolder } from "../../../platform/files.ts";
import { loadPreferences } from "../../../preferences/load.ts";
import { ResourceReader } from "../../../resource/mod.ts";
import { confirmDisruption } from "../../confirm_disruption.ts";
import type { ConsoleContext } from "../../context.ts";
import type { ConnectionOptions } from "../../../procedures/context.ts";
import { checkQuorum } from "../../../procedures/quorum/read_quorum.ts";
import { createEtcdGuard } from "../../../procedures/rolling/etcd_guard.ts";
import { mergeGates } from "../../../procedures/rolling/gates/mod.ts";
import {
  KubernetesServers,
  readFromNodes,
} from "../../../procedures/rolling/kubernetes_servers.ts";
import type { RollingOptions } from "../../../procedures/rolling/options.ts";
import { batchSize } from "../../../procedures/rolling/plan.ts";
import { readControlPlanes, readNodes } from "../../../procedures/read_nodes.ts";
import { requireWorkers } from "../../../procedures/rolling/change_nodes.ts";
import type { RollingNode } from "../../../procedures/rolling/types.ts";
import { withLimit } from "../../../procedures/waits.ts";
import {
  nodeRoleOf,
  type RollingPurpose,
  rollingRules,
  rulesOfGates,
} from "../../../procedures/rolling/in_cluster/access.ts";
import {
  type ClusterTask,
  createManifests,
} from "../../../procedures/rolling/in_cluster/manifests.ts";
import {
  requireCluster,
  requireNodeAccess,
} from "../../../procedures/rolling/in_cluster/preconditions.ts";
import {
  applyManifests,
  awaitCredentials,
  printManifests,
} from "../../../procedures/rolling/in_cluster/submit.ts";

type Context = ConsoleContext<NodeClient>;

/** Values of the flags of every command with `--in-cluster`. */
export interface InClusterFlags extends ConnectionOptions {
  readonly manifests: boolean;
  readonly podImage: string;
  readonly podNamespace: string;
  readonly yes: boolean;
}

/** A rolling change to start. */
export interface RollingLaunch {
  readonly flags: InClusterFlags;
  readonly rolling: RollingOptions;
  readonly purpose: RollingPurpose;
  /** Text for operators: `upgrade to …/installer:v1.8.4`. */
  readonly title: string;
  /** Arguments of the command in the pod, without nodes and endpoints. */
  readonly args: readonly string[];
  /** Whether nodes that restart are drained first. */
  readonly isDrained: boolean;
  /** Whether nodes stop permanently. */
  readonly isFinal?: boolean;
  /** Whether control planes are refused. */
  readonly isForWorkers?: boolean;
  /** Whether the change destroys data. */
  readonly isIrreversible?: boolean;
  /** Texts of files that the command reads, by path below {@linkcode FILES}. */
  readonly files?: ReadonlyMap<string, string>;
}

/** Time limit of steps in the cluster, milliseconds. */
const STEP_MS = 10 * 60_000;

/**
 * Starts a rolling change in the cluster, or prints its manifests.
 *
 * @throws {OsctlError} what the cluster lacks, with the patch that adds it.
 */
export async function launchRolling(context: Context, launch: RollingLaunch): Promise<void> {
  const { flags } = launch;
  const client = await context.openClient({ connection: flags });
  try {
    await launchWith(context, client, launch);
  } finally {
    await client[Symbol.asyncDispose]();
  }
}

async function launchWith(
  context: Context,
  client: NodeClient,
  launch: RollingLaunch,
): Promise<void> {
  const { clock, env, signal } = context;
  const { callMs } = parseTimeouts(env);
  const reader = new ResourceReader(client, { clock, callMs });
  const { nodes, failures } = await readNodes(reader, [...new Set(client.nodes)]);
  throwFailures(failures);
  const controlPlanes = await readControlPlanes(reader, nodes, signal);
  const addresses = controlPlanes.map(({ address }) => address);
  await using servers = new KubernetesServers(context, readFromNodes(client, addresses), addresses);
  const kubernetes = await servers.open(signal);
  await launchIn(context, launch, { client, kubernetes, reader, nodes, controlPlanes });
}

/** The cluster of a launch. */
interface LaunchCluster {
  readonly client: NodeClient;
  readonly kubernetes: KubernetesClient;
  readonly reader: ResourceReader;
  readonly nodes: readonly RollingNode[];
  readonly controlPlanes: Awaited<ReturnType<typeof readControlPlanes>>;
}

async function launchIn(
  context: Context,
  launch: RollingLaunch,
  { client, kubernetes, reader, nodes, controlPlanes }: LaunchCluster,
): Promise<void> {
  const { flags, rolling, purpose, title } = launch;
  const { clock, signal } = context;
  const addresses = controlPlanes.map(({ address }) => address);
  if (launch.isForWorkers) requireWorkers(nodes);
  const workers = nodes.filter(({ role }) => role === "worker").length;
  const hasControlPlanes = workers < nodes.length;
  const nodeRole = nodeRoleOf(purpose);
  const leaves = workers === 0 ? 1 : batchSize(rolling.maxUnavailable, workers);
  const stopped = launch.isFinal ? nodes : [];
  await requireQuorum(context, client, { stopped, controlPlanes });
  await requireNodeAccess(reader, addresses, { namespace: flags.podNamespace, nodeRole });
  await requireCluster(kubernetes, { leaves, stopped: stopped.map(({ name }) => name) }, signal);
  const gates = await gatesOf(context, flags, rolling);
  const gateRules = await rulesOfGates(gates, kubernetes, signal);
  const name = nameOf(context, purpose);
  const hasSnapshot = rolling.hasSnapshot && hasControlPlanes && !flags.manifests;
  const task: ClusterTask = {
    name,
    account: `osctl-${purpose}`,
    namespace: flags.podNamespace,
    image: flags.podImage,
    args: [
      ...launch.args,
      ...gates.map((gate) => `--gate=${gate}`),
      "--rolling",
      "--yes",
      // The snapshot is stored here: the file system of a pod ends with it.
      "--no-snapshot",
      `--nodes=${nodes.map(({ address }) => address).join(",")}`,
      `--endpoints=${addresses.join(",")}`,
    ],
    operator: operatorOf(context, flags),
    nodeRole,
    rules: rollingRules({
      namespace: flags.podNamespace,
      name,
      gateRules,
      isDrained: launch.isDrained,
    }),
    isRollout: true,
    title,
    ...launch.files === undefined ? {} : { files: launch.files },
  };
  const manifests = createManifests(task);
  if (flags.manifests) return await context.stdout.write(printManifests(manifests));
  await confirmDisruption(context, {
    action: `${title[0]!.toUpperCase()}${title.slice(1)}, rolling, by a Job of the cluster`,
    connection: flags,
    yes: flags.yes,
    client,
    isIrreversible: launch.isIrreversible ?? false,
    describe: () =>
      Promise.resolve(`${formatCount(nodes.length, "node")}, control planes one at a time`),
  });
  await context.status?.hide();
  if (hasSnapshot) await saveSnapshot(context, client, { controlPlanes, name, nodes });
  await applyManifests(kubernetes, manifests, signal);
  await awaitCredentials(kubernetes, manifests, { clock, signal });
  await context.stdout.write(`${name}\n`);
  await context.stderr.write(`osctl: follow it with: osctl rollout status ${name}\n`);
}

/**
 * Checks that the API of Kubernetes, which has the journal, outlives the change.
 *
 * @throws {OsctlError} of kind `usage`.
 */
async function requireQuorum(
  context: Context,
  client: NodeClient,
  { stopped, controlPlanes }: {
    readonly stopped: readonly RollingNode[];
    readonly controlPlanes: LaunchCluster["controlPlanes"];
  },
): Promise<void> {
  const nodes = stopped.filter(({ role }) => role === "controlplane");
  if (nodes.length === 0) return;
  const change = { controlPlanes, affected: { nodes }, effect: "stop" } as const;
  const { outcome, text } = await checkQuorum(client, context, change);
  if (outcome === "kept" || outcome === "untouched") return;
  throw new OsctlError(
    "usage",
    `a Job cannot stop ${nodes.length} of ${controlPlanes.length} control planes: ${text}`,
    { hint: "stop control planes without --in-cluster" },
  );
}

async function gatesOf(
  context: Context,
  flags: InClusterFlags,
  { gates }: RollingOptions,
): Promise<string[]> {
  const config = await loadClientConfig(flags.osconfig, context);
  const { name } = selectContext(config, flags.context);
  return mergeGates(await loadPreferences(context, flags), name, gates);
}

/** Returns a name that no other task has, valid as a label. */
export function nameOf(
  { clock, random }: Pick<Context, "clock" | "random">,
  purpose: string,
): string {
  const stamp = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(/[-:T]/g, "");
  return `osctl-${purpose}-${stamp}-${random.bytes(2).toHex()}`;
}

/** Returns the user of this machine; committed manifests name none. */
export function operatorOf({ env }: Pick<Context, "env">, { manifests }: InClusterFlags): string {
  return manifests ? "osctl" : env.get("USER") ?? env.get("USERNAME") ?? "unknown";
}

async function saveSnapshot(
  context: Context,
  client: NodeClient,
  { controlPlanes, name, nodes }: {
    readonly controlPlanes: Awaited<ReturnType<typeof readControlPlanes>>;
    readonly name: string;
    readonly nodes: readonly RollingNode[];
  },
): Promise<void> {
  const { clock, signal, home, stderr } = context;
  const folder = `${home}/${HOME_FOLDER}/rolling`;
  await ensureFolder(folder, 0o700);
  const path = `${folder}/${name}.etcd.db`;
  const etcd = createEtcdGuard({ clock, client, controlPlanes, acceptsQuorumLoss: false });
  const restarts = nodes.length === 1 && nodes[0]!.role === "controlplane";
  await withLimit(
    { clock, signal },
    { failure: "no snapshot of etcd", ms: STEP_MS },
    async (wait) => {
      if (!restarts) await etcd.awaitHealthy(wait, false);
      await etcd.saveSnapshot(path, wait);
    },
  );
  await stderr.write(`osctl: snapshot of etcd: ${path}\n`);
}
