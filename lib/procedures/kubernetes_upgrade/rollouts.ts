/**
 * Waits for rollouts of deployments and daemon sets.
 *
 * @module
 */
import {
  DAEMON_SETS,
  type DaemonSet,
  type Deployment,
  type KubernetesObject,
  PODS,
  type ResourceType,
} from "../../kubernetes/objects.ts";
import type { Manifest } from "./manifests.ts";
import { objectName } from "./manifests.ts";
import { isReady, podReason } from "./pod_failure.ts";
import { ROLLOUT } from "./steps.ts";
import type { UpgradeContext } from "./upgrade_context.ts";
import { withLimit } from "../waits.ts";

/** Kinds with a rollout, in the order of the waits. */
const KINDS = ["Deployment", "DaemonSet"] as const;
type RolloutKind = typeof KINDS[number];

const DEPLOYMENTS: ResourceType<Deployment> = {
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  isNamespaced: true,
};

/** Returns the manifests that have a rollout, in the order of the waits. */
export function withRollout(manifests: readonly Manifest[]): Manifest[] {
  return KINDS.flatMap((kind) =>
    manifests.filter((one) => one.kind === kind && one.apiVersion === "apps/v1")
  );
}

/**
 * Waits until the rollout of a changed object is complete. An object without a change is only waited
 * for while an earlier rollout is in progress, as after an interruption.
 */
export async function waitForRollout(
  context: UpgradeContext,
  manifest: Manifest,
  isChanged: boolean,
): Promise<void> {
  const { kubernetes, log, options: { limits } } = context;
  const kind = manifest.kind as RolloutKind;
  const { name = "", namespace = "default" } = manifest.metadata;
  const step = { node: null, component: ROLLOUT, object: objectName(manifest) };
  const isDaemonSet = kind === "DaemonSet";
  const type: ResourceType = isDaemonSet ? DAEMON_SETS : DEPLOYMENTS;
  const reasonOf = (object: KubernetesObject) =>
    isDaemonSet
      ? daemonSetReason(object as DaemonSet, isChanged)
      : deploymentReason(object as Deployment, isChanged);
  let hasWaited = false;
  log.set(step, "running", "reading the state");
  const limit = {
    failure: `rollout of ${step.object} not complete`,
    ms: isDaemonSet ? limits.daemonSetMs : limits.deploymentMs,
    hint: "check its pods; repeat the command to continue",
    onReason: (reason: string) => void log.set(step, "running", reason),
    explain: (signal: AbortSignal) => explain(context, manifest, signal),
  };
  await withLimit(context, limit, async (wait) => {
    const selection = { type, namespace, fieldSelector: `metadata.name=${name}` };
    await kubernetes.waitFor<KubernetesObject, true>(wait, selection, ([object]) => {
      const reason = object === undefined ? "the object does not exist" : reasonOf(object);
      if (reason === undefined) return true;
      hasWaited = true;
      wait.report(reason);
      return undefined;
    });
  });
  log.set(step, isChanged || hasWaited ? "done" : "unchanged");
}

function deploymentReason({ metadata, spec, status }: Deployment, all: boolean) {
  const { observedGeneration = 0, updatedReplicas = 0, readyReplicas = 0, replicas = 0 } = status ??
    {};
  const wanted = spec?.replicas ?? 1;
  if (observedGeneration < (metadata?.generation ?? 0)) return "waiting for the controller";
  if (updatedReplicas < wanted) return `${updatedReplicas} of ${wanted} replicas updated`;
  if (!all) return undefined;
  if (replicas !== wanted) return `${replicas - wanted} old replicas left`;
  return readyReplicas < wanted ? `${readyReplicas} of ${wanted} replicas ready` : undefined;
}

function daemonSetReason({ metadata, spec, status }: DaemonSet, all: boolean): string | undefined {
  const {
    observedGeneration = 0,
    desiredNumberScheduled: desired = 0,
    updatedNumberScheduled: updated = 0,
    currentNumberScheduled: current = 0,
    numberAvailable: available = 0,
    numberReady: ready = 0,
  } = status ?? {};
  if (observedGeneration < (metadata?.generation ?? 0)) return "waiting for the controller";
  // Its pods are updated when a user deletes them.
  if (spec?.updateStrategy?.type === "OnDelete") return undefined;
  if (updated < desired) return `${updated} of ${desired} pods updated`;
  if (!all) return undefined;
  const least = Math.min(current, available, ready);
  return least < desired ? `${least} of ${desired} pods ready` : undefined;
}

/** Returns the first pod of an object that is not ready, and why. */
async function explain(
  { kubernetes }: UpgradeContext,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { spec } = manifest as unknown as {
    readonly spec?: { readonly selector?: { readonly matchLabels?: Record<string, string> } };
  };
  const labels = Object.entries(spec?.selector?.matchLabels ?? {});
  if (labels.length === 0) return undefined;
  const { items } = await kubernetes.request(
    { signal, report: () => {} },
    (client) =>
      client.list(PODS, {
        namespace: manifest.metadata.namespace,
        labelSelector: labels.map(([key, value]) => `${key}=${value}`).join(","),
        signal,
      }),
  );
  const failed = items.find((pod) => !isReady(pod));
  return failed && `pod ${failed.metadata?.name} is not ready: ${podReason(failed)}`;
}
