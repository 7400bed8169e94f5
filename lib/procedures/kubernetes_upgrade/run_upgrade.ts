/**
 * Runs the phases of an upgrade. Every step checks what is already true, so that a repeated command
 * continues where an earlier one ended.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { sleep } from "../../async/sleep.ts";
import { hasOsFeature } from "../../os_versions/mod.ts";
import { toUrlHost } from "../../pki/ip.ts";
import { checkRemoved, RemovedItemsError } from "./check_removed.ts";
import { type ClusterPlan, planCluster, type PlanNode } from "./cluster_plan.ts";
import { imageOf, STATIC_PODS } from "./components.ts";
import { changeImage } from "./config_image.ts";
import { upgradeKubelet } from "./kubelets.ts";
import {
  type Manifest,
  type ManifestChange,
  ManifestSync,
  objectName,
  proxyImageOf,
  readManifests,
  requireManifests,
  withProxyImage,
} from "./manifests.ts";
import { checkNodeSupport } from "./node_support.ts";
import { bounded } from "./parallel.ts";
import { neededImages, pullImages } from "./pull_images.ts";
import { waitForRollout, withRollout } from "./rollouts.ts";
import { upgradeStaticPod } from "./static_pods.ts";
import { IMAGES, MANIFEST, plannedStep, ROLLOUT, type Step, stepKey } from "./steps.ts";
import type { UpgradeContext } from "./upgrade_context.ts";
import { retryNode, withLimit } from "../waits.ts";

/** An upgrade that was planned. */
export interface UpgradePlan extends ClusterPlan {
  /** Whether all nodes apply manifests on the server side. */
  readonly isServerSide: boolean;
}

/** Nodes that are called at the same time. */
const PARALLEL = 8;

/**
 * Reads the cluster, checks it, and adds the steps to the log. Changes nothing.
 *
 * @throws {RemovedItemsError} when the cluster uses what the new version removes.
 */
export async function planUpgrade(context: UpgradeContext): Promise<UpgradePlan> {
  const plan = await planCluster(context);
  const { kubernetes, log, options: { path: { to } } } = context;
  kubernetes.addServers(
    plan.controlPlanes.flatMap(({ address, apiPort }) =>
      apiPort === undefined ? [] : [new URL(`https://${toUrlHost(address)}:${apiPort}`)]
    ),
  );
  const [removed, tags] = await Promise.all([
    checkRemoved(context, plan.nodes),
    readTags(context, plan.nodes),
  ]);
  const tagged = plan.nodes.map(({ address }, index) => ({ address, tag: tags[index]! }));
  checkNodeSupport(tagged, to, context.note);
  const isServerSide = tags.every((tag) => hasOsFeature("serverSideManifests", tag));
  if (removed.length > 0) throw new RemovedItemsError(removed, `${to.major}.${to.minor}`);
  for (const step of plan.steps) log.add(step);
  return { ...plan, isServerSide };
}

/** Reads the versions of the operating system of nodes, in order. */
async function readTags(context: UpgradeContext, nodes: readonly PlanNode[]): Promise<string[]> {
  const { client, clock, options: { limits } } = context;
  return await bounded(nodes, PARALLEL, ({ address }) => {
    const limit = { failure: `version of ${address} not read`, ms: limits.planMs };
    return withLimit(context, limit, (wait) =>
      retryNode(clock, wait, async (signal) => {
        const { messages } = await client.plainCall(MachineService.Version, {}, address, {
          signal,
        });
        return messages?.[0]?.version?.tag ?? "";
      }));
  });
}

/**
 * Returns the steps that an upgrade would take, with the differences of manifests. Changes nothing:
 * the server only simulates changes of objects.
 */
export async function describePlan(context: UpgradeContext, plan: UpgradePlan): Promise<Step[]> {
  const { images, path, prePullImages } = context.options;
  const pulls = prePullImages
    ? plan.nodes.flatMap((node) =>
      neededImages(context, node).map(({ reference }) =>
        plannedStep({
          node: node.address,
          component: IMAGES,
          object: reference.slice(reference.lastIndexOf("/") + 1, reference.lastIndexOf(":")),
          to: reference,
        })
      )
    )
    : [];
  const steps = plan.steps.filter(({ component }) => component !== IMAGES)
    .map((step) => withOutcome(step, plan.nodes));
  const image = imageOf(images, "kube-proxy", path.to.text);
  const [first] = plan.controlPlanes;
  const sync = new ManifestSync(context, plan.isServerSide);
  const manifests = withProxyImage(await manifestsOf(context, first!), image);
  const changes: ManifestChange[] = [];
  for (const manifest of manifests) {
    const change = await synchronize(context, manifest, (wait) => sync.compare(wait, manifest));
    if (change !== undefined) changes.push(change);
  }
  return [
    ...pulls,
    ...steps,
    ...changes.map(toStep),
    ...withRollout(changes.map(({ manifest }) => manifest)).map(rolloutStep),
  ];
}

/** Marks a planned step that has nothing to do. */
function withOutcome(step: Step, nodes: readonly PlanNode[]): Step {
  if (step.from === step.to) return { ...step, state: "unchanged" };
  const node = nodes.find(({ address }) => address === step.node);
  return node !== undefined && isDisabledOn(node, step.component)
    ? { ...step, state: "skipped", detail: "disabled" }
    : step;
}

function isDisabledOn({ podImages, proxyImage }: PlanNode, component: string): boolean {
  if (component === "kube-proxy") return proxyImage === undefined;
  const pod = STATIC_PODS.find((pod) => pod === component);
  return pod !== undefined && podImages[pod] === undefined;
}

function toStep({ name, action, diff }: ManifestChange): Step {
  return { ...plannedStep({ component: MANIFEST, object: name, diff }), detail: action };
}

function rolloutStep(manifest: Manifest): Step {
  return plannedStep({ component: ROLLOUT, object: objectName(manifest) });
}

/** Upgrades the cluster. */
export async function runUpgrade(context: UpgradeContext, plan: UpgradePlan): Promise<void> {
  const { nodes, controlPlanes } = plan;
  const { options } = context;
  if (options.prePullImages) await pullImages(context, plan);
  for (const component of STATIC_PODS) {
    for (const node of controlPlanes) await upgradeStaticPod(context, component, node);
  }
  for (const node of controlPlanes) await upgradeProxy(context, node);
  for (const node of options.upgradeKubelet ? nodes : []) await upgradeKubelet(context, node);
  await syncManifests(context, plan);
}

/** Changes the image of kube-proxy in the configuration, and so in the manifests of the node. */
async function upgradeProxy(
  context: UpgradeContext,
  { address, proxyImage }: PlanNode,
): Promise<void> {
  const { log, options: { images, path, limits } } = context;
  const step = { node: address, component: "kube-proxy", object: "" };
  if (proxyImage === undefined) return void log.set(step, "skipped", "disabled");
  const image = imageOf(images, "kube-proxy", path.to.text);
  if (proxyImage === image) return void log.set(step, "unchanged");
  log.set(step, "running", "applying the configuration");
  const limit = {
    failure: `kube-proxy of ${address} not configured`,
    ms: limits.configMs,
    onReason: (reason: string) => void log.set(step, "running", reason),
  };
  const isChanged = await withLimit(
    context,
    limit,
    (wait) => changeImage(context, wait, address, "kube-proxy", image),
  );
  log.set(step, isChanged ? "done" : "unchanged");
}

/** Applies the manifests of the nodes, and waits for the rollouts. */
async function syncManifests(
  context: UpgradeContext,
  { controlPlanes, isServerSide }: UpgradePlan,
): Promise<void> {
  const { log } = context;
  const all = { node: null, component: MANIFEST, object: "" };
  log.add(plannedStep(all));
  log.set(all, "running", "reading the manifests");
  const manifests = await manifestsOf(
    context,
    controlPlanes[0]!,
    expectedProxy(context, controlPlanes),
  );
  const sync = new ManifestSync(context, isServerSide);
  const changed = new Set<string>();
  for (const manifest of manifests) {
    const name = objectName(manifest);
    log.set(all, "running", `${name}`);
    const change = await synchronize(context, manifest, (wait) => sync.apply(wait, manifest));
    if (change === undefined) continue;
    changed.add(name);
    const step = toStep(change);
    log.add(step);
    log.set(step, "done", change.action === "create" ? "created" : "updated");
  }
  log.set(
    all,
    changed.size === 0 ? "unchanged" : "done",
    `${changed.size} of ${manifests.length} objects changed`,
  );
  const rollouts = withRollout(manifests);
  for (const manifest of rollouts) log.add(rolloutStep(manifest));
  for (const manifest of rollouts) {
    await waitForRollout(context, manifest, changed.has(objectName(manifest)));
  }
}

/** Returns the image of kube-proxy that the manifests must have; undefined when it is disabled. */
function expectedProxy(
  { options: { images, path } }: UpgradeContext,
  controlPlanes: readonly PlanNode[],
): string | undefined {
  return controlPlanes[0]!.proxyImage === undefined
    ? undefined
    : imageOf(images, "kube-proxy", path.to.text);
}

/** Interval of reading manifests until they have the new image, milliseconds. */
const READ_MS = 250;

/** Reads the manifests of a node, once they have the image of kube-proxy. */
async function manifestsOf(
  context: UpgradeContext,
  node: PlanNode,
  proxyImage?: string,
): Promise<Manifest[]> {
  const { clock, options: { limits } } = context;
  const limit = { failure: `manifests of ${node.address} not read`, ms: limits.configMs };
  return await withLimit(context, limit, async (wait) => {
    while (true) {
      const manifests = await readManifests(context, wait, node);
      requireManifests(manifests, node);
      const found = proxyImageOf(manifests);
      if (proxyImage === undefined || found === undefined || found === proxyImage) return manifests;
      wait.report(`the manifest of kube-proxy has image ${found}`);
      await sleep(clock, READ_MS, wait.signal);
    }
  });
}

async function synchronize<T>(
  context: UpgradeContext,
  manifest: Manifest,
  run: (wait: Parameters<Parameters<typeof withLimit>[2]>[0]) => Promise<T>,
): Promise<T> {
  const { options: { limits } } = context;
  const failure = `manifest of ${objectName(manifest)} not synchronized`;
  return await withLimit(context, { failure, ms: limits.manifestMs }, run);
}

/** Returns the steps that are complete, and their number. */
export function countSteps(
  steps: readonly Step[],
): { readonly done: number; readonly all: number } {
  const complete = ["done", "unchanged", "skipped"];
  const own = new Map(steps.map((step) => [stepKey(step), step]));
  const done = [...own.values()].filter(({ state }) => complete.includes(state)).length;
  return { done, all: own.size };
}
