/**
 * Makes a running cluster what its file declares, phase by phase. Each phase is derived from what the
 * nodes run, so that the same command continues after an interruption.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import type { NodeClient } from "../../client/types.ts";
import type { DeclaredCluster } from "../../cluster_file/mod.ts";
import { IMAGE_NAMESPACE } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { toReleases } from "../../node/machine_config/mod.ts";
import { printRows } from "../../output/print_rows.ts";
import { shellQuoted } from "../../output/shell_quoted.ts";
import { escapeControls } from "../../output/text.ts";
import { resolve } from "../../platform/paths.ts";
import { asksForConfirmation } from "../../procedures/confirm_disruption.ts";
import type { ConsoleContext } from "../context.ts";
import { createApply } from "../../procedures/rolling/changes/apply.ts";
import { createUpgrade } from "../../procedures/rolling/changes/upgrade.ts";
import { isComplete, readJournal, type RollingJournal } from "../../procedures/rolling/journal.ts";
import { type PodSession, runInPod } from "../../procedures/rolling/in_cluster/pod_session.ts";
import { parseRollingOptions, parseSteadiness } from "../../procedures/rolling/parse_options.ts";
import type { ChangeRequest } from "../../procedures/rolling/request.ts";
import { runRollingSession } from "../../procedures/rolling/session.ts";
import { checkVersionPath } from "../../procedures/rolling/version_path.ts";
import { runUpgradeKubernetes } from "../kubernetes_upgrade/run_upgrade_kubernetes.ts";
import { isUpgraded } from "../../procedures/cluster/compare_node.ts";
import {
  isKubernetesOld,
  rejectLockedControlPlanes,
  rejectQuorumLoss,
  rejectUnknown,
} from "../../procedures/cluster/check_plan.ts";
import { configureNew } from "../../procedures/cluster/configure_new.ts";
import { addressOf } from "../../procedures/cluster/observe_nodes.ts";
import { openRunningCluster, type RunningFlags } from "../../procedures/cluster/open_running.ts";
import {
  type ClusterPlan,
  planCluster,
  type PlannedNode,
} from "../../procedures/cluster/plan_cluster.ts";
import { planView } from "./plan_view.ts";
import {
  confirmRemoval,
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
  readonly noSnapshot: boolean;
  readonly yes: boolean;
  /** Stored plan to apply; empty for none. */
  readonly plan: string;
}

/** Images of Kubernetes, without tag. */
const KUBERNETES_IMAGES = {
  "kube-apiserver": "registry.k8s.io/kube-apiserver",
  "kube-controller-manager": "registry.k8s.io/kube-controller-manager",
  "kube-proxy": "registry.k8s.io/kube-proxy",
  "kube-scheduler": "registry.k8s.io/kube-scheduler",
  kubelet: `${IMAGE_NAMESPACE}/kubelet`,
};

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
  await confirm(context, first, flags);
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
        await rolling(upgradeRequest(image, flags.timeout), some);
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
  if (removableNodes(plan).length > 0) return await confirmRemoval(context, plan, flags);
  if (!asksForConfirmation(context, flags)) return;
  if (await context.prompts.confirm("Apply these steps?")) return;
  throw new OsctlError("cancelled", "nothing was changed");
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

function upgradeRequest(image: string, timeoutMs: number): ChangeRequest {
  return {
    kind: "upgrade",
    title: `upgrade to ${image}`,
    parameters: { image },
    images: [image],
    create: (sources) => createUpgrade(sources, { image, mode: 0, preserve: true, timeoutMs }),
    checkVersions: (nodes, tags, kubernetes) =>
      // The file declares the version, also an older one.
      checkVersionPath(nodes, tags, kubernetes, { image, isDefault: false, allowDowngrade: true }),
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
  const rolling = parseRollingOptions({
    rolling: true,
    maxUnavailable,
    canary,
    order,
    pause: 0,
    window: "",
    gate: cluster.gates.filter((gate) => gate !== "etcd" || !leavesEtcd),
    gateChecks: flags.gateChecks,
    acceptQuorumLoss: flags.acceptQuorumLoss,
    noSnapshot: flags.noSnapshot,
    plan: false,
    dryRun: false,
    resume,
    report: "",
  }, new Set());
  await runRollingSession(context, {
    flags: {
      ...flags,
      nodes: resume === "" ? nodes.map(({ node }) => addressOf(node)) : [],
      output: "text",
      yes: true,
    },
    rolling: rolling!,
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
  await runUpgradeKubernetes(context, {
    ...flags,
    nodes: [addressOf(first.node)],
    from: "",
    to: kubernetesVersion,
    endpoint: "",
    dryRun: false,
    upgradeKubelet: true,
    excluded: nodes.flatMap(({ node }) => node.locked ? node.addresses : []),
    prePullImages: true,
    withDocs: false,
    withExamples: false,
    images: KUBERNETES_IMAGES,
    waitTimeout: 0,
    output: "text",
    wide: false,
    yes: true,
    allowDowngrade: false,
  });
}
