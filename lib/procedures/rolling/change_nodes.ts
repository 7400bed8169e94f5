/**
 * Plans, begins or continues a rolling change.
 *
 * @module
 */
import { throwFailures } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { HOME_FOLDER } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { loadClientConfig, selectContext } from "../../osconfig/load.ts";
import { resolve } from "../../platform/paths.ts";
import { loadPreferences } from "../../preferences/load.ts";
import { sha256 } from "../../platform/sha256.ts";
import { ResourceReader } from "../../resource/mod.ts";
import type { ProcedureContext } from "../context.ts";
import { withLimit } from "../waits.ts";
import { mergeGates } from "./gates/mod.ts";
import {
  createJournal,
  fileJournal,
  isComplete,
  type JournalPlace,
  readJournal,
  type RollingJournal,
} from "./journal.ts";
import type { RollingOptions } from "./options.ts";
import { countPause } from "./durations.ts";
import { openChangeLock } from "./open_change_lock.ts";
import { openParts, type Parts } from "./parts.ts";
import { type Batch, planBatches } from "./plan.ts";
import { type PodSession, runInPod } from "./in_cluster/pod_session.ts";
import { readControlPlanes, readNodes } from "../read_nodes.ts";
import { addZones } from "./add_zones.ts";
import { type ChangeRequest, requireSameChange, toRecord } from "./request.ts";
import {
  type Cluster,
  type OpenedJournal,
  RollingChange,
  type RollingChangeOptions,
} from "./rolling_change.ts";
import type { RollingPlan } from "./plan_view.ts";
import type { RollingNode } from "./types.ts";

type Context = ProcedureContext<NodeClient>;

/**
 * Changes nodes one after the other.
 *
 * @throws {OsctlError} the first failure, with how to continue.
 */
export async function changeNodes(
  context: Context,
  options: RollingChangeOptions,
): Promise<void> {
  await withChange(context, options, { isPlan: false }, (change) => change.run());
}

/**
 * Returns the plan of a rolling change after its checks; changes nothing.
 *
 * @throws {OsctlError} the first check that fails.
 */
export async function planChange(
  context: Context,
  options: RollingChangeOptions,
): Promise<RollingPlan> {
  return await withChange(context, options, { isPlan: true }, (change) => change.plan());
}

/** Options of a plan or a run. */
type Options = RollingChangeOptions & { readonly isPlan: boolean };

async function withChange<T>(
  context: Context,
  given: RollingChangeOptions,
  { isPlan }: { readonly isPlan: boolean },
  body: (change: RollingChange) => Promise<T>,
): Promise<T> {
  const run = async (pod: PodSession | undefined) => {
    const change = await openChange(context, { ...given, pod, isPlan });
    try {
      return await body(change);
    } finally {
      await change[Symbol.asyncDispose]();
    }
  };
  return given.pod === undefined ? await runInPod(context, run) : await run(given.pod);
}

async function openChange(context: Context, options: Options): Promise<RollingChange> {
  const { rolling, pod } = options;
  const earlier = pod === undefined ? undefined : earlierOf(pod, options);
  if (earlier !== undefined) return await openJournal(context, options, earlier, pod!.place);
  return rolling.resume === undefined
    ? await openNew(context, options)
    : await openEarlier(context, options, rolling.resume);
}

/** Opens a new change. */
async function openNew(context: Context, options: Options): Promise<RollingChange> {
  const { connection, rolling } = options;
  const request = options.request(undefined);
  const client = await context.openClient({ connection, isUninterrupted: true });
  return await withCluster(context, options, { client, request }, async (cluster) => {
    const batches = await planCluster(context, rolling, cluster);
    const now = context.clock.now();
    const random = context.random.bytes(2).toHex();
    const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
    const id = `${request.kind}-${stamp}-${random}`;
    const journal = createJournal({
      id,
      change: await toRecord(request),
      settings: cluster.settings,
      context: cluster.contextName,
      controlPlanes: cluster.controlPlanes,
      startedAt: now,
      batches,
    });
    const place = options.pod?.place ??
      fileJournal(`${context.home}/${HOME_FOLDER}/rolling/${id}.json`);
    return { journal, place, isNew: true };
  });
}

/** Opens a change that continues with a journal. */
async function openEarlier(
  context: Context,
  options: Options,
  name: string,
): Promise<RollingChange> {
  const { connection } = options;
  const path = resolve(context.cwd, name);
  const journal = await readJournal(path, name);
  if (connection.nodes.length > 0) {
    throw new OsctlError("usage", "--resume takes the nodes from the journal", {
      hint: "remove --nodes",
    });
  }
  return await openJournal(context, options, journal, fileJournal(path));
}

/** Returns the journal that a pod continues: of the only change, or of the one that has not ended. */
function earlierOf({ rollout }: PodSession, options: Options): RollingJournal | undefined {
  const { journal } = rollout;
  const isPhase = options.isPhase === true;
  if (journal === undefined || isPhase && isComplete(journal)) return undefined;
  return isPhase && options.rolling.resume === undefined ? undefined : journal;
}

async function openJournal(
  context: Context,
  options: Options,
  journal: RollingJournal,
  place: JournalPlace,
): Promise<RollingChange> {
  const { connection } = options;
  const request = options.request(journal.change.parameters);
  if (request.kind !== journal.change.kind) {
    throw new OsctlError("usage", `the journal is of another change: ${journal.change.title}`, {
      hint: "use the command that began it",
    });
  }
  await requireSameChange(journal.change, request);
  if (options.pod === undefined) rejectFallback(journal, options.rolling);
  countPause(journal, context.clock.now());
  const nodes = journal.nodes.map(({ address }) => address);
  const target = { ...connection, nodes, context: connection.context || journal.context };
  const client = await context.openClient({ connection: target, isUninterrupted: true });
  const known = { client, request, journal };
  return await withCluster(
    context,
    { ...options, connection: target },
    known,
    () => Promise.resolve({ journal, place, isNew: false }),
  );
}

/**
 * Rejects a second installation on nodes that fell back: the same image falls back again unless its
 * cause is corrected.
 *
 * @throws {OsctlError} of kind `node` without consent.
 */
function rejectFallback(
  { nodes }: RollingJournal,
  { reinstalls = false }: RollingOptions,
): void {
  const names = nodes.filter(({ state, fellBack }) => state === "failed" && fellBack)
    .map(({ name }) => name);
  const [first] = names;
  if (reinstalls || first === undefined) return;
  throw new OsctlError(
    "node",
    `nothing was changed: ${names.join(", ")} fell back to the old system after the installation`,
    {
      hint: `correct the cause (see "osctl dmesg -n ${
        nodes.find(({ name }) => name === first)!.address
      }"), then add --reinstall`,
    },
  );
}

async function withCluster(
  context: Context,
  options: Options,
  { client, request, journal }: {
    readonly client: NodeClient;
    readonly request: ChangeRequest;
    readonly journal?: RollingJournal;
  },
  plan: (cluster: Cluster) => Promise<OpenedJournal>,
): Promise<RollingChange> {
  let parts: Parts | undefined;
  try {
    const { clock, env, signal } = context;
    const { connection, rolling, isDrained } = options;
    const { callMs } = parseTimeouts(env);
    const reader = new ResourceReader(client, { clock, callMs });
    const { nodes, failures } = journal === undefined
      ? await readNodes(reader, [...new Set(client.nodes)])
      : { nodes: journal.nodes, failures: [] };
    if (nodes.length === 0) throwFailures(failures);
    if (options.isForWorkers) requireWorkers(nodes);
    const controlPlanes = journal?.controlPlanes ??
      await readControlPlanes(reader, nodes, signal, client.endpoints);
    const config = await loadClientConfig(connection.osconfig, context);
    const { name, record } = selectContext(config, connection.context);
    const preferences = await loadPreferences(context, connection);
    const settings = journal?.settings ?? {
      gates: mergeGates(preferences, name, rolling.gates),
      steadiness: rolling.steadiness,
      pauseMs: rolling.pauseMs,
      window: rolling.window?.text ?? "",
      acceptsQuorumLoss: rolling.acceptsQuorumLoss,
      isDrained,
    };
    parts = openParts(context, client, {
      controlPlanes,
      settings,
      servers: options.pod?.servers,
    });
    const cluster: Cluster = {
      client,
      request,
      parts,
      change: request.create({
        ...{ client, reader: parts.reader, clock },
        kubernetes: parts.servers.open,
      }),
      nodes,
      controlPlanes,
      settings,
      contextName: name,
      clusterId: (await sha256(record.ca ?? name)).slice(0, 16),
    };
    if (journal === undefined && !options.isPlan) await requireNoOther(context, options, cluster);
    throwFailures(failures);
    return new RollingChange(context, options, cluster, await plan(cluster));
  } catch (error) {
    await parts?.[Symbol.asyncDispose]();
    await client[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Checks that no other rolling change is in progress, before nodes that it restarts are reported as
 * unreachable.
 */
async function requireNoOther(
  context: Context,
  { observer }: Options,
  { parts, clusterId, request }: Cluster,
): Promise<void> {
  const { title } = request;
  const id = context.random.bytes(8).toHex();
  // A lock that is taken over here is not seen again by the change.
  const report = (text: string) =>
    observer.event({ kind: "check", node: null, text, time: context.clock.now() });
  {
    await using lock = await openChangeLock(context, { parts, clusterId, id, title, report });
    await lock.release(context.signal);
  }
}

/**
 * Checks that all nodes are workers.
 *
 * @throws {OsctlError} of kind `usage` for a control plane.
 */
export function requireWorkers(nodes: readonly RollingNode[]): void {
  const names = nodes.filter(({ role }) => role === "controlplane").map(({ name }) => name);
  if (names.length === 0) return;
  throw new OsctlError("usage", `--rolling wipes workers only, not ${names.join(", ")}`, {
    hint: "reset control planes one by one without --rolling",
  });
}

/** Returns the batches of a new change. */
async function planCluster(
  { clock, signal }: Context,
  { maxUnavailable, canary, order }: RollingOptions,
  { nodes, parts, change }: Cluster,
): Promise<Batch[]> {
  const zoned = order.kind === "zone"
    ? await addZones(nodes, order.label, await parts.servers.open(signal), signal)
    : nodes;
  const hasControlPlanes = nodes.some(({ role }) => role === "controlplane");
  const leader = hasControlPlanes
    ? await withLimit(
      { clock, signal },
      { failure: "the leader of etcd is unknown", ms: LEADER_MS },
      (wait) => parts.etcd.findLeader(nodes, wait),
    )
    : undefined;
  const isWorkersFirst = change.isFinal;
  return planBatches(zoned, { leader, maxUnavailable, canary, order, isWorkersFirst });
}

/** Limit of finding the leader of etcd, milliseconds. */
const LEADER_MS = 60_000;
