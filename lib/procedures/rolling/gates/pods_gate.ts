/**
 * The gate `pods`: no workload that was running before the change is pending or crashing.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";
import { type Pod, PODS } from "../../../kubernetes/objects.ts";
import type { FieldValue } from "../../../output/records.ts";
import { formatCount, oneLine } from "../../../output/text.ts";
import type { Gate, GateCheck, GateScope, GateSources } from "./types.ts";

/** Maximum number of workloads that a reason names. */
const MAX_NAMED = 3;

/** Creates the gate. */
export function createPodsGate(sources: GateSources): Gate {
  return new PodsGate(sources);
}

class PodsGate implements Gate {
  readonly name = "pods";
  readonly #sources: GateSources;
  /** Pods that were not running before the change, by workload: 0 for a running workload. */
  #baseline: ReadonlyMap<string, number> | undefined;

  constructor(sources: GateSources) {
    this.#sources = sources;
  }

  async prepare(signal: AbortSignal): Promise<void> {
    if (this.#baseline !== undefined) return;
    const workloads = groupPods(await this.#list(signal), new Set());
    this.#baseline = new Map([...workloads].map(([name, bad]) => [name, bad.length]));
  }

  begin({ changing }: GateScope): GateCheck {
    return async (signal) => {
      await this.prepare(signal);
      const baseline = this.#baseline!;
      const problems: string[] = [];
      for (const [workload, bad] of groupPods(await this.#list(signal), changing)) {
        const before = baseline.get(workload);
        // Workloads created since then are not of this change.
        if (before === undefined || bad.length <= before) continue;
        problems.push(bad[0]!);
      }
      if (problems.length === 0) return;
      const rest = problems.length <= MAX_NAMED
        ? ""
        : ` and ${formatCount(problems.length - MAX_NAMED, "other workload")}`;
      throw new OsctlError("node", oneLine(problems.slice(0, MAX_NAMED).join("; ") + rest));
    };
  }

  save(): FieldValue | undefined {
    return this.#baseline && Object.fromEntries(this.#baseline);
  }

  restore(state: FieldValue): void {
    const isMap = typeof state === "object" && state !== null && !Array.isArray(state);
    const entries = isMap ? Object.entries(state) : [];
    if (!isMap || !entries.every(([, count]) => typeof count === "number")) {
      throw new OsctlError("input", 'invalid state of the gate "pods" in the journal', {
        hint: "start the change again without --resume",
      });
    }
    this.#baseline = new Map(entries as [string, number][]);
  }

  async #list(signal: AbortSignal): Promise<readonly Pod[]> {
    return (await (await this.#sources.kubernetes(signal)).list(PODS, { signal })).items;
  }
}

/**
 * Returns the reasons why pods do not run, by workload. A workload is the controller of pods,
 * because its pods change their names.
 */
function groupPods(
  pods: readonly Pod[],
  changing: ReadonlySet<string>,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const pod of pods) {
    const { metadata = {}, spec, status } = pod;
    const { phase } = status ?? {};
    if (metadata.deletionTimestamp !== undefined || phase === "Succeeded" || phase === "Failed") {
      continue;
    }
    const group = groups.getOrInsertComputed(workloadOf(pod), () => []);
    // Daemon and static pods of a node that restarts.
    if (spec?.nodeName !== undefined && changing.has(spec.nodeName)) continue;
    const reason = problemOf(pod);
    if (reason !== undefined) group.push(`pod ${metadata.namespace}/${metadata.name} ${reason}`);
  }
  return groups;
}

function workloadOf({ metadata = {} }: Pod): string {
  const { name = "", namespace = "", ownerReferences, labels } = metadata;
  const owner = ownerReferences?.find(({ controller }) => controller === true);
  // A static pod is owned by its node.
  if (owner === undefined || owner.kind === "Node") return `${namespace}/Pod/${name}`;
  const hash = labels?.["pod-template-hash"];
  // A rollout replaces the replica set of a deployment.
  const isReplicaSet = owner.kind === "ReplicaSet" && hash !== undefined &&
    owner.name.endsWith(`-${hash}`);
  return isReplicaSet
    ? `${namespace}/Deployment/${owner.name.slice(0, -hash.length - 1)}`
    : `${namespace}/${owner.kind}/${owner.name}`;
}

/** Returns why a pod does not run; undefined for a running and ready one. */
function problemOf({ status }: Pod): string | undefined {
  const containers = [
    ...status?.initContainerStatuses ?? [],
    ...status?.containerStatuses ?? [],
  ];
  const waiting = containers.map(({ state }) => state?.waiting?.reason)
    .find((reason) => reason !== undefined && !STARTING.has(reason));
  if (waiting !== undefined) return `is in ${waiting}`;
  const conditions = status?.conditions ?? [];
  if (status?.phase !== "Running") {
    const unscheduled = conditions.find(({ type, status }) =>
      type === "PodScheduled" && status === "False"
    );
    const why = unscheduled?.message ?? unscheduled?.reason;
    const phase = status?.phase === undefined ? "in no phase" : status.phase.toLowerCase();
    return `is ${phase}${why === undefined ? "" : ` (${why})`}`;
  }
  const ready = conditions.find(({ type }) => type === "Ready");
  if (ready?.status === "True") return undefined;
  return "is not ready";
}

/** Reasons of containers that start. */
const STARTING: ReadonlySet<string> = new Set(["ContainerCreating", "PodInitializing"]);
