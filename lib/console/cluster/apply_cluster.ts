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
import { withProgress } from "../../output/progress.ts";
import { printRows } from "../../output/print_rows.ts";
import { shellQuoted } from "../../output/shell_quoted.ts";
import { escapeControls } from "../../output/text.ts";
import { resolve } from "../../platform/paths.ts";
import { asksForConfirmation } from "../confirm_disruption.ts";
import type { ConsoleContext } from "../context.ts";
import { createApply } from "../../procedures/rolling/changes/apply.ts";
import { createUpgrade } from "../../procedures/rolling/changes/upgrade.ts";
import { isComplete, readJournal, type RollingJournal } from "../../procedures/rolling/journal.ts";
import { type PodSession, runInPod } from "../../procedures/rolling/in_cluster/pod_session.ts";
import {
  DEFAULT_OPTIONS,
  parseMaxUnavailable,
  parseOrder,
  parseSteadiness,
} from "../../procedures/rolling/options.ts";
import type { ChangeRequest } from "../../procedures/rolling/request.ts";
import { pullOnAll } from "../../procedures/rolling/pull_images.ts";
import { rollNodes } from "../rolling/roll_nodes.ts";
import { checkVersionPath } from "../../procedures/rolling/version_path.ts";
import { KUBERNETES_IMAGES } from "../../procedures/kubernetes_upgrade/components.ts";
import { showUpgrade } from "../kubernetes_upgrade/show_upgrade.ts";
import { isUpgraded } from "../../procedures/cluster/compare_node.ts";
import {
  isKubernetesOld,
  rejectLockedControlPlanes,
  rejectQuorumLoss,
  rejectUnknown,
} from "../../procedures/cluster/check_plan.ts";
import { checkChanges } from "../../procedures/cluster/check_changes.ts";
import { checkPlannedVersions } from "../../procedures/cluster/check_versions.ts";
import { configureNew } from "../../procedures/cluster/configure_new.ts";
import { addressOf } from "../../procedures/cluster/observe_nodes.ts";
import { openRunningCluster, type RunningFlags } from "../../procedures/cluster/open_running.ts";
import {
  type ClusterPlan,
  hasDowngrade,
  planCluster,
  type PlannedNode,
} from "../../procedures/cluster/plan_cluster.ts";
import { confirmRemoval } from "./confirm_removal.ts";
import { planView } from "./plan_view.ts";
import {
  rejectRemovals,
  removableNodes,
  removalBatches,
  removalRequest,
} from "../../procedures/cluster/remove_nodes.ts";
import {
  readPlan,
  requireUnchanged,
  type StoredPlan,
  toStoredPlan,
} from "../../procedures/cluster/stored_plan.ts";

type Context = ConsoleContext<NodeClient>;

/** Flags of `cluster apply`. */
export interface ApplyFlags extends RunningFlags {
  /** Limit of each step, milliseconds. */
  readonly timeout: number;
  readonly drainTimeout: number;
  /** Journal of a rolling change to continue; empty for none. */
  readonly resume: string;
  /** Checks of gates in a row and their time, such as `3/6s`. */
  readonly gateChecks: string;
  readonly acceptQuorumLoss: boolean;
  /** Kinds of mismatches of configuration and node to accept. */
  readonly acceptMismatch: readonly string[];
  readonly allowDowngrade: boolean;
  readonly noSnapshot: boolean;
  readonly yes: boolean;
  /** Stored plan to apply; empty for none. */
  readonly plan: string;
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
export async function applyCluster(context: Context, flags: ApplyFlags): Promise<void> {
  await runInPod(context, (pod) => applyIn(context, flags, pod));
}

async function applyIn(
  context: Context,
  flags: ApplyFlags,
  pod: PodSession | undefined,
): Promise<void> {
  // An invalid value changes nothing.
  parseSteadiness(flags.gateChecks);
  const stored = await readStored(context, flags);
  const { cluster, bundle } = await openRunningCluster(context, flags);
  const read = () => planCluster(context, cluster, bundle, flags);
  let earlier = pod === undefined ? await readEarlier(context, flags.resume) : earlierOf(pod);
  const first = pod === undefined ? await read() : await readAwaited(context, read, earlier);
  await printRows(context, first.nodes, planView, {
    output: "table",
    noHeaders: false,
    wide: false,
    columns: [],
    filter: "",
    sortBy: "",
  });
  // A pod that continues finds what the earlier one has changed.
  if (stored !== undefined && (pod === undefined || pod.rollout.title === "")) {
    const names = { name: flags.plan, file: flags.file };
    requireUnchanged(names, stored, await toStoredPlan(first, bundle));
  }
  rejectUnknown(first);
  rejectLockedControlPlanes(first);
  if (!flags.acceptQuorumLoss) await rejectQuorumLoss(context, first, flags);
  await rejectRemovals(context, first, flags);
  await pod?.describe("apply the cluster file");
  if (first.steps.length === 0 && earlier === undefined) {
    return await context.stderr.write("nothing to do\n");
  }
  await checkPlannedVersions(first, flags);
  await checkChanges(context, first, { bundle, flags });
  await confirm(context, first, flags);
  await pullInstallers(context, first, flags);
  const fresh = first.nodes.filter(({ state, node }) => state === "new" && !node.locked);
  const { isUnborn } = first;
  if (fresh.length > 0 || isUnborn) {
    const timeoutMs = flags.timeout;
    await configureNew(context, { cluster, bundle, nodes: fresh, isUnborn, flags, timeoutMs });
  }
  const rolling = async (request: ChangeRequest, nodes: readonly PlannedNode[]) => {
    const group = nodes[0]!.node.group;
    const continued = isKind(earlier, request.kind, nodes) ? earlier : undefined;
    if (continued !== undefined) earlier = undefined;
    const resume = continued?.name ?? "";
    await roll(context, { cluster, group, request, nodes, flags, resume, pod });
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
        await rolling(upgradeRequest(image, flags), some);
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
  await upgradeKubernetes(context, cluster, beforeRemoval, flags);
  for (const batch of batches) {
    const left = batch.filter(({ state }) => state === "remove");
    const isContinued = isKind(earlier, "reset", batch);
    if (left.length > 0 || isContinued) {
      await rolling(removalRequest(context, flags), isContinued ? batch : left);
    }
  }
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
  { plan, resume }: ApplyFlags,
): Promise<StoredPlan | undefined> {
  if (plan === "") return undefined;
  if (resume === "") return await readPlan(cwd, plan);
  throw new OsctlError("usage", "--resume continues after the stored plan", {
    hint: `remove ${shellQuoted(plan)}`,
  });
}

/** Returns the journal of a rolling change that an earlier pod has not ended. */
function earlierOf({ rollout: { journal }, place: { name } }: PodSession): Earlier | undefined {
  return journal === undefined || isComplete(journal) ? undefined : { name, journal };
}

async function readEarlier({ cwd }: Context, name: string): Promise<Earlier | undefined> {
  return name === "" ? undefined : { name, journal: await readJournal(resolve(cwd, name), name) };
}

async function confirm(context: Context, plan: ClusterPlan, flags: ApplyFlags): Promise<void> {
  const lines = plan.steps.map((step, index) => `${index + 1}. ${escapeControls(step)}\n`);
  await context.stderr.write(`Steps:\n${lines.join("")}`);
  if (removableNodes(plan).length > 0) {
    return await confirmRemoval(context, plan, { connection: flags, yes: flags.yes });
  }
  if (!asksForConfirmation(context, flags)) return;
  const question = hasDowngrade(plan)
    ? "Apply these steps, with the downgrade?"
    : "Apply these steps?";
  if (await context.prompts.confirm(question)) return;
  throw new OsctlError("cancelled", "nothing was changed");
}

/**
 * Pulls the installer of each upgrade before the first configuration is written: an image that does
 * not exist changes nothing.
 */
async function pullInstallers(
  context: Context,
  { nodes }: ClusterPlan,
  flags: ApplyFlags,
): Promise<void> {
  const upgraded = nodes.filter(({ node, differences, state }) =>
    !node.locked && state !== "remove" && differences !== undefined && isUpgraded(differences)
  );
  if (upgraded.length === 0) return;
  const addresses = upgraded.map(({ node }) => addressOf(node));
  await using client = await context.openClient({ connection: { ...flags, nodes: addresses } });
  const { signal } = context;
  for (const [image, some] of Map.groupBy(upgraded, ({ node }) => node.installImage)) {
    const pulled = some.map(({ node }) => addressOf(node));
    await withProgress(
      context,
      `pulling ${escapeControls(image)}`,
      () => pullOnAll(client, pulled, image, { signal, report: () => {} }),
    );
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
  { timeout: timeoutMs, allowDowngrade }: ApplyFlags,
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

/** A rolling change of a group. */
interface GroupChange {
  readonly cluster: DeclaredCluster;
  readonly group: string;
  readonly request: ChangeRequest;
  readonly nodes: readonly PlannedNode[];
  readonly flags: ApplyFlags;
  readonly resume: string;
  readonly pod: PodSession | undefined;
}

async function roll(
  context: Context,
  { cluster, group, request, nodes, flags, resume, pod }: GroupChange,
): Promise<void> {
  const isRemoval = request.kind === "reset";
  // etcd is healthy before each removal; a removed control plane cannot report it afterwards.
  const leavesEtcd = isRemoval && nodes[0]!.node.role === "controlplane";
  const { maxUnavailable, canary, order, drain } = cluster.updates.get(group)!;
  const rolling = {
    ...DEFAULT_OPTIONS,
    maxUnavailable: parseMaxUnavailable(maxUnavailable),
    canary,
    order: parseOrder(order),
    gates: cluster.gates.filter((gate) => gate !== "etcd" || !leavesEtcd),
    steadiness: parseSteadiness(flags.gateChecks),
    acceptsQuorumLoss: flags.acceptQuorumLoss,
    hasSnapshot: !flags.noSnapshot,
    resume: resume === "" ? undefined : resume,
  };
  await rollNodes(context, {
    connection: { ...flags, nodes: resume === "" ? nodes.map(({ node }) => addressOf(node)) : [] },
    limits: { stepMs: flags.timeout, drainMs: flags.drainTimeout },
    rolling,
    output: "text",
    yes: true,
    isPlan: false,
    command: `osctl cluster apply -f ${shellQuoted(flags.file)}`,
    pod,
    isPhase: true,
    isDrained: drain || isRemoval,
    isIrreversible: isRemoval,
    request: () => request,
  });
}

async function upgradeKubernetes(
  context: Context,
  { kubernetesVersion }: DeclaredCluster,
  { nodes }: ClusterPlan,
  flags: ApplyFlags,
): Promise<void> {
  if (!nodes.some(isKubernetesOld)) return;
  const first = nodes.find(({ node, differences }) =>
    node.role === "controlplane" && differences !== undefined
  );
  if (first === undefined) return;
  await showUpgrade(context, {
    connection: { ...flags, nodes: [addressOf(first.node)] },
    to: kubernetesVersion,
    images: KUBERNETES_IMAGES,
    upgradeKubelet: true,
    excluded: nodes.flatMap(({ node }) => node.locked ? node.addresses : []),
    prePullImages: true,
    comments: { docs: false, examples: false },
    allowDowngrade: flags.allowDowngrade,
    isDryRun: false,
    output: "text",
    wide: false,
    yes: true,
  });
}
