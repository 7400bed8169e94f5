/**
 * Makes a running cluster what its file declares, phase by phase. Each phase is derived from what the
 * nodes run, so that the same command continues after an interruption.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import type { NodeClient } from "../../client/types.ts";
import type { DeclaredCluster } from "../../cluster_file/mod.ts";
import { OsctlError } from "../../errors.ts";
import { toReleases } from "../../node/machine_config/mod.ts";
import { shellQuoted } from "../../output/shell_quoted.ts";
import { escapeControls } from "../../output/text.ts";
import { resolve } from "../../platform/paths.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import {
  KUBERNETES_IMAGES,
  upgradeKubernetes,
  type UpgradeObserver,
  type UpgradeResult,
} from "../kubernetes_upgrade/mod.ts";
import { createApply } from "../rolling/changes/apply.ts";
import { createUpgrade } from "../rolling/changes/upgrade.ts";
import { changeNodes } from "../rolling/change_nodes.ts";
import type { Steadiness } from "../rolling/gates/gate_set.ts";
import { type PodSession, runInPod } from "../rolling/in_cluster/pod_session.ts";
import { isComplete, readJournal, type RollingJournal } from "../rolling/journal.ts";
import { DEFAULT_OPTIONS, parseMaxUnavailable, parseOrder } from "../rolling/options.ts";
import { pullOnAll } from "../rolling/pull_images.ts";
import type { ChangeRequest } from "../rolling/request.ts";
import type { RollingObserver } from "../rolling/rolling_change.ts";
import type { RollingLimits } from "../rolling/rolling_run.ts";
import { checkVersionPath } from "../rolling/version_path.ts";
import { checkContext } from "./check_context.ts";
import { checkChanges } from "./check_changes.ts";
import {
  isKubernetesOld,
  rejectLockedControlPlanes,
  rejectQuorumLoss,
  rejectUnknown,
} from "./check_plan.ts";
import { checkPlannedVersions } from "./check_versions.ts";
import { isUpgraded } from "./compare_node.ts";
import { configureNew } from "./configure_new.ts";
import type { ReportNotice } from "./notices.ts";
import { addressOf } from "./observe_nodes.ts";
import { openRunningCluster, type RunningOptions } from "./open_running.ts";
import { type ClusterPlan, planCluster, type PlannedNode } from "./plan_cluster.ts";
import { rejectRemovals, removalBatches, removalRequest } from "./remove_nodes.ts";
import { readPlan, requireUnchanged, type StoredPlan, toStoredPlan } from "./stored_plan.ts";

type Context = ProcedureContext<NodeClient>;

/** How a cluster file is applied. */
export interface ApplyOptions extends RunningOptions {
  readonly limits: RollingLimits;
  /** Journal of a rolling change to continue. */
  readonly resume?: string;
  /** Stored plan to apply. */
  readonly plan?: string;
  /** Checks of gates in a row and the time they span. */
  readonly steadiness: Steadiness;
  readonly acceptQuorumLoss: boolean;
  readonly reinstall?: boolean;
  /** Kinds of mismatches of configuration and node to accept. */
  readonly acceptMismatch: readonly string[];
  readonly allowDowngrade: boolean;
  /** Whether a snapshot of etcd is stored before control planes change. */
  readonly hasSnapshot: boolean;
}

/** Receives the application of a cluster file. */
export interface ApplyObserver {
  readonly notice: ReportNotice;
  /** Called with the plan before its checks. */
  planned?(plan: ClusterPlan): Promise<void>;
  /** Called before the first change. Rejects unless it may begin. */
  confirm?(plan: ClusterPlan): Promise<void>;
  /** Waits for `body`; a text says what is awaited. */
  awaiting?<T>(text: string, body: () => Promise<T>): Promise<T>;
  /** Called with each step of a new node. */
  configured(text: string): Promise<void>;
  /** Returns who receives the rolling change of a group. */
  rolling(change: GroupChange): RollingObserver;
  /** Runs the upgrade of Kubernetes with an observer. */
  upgradeKubernetes(run: (observer: UpgradeObserver) => Promise<UpgradeResult>): Promise<void>;
}

/** A rolling change of a group. */
export interface GroupChange {
  readonly connection: ConnectionOptions;
  /** Whether nodes are wiped and removed. */
  readonly isRemoval: boolean;
}

/** A journal to continue. */
interface Earlier {
  readonly name: string;
  readonly journal: RollingJournal;
}

/**
 * Applies a cluster file: new nodes, configurations, versions of Talos Linux, Kubernetes.
 *
 * @throws {OsctlError} the first failure, with the command that continues.
 */
export async function applyCluster(
  context: Context,
  options: ApplyOptions,
  observer: ApplyObserver,
): Promise<"applied" | "unchanged"> {
  return await runInPod(context, (pod) => applyIn(context, options, observer, pod));
}

async function applyIn(
  context: Context,
  options: ApplyOptions,
  observer: ApplyObserver,
  pod: PodSession | undefined,
): Promise<"applied" | "unchanged"> {
  const stored = await readStored(context, options);
  const { cluster, bundle } = await openRunningCluster(context, options, observer.notice);
  const read = () => planCluster(context, cluster, bundle, options);
  let earlier = pod === undefined ? await readEarlier(context, options.resume) : earlierOf(pod);
  const first = pod === undefined ? await read() : await readAwaited(context, read, earlier);
  await observer.planned?.(first);
  // A pod that continues finds what the earlier one has changed.
  if (stored !== undefined && (pod === undefined || pod.rollout.title === "")) {
    const names = { name: options.plan!, file: options.file };
    requireUnchanged(names, stored, await toStoredPlan(first, bundle));
  }
  rejectUnknown(first);
  rejectLockedControlPlanes(first);
  if (!options.acceptQuorumLoss) await rejectQuorumLoss(context, first, options);
  await rejectRemovals(context, first, options);
  await pod?.describe("apply the cluster file");
  if (first.steps.length === 0 && earlier === undefined) {
    return "unchanged";
  }
  const fresh = first.nodes.filter(({ state, node }) => state === "new" && !node.locked);
  if (fresh.length > 0) await checkContext(context, bundle, options);
  await checkPlannedVersions(first, options);
  await checkChanges(context, first, { bundle, options });
  await observer.confirm?.(first);
  await pullInstallers(context, first, options, observer);
  const { isUnborn } = first;
  if (fresh.length > 0 || isUnborn) {
    await configureNew(context, {
      cluster,
      bundle,
      nodes: fresh,
      isUnborn,
      connection: options,
      timeoutMs: options.limits.stepMs,
      report: (text) => observer.configured(text),
    });
  }
  const rolling = async (request: ChangeRequest, nodes: readonly PlannedNode[]) => {
    const group = nodes[0]!.node.group;
    const continued = isKind(earlier, request.kind, nodes) ? earlier : undefined;
    if (continued !== undefined) earlier = undefined;
    const resume = continued?.name;
    await roll(context, { cluster, group, request, nodes, resume, pod, options, observer });
  };
  const configured = fresh.length > 0 ? await read() : first;
  for (const nodes of groupsOf(configured)) {
    const hasChange = nodes.some(({ differences }) => differences!.fields.length > 0);
    if (hasChange || isKind(earlier, "apply", nodes)) await rolling(applyRequest(nodes), nodes);
  }
  for (const nodes of groupsOf(await read())) {
    for (const [image, some] of Map.groupBy(nodes, ({ node }) => node.installImage)) {
      const isOld = some.some(({ differences }) => isUpgraded(differences!));
      if (isOld || isKind(earlier, "upgrade", some)) {
        await rolling(upgradeRequest(image, options), some);
      }
    }
  }
  const beforeRemoval = await read();
  const batches = removalBatches(beforeRemoval);
  if (earlier !== undefined && !batches.some((nodes) => isKind(earlier, "reset", nodes))) {
    throw new OsctlError(
      "usage",
      `"${earlier.name}" is not a journal of a change of this cluster file`,
      {
        hint: "remove --resume",
      },
    );
  }
  await upgrade(context, cluster, beforeRemoval, options, observer);
  for (const batch of batches) {
    const left = batch.filter(({ state }) => state === "remove");
    const isContinued = isKind(earlier, "reset", batch);
    if (left.length > 0 || isContinued) {
      await rolling(removalRequest(context, options), isContinued ? batch : left);
    }
  }
  return "applied";
}

/** Limit of the restart of a node whose change an earlier pod has begun, milliseconds. */
const RESTART_MS = 30 * 60_000;
const RESTART_POLL_MS = 5000;

/** Reads the plan; waits while nodes restart that an earlier pod was changing. */
async function readAwaited(
  { clock, signal }: Context,
  read: () => Promise<ClusterPlan>,
  earlier: Earlier | undefined,
): Promise<ClusterPlan> {
  const active = new Set(
    earlier?.journal.nodes.filter(({ state }) => state === "active").map(({ address }) => address),
  );
  const until = clock.now() + RESTART_MS;
  for (;;) {
    const plan = await read();
    const isRestarting = plan.nodes.some(({ state, node }) =>
      state === "unknown" && active.has(addressOf(node))
    );
    if (!isRestarting || clock.now() >= until) return plan;
    await sleep(clock, RESTART_POLL_MS, signal);
  }
}

async function readStored(
  { cwd }: Context,
  { plan, resume }: ApplyOptions,
): Promise<StoredPlan | undefined> {
  if (plan === undefined) return undefined;
  if (resume === undefined) return await readPlan(cwd, plan);
  throw new OsctlError("usage", "--resume continues after the stored plan", {
    hint: `remove ${shellQuoted(plan)}`,
  });
}

/** Returns the journal of a rolling change that an earlier pod has not ended. */
function earlierOf({ rollout: { journal }, place: { name } }: PodSession): Earlier | undefined {
  return journal === undefined || isComplete(journal) ? undefined : { name, journal };
}

async function readEarlier(
  { cwd }: Context,
  name: string | undefined,
): Promise<Earlier | undefined> {
  return name === undefined
    ? undefined
    : { name, journal: await readJournal(resolve(cwd, name), name) };
}

/**
 * Pulls the installer of each upgrade before the first configuration is written: an image that does
 * not exist changes nothing.
 */
async function pullInstallers(
  context: Context,
  { nodes }: ClusterPlan,
  options: ApplyOptions,
  observer: ApplyObserver,
): Promise<void> {
  const upgraded = nodes.filter(({ node, differences, state }) =>
    !node.locked && state !== "remove" && differences !== undefined && isUpgraded(differences)
  );
  if (upgraded.length === 0) return;
  const addresses = upgraded.map(({ node }) => addressOf(node));
  await using client = await context.openClient({ connection: { ...options, nodes: addresses } });
  const { signal } = context;
  for (const [image, some] of Map.groupBy(upgraded, ({ node }) => node.installImage)) {
    const pulled = some.map(({ node }) => addressOf(node));
    const pull = () => pullOnAll(client, pulled, image, { signal, report: () => {} });
    await (observer.awaiting?.(`pulling ${escapeControls(image)}`, pull) ?? pull());
  }
}

/** Running nodes that may change, by group, control planes first. */
function groupsOf({ nodes }: ClusterPlan): readonly (readonly PlannedNode[])[] {
  const open = nodes.filter(({ node, differences, state }) =>
    !node.locked && differences !== undefined && state !== "remove"
  );
  return [...Map.groupBy(open, ({ node }) => node.group).values()];
}

function isKind(
  earlier: Earlier | undefined,
  kind: ChangeRequest["kind"],
  nodes: readonly PlannedNode[],
): boolean {
  if (earlier?.journal.change.kind !== kind) return false;
  const addresses = new Set(nodes.map(({ node }) => addressOf(node)));
  return earlier.journal.nodes.every(({ address }) => addresses.has(address));
}

/** Configurations of all nodes of a group: those that have theirs already are skipped. */
function applyRequest(nodes: readonly PlannedNode[]): ChangeRequest {
  const texts = new Map(
    nodes.map(({ node, differences }) => [addressOf(node), differences!.text] as const),
  );
  const releases = toReleases(
    nodes.map(({ node, differences }) => ({
      node: addressOf(node),
      tag: differences!.os.actual ?? "",
    })),
  );
  return {
    kind: "apply",
    title: "apply the cluster file",
    parameters: {},
    secret: JSON.stringify([...texts]),
    create: (sources) => createApply(sources, { mode: "auto", texts, releases }),
  };
}

function upgradeRequest(
  image: string,
  { limits: { stepMs: timeoutMs }, allowDowngrade }: ApplyOptions,
): ChangeRequest {
  return {
    kind: "upgrade",
    title: `upgrade to ${image}`,
    parameters: { image },
    images: [image],
    create: (sources) => createUpgrade(sources, { image, mode: 0, preserve: true, timeoutMs }),
    checkVersions: (nodes, tags, kubernetes) =>
      checkVersionPath(nodes, tags, kubernetes, { image, isDefault: false, allowDowngrade }),
  };
}

/** The nodes of a group that change. */
interface GroupNodes {
  readonly cluster: DeclaredCluster;
  readonly group: string;
  readonly request: ChangeRequest;
  readonly nodes: readonly PlannedNode[];
  /** Journal to continue. */
  readonly resume: string | undefined;
  readonly pod: PodSession | undefined;
  readonly options: ApplyOptions;
  readonly observer: ApplyObserver;
}

async function roll(
  context: Context,
  { cluster, group, request, nodes, resume, pod, options, observer }: GroupNodes,
): Promise<void> {
  const isRemoval = request.kind === "reset";
  // etcd is healthy before each removal; a removed control plane cannot report it afterwards.
  const leavesEtcd = isRemoval && nodes[0]!.node.role === "controlplane";
  const { maxUnavailable, canary, order, drain } = cluster.updates.get(group)!;
  const addresses = nodes.map(({ node }) => addressOf(node));
  const connection = { ...options, nodes: resume === undefined ? addresses : [] };
  await changeNodes(context, {
    connection,
    limits: options.limits,
    rolling: {
      ...DEFAULT_OPTIONS,
      reinstalls: options.reinstall ?? false,
      maxUnavailable: parseMaxUnavailable(maxUnavailable),
      canary,
      order: parseOrder(order),
      gates: cluster.gates.filter((gate) => gate !== "etcd" || !leavesEtcd),
      steadiness: options.steadiness,
      acceptsQuorumLoss: options.acceptQuorumLoss,
      hasSnapshot: options.hasSnapshot,
      resume,
    },
    pod,
    isPhase: true,
    isDrained: drain || isRemoval,
    request: () => request,
    observer: observer.rolling({ connection, isRemoval }),
    continuation: (journal) =>
      `osctl cluster apply -f ${shellQuoted(options.file)} --resume ${shellQuoted(journal)}`,
  });
}

async function upgrade(
  context: Context,
  { kubernetesVersion }: DeclaredCluster,
  { nodes }: ClusterPlan,
  options: ApplyOptions,
  observer: ApplyObserver,
): Promise<void> {
  if (!nodes.some(isKubernetesOld)) return;
  const first = nodes.find(({ node, differences }) =>
    node.role === "controlplane" && differences !== undefined
  );
  if (first === undefined) return;
  const change = {
    connection: { ...options, nodes: [addressOf(first.node)] },
    to: kubernetesVersion,
    images: KUBERNETES_IMAGES,
    upgradeKubelet: true,
    excluded: nodes.flatMap(({ node }) => node.locked ? node.addresses : []),
    prePullImages: true,
    comments: { docs: false, examples: false },
    allowDowngrade: options.allowDowngrade,
  };
  await observer.upgradeKubernetes((observer) => upgradeKubernetes(context, change, observer));
}
