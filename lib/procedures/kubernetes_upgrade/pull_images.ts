/**
 * Pulls the images of the new version onto the nodes, so that restarts are short.
 *
 * @module
 */
import { MultiNodeError, OsctlError } from "../../errors.ts";
import { type ImageNamespace, listImages, pullImage } from "../../node/images/mod.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import type { ClusterPlan, PlanNode } from "./cluster_plan.ts";
import { imageOf, KUBELET, STATIC_PODS } from "./components.ts";
import { bounded } from "./parallel.ts";
import { IMAGES } from "./steps.ts";
import type { UpgradeContext } from "./upgrade_context.ts";
import { retryNode, type Wait, withLimit } from "../waits.ts";

/** Nodes that pull at the same time: their registry is usually the same. */
const PARALLEL = 8;

/** An image for a node. */
export interface NeededImage {
  readonly reference: string;
  readonly namespace: ImageNamespace;
}

/** Returns the images that a node runs after the upgrade and does not run now. */
export function neededImages(
  { options: { images, path, upgradeKubelet } }: Pick<UpgradeContext, "options">,
  { isControlPlane, podImages, kubeletImage }: PlanNode,
): NeededImage[] {
  const version = path.to.text;
  const pods = STATIC_PODS.flatMap((pod) => {
    const reference = imageOf(images, pod, version);
    const isNeeded = isControlPlane && podImages[pod] !== undefined && podImages[pod] !== reference;
    return isNeeded ? [{ reference, namespace: "cri" as const }] : [];
  });
  const kubelet = imageOf(images, KUBELET, version, kubeletImage);
  return upgradeKubelet && kubelet !== kubeletImage
    ? [...pods, { reference: kubelet, namespace: "system" }]
    : pods;
}

/** Pulls the images, on several nodes at the same time. */
export async function pullImages(context: UpgradeContext, { nodes }: ClusterPlan): Promise<void> {
  await bounded(nodes, PARALLEL, (node) => pullOf(context, node));
}

async function pullOf(context: UpgradeContext, node: PlanNode): Promise<void> {
  const { client, clock, log, options: { limits } } = context;
  const { address } = node;
  const step = { node: address, component: IMAGES, object: "" };
  const images = neededImages(context, node);
  if (images.length === 0) return void log.set(step, "unchanged");
  log.set(step, "running", "listing images");
  let pulled = 0;
  try {
    for (const { reference, namespace } of images) {
      const limit = { failure: `image ${reference} not pulled on ${address}`, ms: limits.pullMs };
      await withLimit(context, limit, async (wait) => {
        if (await isPresent(context, wait, address, { reference, namespace })) return;
        log.set(step, "running", `pulling ${reference}`);
        await retryNode(clock, wait, async (signal) => {
          for await (const _ of pullImage(client, address, { reference, namespace }, signal));
        });
        pulled++;
      });
    }
  } catch (error) {
    if (!isUnimplemented(error)) throw error;
    return void log.set(step, "skipped", "the node does not support it");
  }
  log.set(step, pulled === 0 ? "unchanged" : "done");
}

async function isPresent(
  { client, clock }: UpgradeContext,
  wait: Wait,
  node: string,
  { reference, namespace }: NeededImage,
): Promise<boolean> {
  try {
    return await retryNode(clock, wait, async (signal) => {
      for await (const { name } of listImages(client, node, namespace, signal)) {
        if (name === reference) return true;
      }
      return false;
    });
  } catch (error) {
    if (isUnimplemented(error)) return false;
    throw error;
  }
}

/** Reports whether a node does not serve a method. */
function isUnimplemented(error: unknown): boolean {
  if (error instanceof MultiNodeError) {
    return error.failures.every((failure) => isUnimplemented(failure.error));
  }
  if (error instanceof RpcError) return error.code === StatusCode.unimplemented;
  return error instanceof OsctlError && error.kind === "unsupported";
}
