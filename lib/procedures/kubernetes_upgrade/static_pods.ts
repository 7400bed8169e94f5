/**
 * Upgrades the static pods of the control plane.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { watchNode } from "../../resource/watch.ts";
import { type Pod, PODS } from "../../kubernetes/objects.ts";
import { changeImage } from "./config_image.ts";
import type { PlanNode } from "./cluster_plan.ts";
import { CONFIG_KINDS, CONFIG_VERSION, imageOf, type StaticPod } from "./components.ts";
import { isReady, lastLogLines, podReason } from "./pod_failure.ts";
import { specData, textOf, type UpgradeContext } from "./upgrade_context.ts";
import { retryNode, type Wait, withLimit } from "../waits.ts";

/** Upgrades a static pod on a node; waits until the pod with the new configuration is ready. */
export async function upgradeStaticPod(
  context: UpgradeContext,
  component: StaticPod,
  node: PlanNode,
): Promise<void> {
  const { log, options: { images, path, limits } } = context;
  const { address, podImages } = node;
  const step = { node: address, component, object: "" };
  const image = imageOf(images, component, path.to.text);
  if (podImages[component] === undefined) return void log.set(step, "skipped", "disabled");
  const isPresent = podImages[component] === image;
  log.set(step, "running", isPresent ? "checking the pod" : "applying the configuration");
  const onReason = (reason: string) => void log.set(step, "running", reason);
  let isChanged = false;
  const limit = {
    failure: `${component} of ${address} not configured`,
    ms: limits.configMs,
    onReason,
  };
  const version = await withLimit(context, limit, async (wait) => {
    if (!isPresent) {
      isChanged = await changeImage(context, wait, address, component, image);
      wait.report("waiting for the node to use the configuration");
    }
    return await configVersion(context, wait, component, { address, image });
  });
  await waitForPod(context, component, node, { version, onReason });
  log.set(step, isChanged ? "done" : "unchanged");
}

/** Returns the version of the configuration with an image. */
async function configVersion(
  { client, clock, callMs }: UpgradeContext,
  wait: Wait,
  component: StaticPod,
  { address, image }: { readonly address: string; readonly image: string },
): Promise<string> {
  return await retryNode(clock, wait, async (signal) => {
    const events = watchNode(client, address, {
      kind: CONFIG_KINDS[component],
      id: component,
      clock,
      callMs,
      signal,
      lost: (reason) => wait.report(reason),
    });
    for await (const { resource } of events) {
      if (resource === undefined || resource.yaml === "") continue;
      if (textOf(specData(resource)["image"]) === image) return resource.version;
    }
    throw new OsctlError("node", `the node ended the watch of ${component}`);
  });
}

/** Waits until the pod on a node has a version of the configuration and is ready. */
async function waitForPod(
  context: UpgradeContext,
  component: StaticPod,
  node: PlanNode,
  { version, onReason }: { readonly version: string; readonly onReason: (text: string) => void },
): Promise<void> {
  const { kubernetes, note, options: { limits } } = context;
  const selection = {
    type: PODS,
    namespace: "kube-system",
    labelSelector: `k8s-app=${component}`,
  };
  let last: Pod | undefined;
  const explain = async (signal: AbortSignal) => {
    if (last === undefined) return undefined;
    const pod = last;
    const wait = { signal, report: () => {} };
    const lines = await kubernetes.request(wait, (client) => lastLogLines(client, pod, signal));
    const name = `${pod.metadata?.namespace}/${pod.metadata?.name}`;
    for (const line of lines) note(`log of ${name}: ${line}`);
    const reason = reasonOf(pod, version);
    return reason && `pod ${pod.metadata?.name}: ${reason}`;
  };
  const limit = {
    failure: `pod of ${component} on ${node.address} not ready`,
    ms: limits.podMs,
    hint: "check the pod and its log; repeat the command to continue",
    onReason,
    explain,
  };
  await withLimit(context, limit, async (wait) => {
    wait.report("waiting for the pod");
    await kubernetes.waitFor<Pod, true>(wait, selection, (pods) => {
      last = podOn(pods, node);
      const reason = last === undefined ? "waiting for the pod" : reasonOf(last, version);
      if (reason === undefined) return true;
      wait.report(reason);
      return undefined;
    });
  });
}

/** Returns the pod on a node; a pod of a deleted node may have the same address. */
function podOn(pods: readonly Pod[], { name, address }: PlanNode): Pod | undefined {
  return pods.find(({ spec }) => spec?.nodeName === name) ??
    pods.find(({ status }) => status?.hostIP === address);
}

/** Returns why a pod is not the ready one with a version of its configuration. */
function reasonOf(pod: Pod, version: string): string | undefined {
  const found = pod.metadata?.annotations?.[CONFIG_VERSION] ?? "none";
  if (found !== version) return `configuration ${found}, not ${version}`;
  return isReady(pod) ? undefined : `not ready: ${podReason(pod)}`;
}
