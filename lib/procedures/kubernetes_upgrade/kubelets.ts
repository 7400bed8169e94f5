/**
 * Upgrades kubelets.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { Resource } from "../../resource/resource.ts";
import { watchNode } from "../../resource/watch.ts";
import { type Node, NODES } from "../../kubernetes/objects.ts";
import type { PlanNode } from "./cluster_plan.ts";
import { imageOf, KUBELET, KUBELET_SPEC_KIND, SERVICE_KIND } from "./components.ts";
import { changeImage } from "./config_image.ts";
import { isReady } from "./pod_failure.ts";
import { readResource, specData, textOf, type UpgradeContext } from "./upgrade_context.ts";
import { retryNode, type Wait, withLimit } from "../waits.ts";

/** Upgrades the kubelet of a node; waits until the node is ready with the new version. */
export async function upgradeKubelet(context: UpgradeContext, node: PlanNode): Promise<void> {
  const { log, options: { limits } } = context;
  const { address } = node;
  const step = { node: address, component: KUBELET, object: "" };
  const onReason = (reason: string) => void log.set(step, "running", reason);
  log.set(step, "running", "waiting for the kubelet");
  const limit = {
    failure: `kubelet of ${address} not restarted`,
    ms: limits.kubeletMs,
    hint: `check the log: osctl logs kubelet -n ${address}; repeat the command to continue`,
    onReason,
  };
  const isChanged = await withLimit(context, limit, (wait) => restart(context, wait, node));
  await waitForNode(context, node, onReason);
  log.set(step, isChanged ? "done" : "unchanged");
}

/** Changes the image, and waits until the kubelet has restarted and is healthy. */
async function restart(
  context: UpgradeContext,
  wait: Wait,
  { address }: PlanNode,
): Promise<boolean> {
  const { client, clock, callMs, options: { images, path } } = context;
  const spec = await readResource(context, wait, address, KUBELET_SPEC_KIND, KUBELET);
  const present = textOf(specData(spec)["image"]);
  const image = imageOf(images, KUBELET, path.to.text, present);
  // Which instance of the service ran before the change; undefined until the change is applied.
  let before: string | undefined;
  let isChanged = false;
  await retryNode(clock, wait, async (signal) => {
    const events = watchNode(client, address, {
      kind: SERVICE_KIND,
      id: KUBELET,
      clock,
      callMs,
      signal,
      lost: (reason) => wait.report(reason),
    });
    for await (const { kind, resource } of events) {
      if (resource === undefined) continue;
      if (!isHealthy(kind, resource)) {
        wait.report("waiting for the kubelet to be healthy");
        continue;
      }
      if (present === image) return;
      if (before === undefined) {
        wait.report("applying the configuration");
        // The node restarts the kubelet before or after its reply.
        before = instanceOf(resource);
        isChanged = await changeImage(context, wait, address, KUBELET, image);
        if (!isChanged) return;
        wait.report("waiting for the kubelet to restart");
      } else if (instanceOf(resource) !== before) return;
    }
    throw new OsctlError("node", "the node ended the watch of the kubelet");
  });
  return isChanged;
}

function isHealthy(kind: string, resource: Resource): boolean {
  if (kind === "destroyed" || resource.yaml === "") return false;
  const { running, healthy } = specData(resource);
  return running === true && healthy === true;
}

/** Identifies a run of a service: its resource is created when it starts. */
function instanceOf({ created }: Resource): string {
  return `${created?.seconds} ${created?.nanos}`;
}

/** Waits until a node has the new version and is ready. */
async function waitForNode(
  context: UpgradeContext,
  { name, address }: PlanNode,
  onReason: (text: string) => void,
): Promise<void> {
  const { kubernetes, options: { path, limits } } = context;
  const version = `v${path.to.text}`;
  const limit = {
    failure: `node ${name} (${address}) not ready with kubelet ${version}`,
    ms: limits.nodeMs,
    hint: `check the log: osctl logs kubelet -n ${address}; repeat the command to continue`,
    onReason,
  };
  await withLimit(context, limit, async (wait) => {
    wait.report("waiting for the node");
    const selection = { type: NODES, fieldSelector: `metadata.name=${name}` };
    await kubernetes.waitFor<Node, true>(wait, selection, ([node]) => {
      const reason = nodeReason(node, version);
      if (reason === undefined) return true;
      wait.report(reason);
      return undefined;
    });
  });
}

function nodeReason(node: Node | undefined, version: string): string | undefined {
  if (node === undefined) return "the node is not registered";
  const found = node.status?.nodeInfo?.kubeletVersion ?? "unknown";
  if (found !== version) return `the node has kubelet ${found}`;
  if (isReady(node)) return undefined;
  const ready = node.status?.conditions?.find(({ type }) => type === "Ready");
  return `the node is not ready: ${ready?.message ?? ready?.reason ?? "no condition"}`;
}
