/**
 * Starts tasks of a cluster file and of etcd in the cluster: once, or by a schedule.
 *
 * @module
 */
import { parseTimeouts } from "../../../client/timeouts.ts";
import { throwFailures } from "../../../client/mod.ts";
import type { NodeClient } from "../../../client/types.ts";
import { OsctlError } from "../../../errors.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import { nextCronTime, parseCronSchedule } from "../../../output/cron_schedule.ts";
import { ResourceReader } from "../../../resource/mod.ts";
import { confirmDisruption } from "../../confirm_disruption.ts";
import type { ConsoleContext } from "../../context.ts";
import {
  KubernetesServers,
  readFromNodes,
} from "../../../procedures/rolling/kubernetes_servers.ts";
import { batchSize } from "../../../procedures/rolling/plan.ts";
import { parseMaxUnavailable } from "../../../procedures/rolling/options.ts";
import { readControlPlanes, readNodes } from "../../../procedures/read_nodes.ts";
import {
  nodeRoleOf,
  rollingRules,
  rulesOfGates,
  statusRules,
  type TaskPurpose,
  type TaskRules,
} from "../../../procedures/rolling/in_cluster/access.ts";
import type { CollectedCluster } from "../../../procedures/cluster/cluster_files.ts";
import { type InClusterFlags, nameOf, operatorOf } from "./launch_rolling.ts";
import {
  type ClusterTask,
  createManifests,
  FILES,
  type Manifest,
} from "../../../procedures/rolling/in_cluster/manifests.ts";
import {
  requireClaim,
  requireCluster,
  requireNodeAccess,
  requireSecret,
} from "../../../procedures/rolling/in_cluster/preconditions.ts";
import {
  applyManifests,
  awaitCredentials,
  printManifests,
} from "../../../procedures/rolling/in_cluster/submit.ts";

type Context = ConsoleContext<NodeClient>;

/** A task to start. */
export interface TaskLaunch {
  readonly purpose: TaskPurpose;
  /** Arguments of the program in the pod, without endpoints. */
  readonly args: readonly string[];
  readonly title: string;
  /** Of a cluster file. */
  readonly collected?: CollectedCluster;
  /** Variables of the pod whose values are secret. */
  readonly secretEnv?: ReadonlyMap<string, string>;
  /** Claim for snapshots. */
  readonly claim?: string;
  /** Secret with further variables of the pod. */
  readonly envSecret?: string;
  /** Schedule of a CronJob; a Job without it. */
  readonly schedule?: string;
  readonly metricsPort?: number;
}

/** A cluster in which tasks are started. */
interface TaskCluster {
  readonly kubernetes: KubernetesClient;
  readonly reader: ResourceReader;
  /** Addresses of the control planes. */
  readonly addresses: readonly string[];
}

/**
 * Starts tasks, or prints their manifests.
 *
 * @throws {OsctlError} what the cluster lacks, with the patch that adds it.
 */
export async function launchTasks(
  context: Context,
  flags: InClusterFlags,
  launches: readonly TaskLaunch[],
): Promise<void> {
  for (const { schedule } of launches) if (schedule !== undefined) checkSchedule(schedule);
  const client = await context.openClient({ connection: flags, defaultToEndpoints: true });
  try {
    const { clock, env, signal } = context;
    const reader = new ResourceReader(client, { clock, callMs: parseTimeouts(env).callMs });
    const { nodes, failures } = await readNodes(reader, [...new Set(client.nodes)]);
    if (nodes.length === 0) throwFailures(failures);
    const addresses = (await readControlPlanes(reader, nodes, signal)).map(({ address }) =>
      address
    );
    await using servers = new KubernetesServers(
      context,
      readFromNodes(client, addresses),
      addresses,
    );
    const cluster = { kubernetes: await servers.open(signal), reader, addresses };
    await launchIn(context, client, { flags, launches, cluster });
  } finally {
    await client[Symbol.asyncDispose]();
  }
}

async function launchIn(
  context: Context,
  client: NodeClient,
  { flags, launches, cluster }: {
    readonly flags: InClusterFlags;
    readonly launches: readonly TaskLaunch[];
    readonly cluster: TaskCluster;
  },
): Promise<void> {
  const { clock, signal, stdout, stderr } = context;
  const { kubernetes } = cluster;
  const tasks: ClusterTask[] = [];
  for (const launch of launches) tasks.push(await taskOf(context, { flags, launch, cluster }));
  const all = tasks.map(createManifests);
  if (flags.manifests) return await stdout.write(printManifests(unique(all.flat())));
  if (tasks.some(({ isRollout }) => isRollout)) {
    const [{ title = "" } = {}] = tasks;
    await confirmDisruption(context, {
      action: `${title[0]!.toUpperCase()}${title.slice(1)} by a Job of the cluster`,
      connection: flags,
      yes: flags.yes,
      client,
    });
  }
  for (const [index, manifests] of all.entries()) {
    await applyManifests(kubernetes, manifests, signal);
    await awaitCredentials(kubernetes, manifests, { clock, signal });
    const { name, isRollout, schedule } = tasks[index]!;
    await stdout.write(`${name}\n`);
    if (isRollout) {
      await stderr.write(`osctl: follow it with: osctl rollout status ${name}\n`);
    } else if (schedule !== undefined) {
      const next = nextCronTime(parseCronSchedule(schedule), clock.now());
      const when = next === undefined ? "never" : new Date(next).toISOString();
      await stderr.write(`osctl: CronJob ${name}: next run ${when}\n`);
    }
  }
}

/** Objects that several tasks share are printed once. */
function unique(manifests: readonly Manifest[]): Manifest[] {
  const known = new Map(
    manifests.map((one) => [
      `${one.apiVersion} ${one.kind} ${one.metadata?.namespace} ${one.metadata?.name}`,
      one,
    ]),
  );
  return [...known.values()];
}

async function taskOf(
  context: Context,
  { flags, launch, cluster: { kubernetes, reader, addresses } }: {
    readonly flags: InClusterFlags;
    readonly launch: TaskLaunch;
    readonly cluster: TaskCluster;
  },
): Promise<ClusterTask> {
  const { signal } = context;
  const { purpose, title, collected, secretEnv, envSecret, claim, schedule, metricsPort } = launch;
  const { podNamespace: namespace } = flags;
  const nodeRole = nodeRoleOf(purpose);
  const isRollout = purpose === "apply";
  await requireNodeAccess(reader, addresses, { namespace, nodeRole });
  const leaves = isRollout ? mostUnavailable(collected!) : 0;
  await requireCluster(kubernetes, { leaves }, signal);
  if (claim !== undefined && !flags.manifests) {
    await requireClaim(kubernetes, { name: claim, namespace }, signal);
  }
  if (envSecret !== undefined && !flags.manifests) {
    await requireSecret(kubernetes, { name: envSecret, namespace }, signal);
  }
  const name = schedule === undefined ? nameOf(context, purpose) : `osctl-${purpose}`;
  const files = collected?.files;
  const identities = collected?.identities;
  return {
    name,
    account: `osctl-${purpose}`,
    namespace,
    image: flags.podImage,
    args: [...launch.args, `--endpoints=${addresses.join(",")}`],
    operator: operatorOf(context, flags),
    nodeRole,
    rules: await rulesOf(launch, { namespace, name, kubernetes, signal }),
    isRollout,
    title,
    ...files === undefined ? {} : { files },
    ...identities === undefined ? {} : { env: { SOPS_AGE_KEY_FILE: `${FILES}/${identities}` } },
    ...secretEnv === undefined || secretEnv.size === 0 ? {} : { secretEnv },
    ...claim === undefined ? {} : { claim },
    ...envSecret === undefined ? {} : { envSecret },
    ...schedule === undefined ? {} : { schedule },
    ...metricsPort === undefined ? {} : { metricsPort },
  };
}

async function rulesOf(
  { purpose, collected }: TaskLaunch,
  { namespace, name, kubernetes, signal }: {
    readonly namespace: string;
    readonly name: string;
    readonly kubernetes: KubernetesClient;
    readonly signal: AbortSignal;
  },
): Promise<TaskRules> {
  if (purpose !== "apply") return statusRules({ namespace, name });
  const gateRules = await rulesOfGates(collected!.cluster.gates, kubernetes, signal);
  return rollingRules({ namespace, name, gateRules, isDrained: true });
}

/** Returns the most nodes that change at the same time. */
function mostUnavailable({ cluster: { updates, nodes } }: CollectedCluster): number {
  return Math.max(
    1,
    ...[...updates].map(([group, { maxUnavailable }]) => {
      const count = nodes.filter((node) => node.group === group).length;
      return Math.min(count, batchSize(parseMaxUnavailable(maxUnavailable), count));
    }),
  );
}

/** @throws {OsctlError} of kind `usage` for an invalid schedule. */
function checkSchedule(schedule: string): void {
  try {
    parseCronSchedule(schedule);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new OsctlError("usage", `invalid schedule "${schedule}": ${error.message}`, {
      hint: "use five fields of cron, such as '0 3 * * *'",
    });
  }
}
