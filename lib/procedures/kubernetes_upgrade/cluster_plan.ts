/**
 * Reads the present state of a cluster, and plans the steps of an upgrade. Changes nothing.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { sectionOf } from "../../machineconfig/data.ts";
import { isControlPlane, toClusterNode } from "../health/cluster_nodes.ts";
import { NODES } from "../../kubernetes/objects.ts";
import { componentSettings, isDisabled, mainOf, readConfig } from "./config_image.ts";
import type { NodeConfig } from "./config_image.ts";
import {
  CONFIG_KINDS,
  imageOf,
  KUBELET,
  KUBELET_SPEC_KIND,
  STATIC_PODS,
  type StaticPod,
} from "./components.ts";
import { bounded } from "./parallel.ts";
import { IMAGES, plannedStep, type Step } from "./steps.ts";
import { readResource, specData, textOf, type UpgradeContext } from "./upgrade_context.ts";
import { withLimit } from "../waits.ts";

/** A node of the cluster. */
export interface PlanNode {
  /** Name of the Kubernetes node. */
  readonly name: string;
  /** Address for calls to the node. */
  readonly address: string;
  readonly isControlPlane: boolean;
  /** Present image of the kubelet. */
  readonly kubeletImage: string;
  /** Present images of the static pods; absent ones are disabled. Empty on workers. */
  readonly podImages: Readonly<Partial<Record<StaticPod, string>>>;
  /** Present image of kube-proxy in the configuration; undefined when it is disabled, and on workers. */
  readonly proxyImage: string | undefined;
  /** Port of the node's API server; undefined on workers. */
  readonly apiPort: number | undefined;
  /** Virtual addresses that the node may have. */
  readonly virtualAddresses: readonly string[];
}

/** A cluster before the upgrade. */
export interface ClusterPlan {
  /** Control planes first. */
  readonly nodes: readonly PlanNode[];
  readonly controlPlanes: readonly PlanNode[];
  /** The steps of the nodes, in order. */
  readonly steps: readonly Step[];
}

/** Nodes that are called at the same time. */
const PARALLEL = 8;

/**
 * Reads the nodes and plans their steps.
 *
 * @throws {OsctlError} when the cluster has no control plane, or a node does not answer.
 */
export async function planCluster(context: UpgradeContext): Promise<ClusterPlan> {
  const { options: { limits, upgradeKubelet, excluded }, kubernetes } = context;
  const failure = "nodes of the cluster not read";
  const found = await withLimit(context, { failure, ms: limits.planMs }, async (wait) => {
    const { items } = await kubernetes.request(
      wait,
      (client, signal) => client.list(NODES, { signal }),
    );
    return items.map((object) => ({
      name: object.metadata?.name ?? "",
      address: toClusterNode(object).address,
      isControlPlane: isControlPlane(object),
    }));
  });
  const controlPlanes = found.filter(({ isControlPlane }) => isControlPlane);
  if (controlPlanes.length === 0) {
    throw new OsctlError("node", "no control plane nodes in Kubernetes", {
      hint: "nodes need the label node-role.kubernetes.io/control-plane",
    });
  }
  const workers = upgradeKubelet
    ? found.filter(({ isControlPlane, address }) => !isControlPlane && !excluded.has(address))
    : [];
  const all = [...controlPlanes, ...workers];
  requireDistinct(all);
  const nodes = await bounded(all, PARALLEL, (node) => readNode(context, node));
  const plan = { nodes, controlPlanes: nodes.filter(({ isControlPlane }) => isControlPlane) };
  return { ...plan, steps: planSteps(context, plan) };
}

/** Rejects Kubernetes nodes of one address: one of them is the node under a former name. */
function requireDistinct(nodes: readonly Pick<PlanNode, "name" | "address">[]): void {
  const names = new Map<string, string>();
  for (const { name, address } of nodes) {
    const other = names.get(address);
    if (other !== undefined) {
      const both = `"${other}" and "${name}"`;
      throw new OsctlError("node", `Kubernetes nodes ${both} have the address ${address}`, {
        hint: "delete the node that no longer exists: kubectl delete node NAME",
      });
    }
    names.set(address, name);
  }
}

async function readNode(
  context: UpgradeContext,
  node: Pick<PlanNode, "name" | "address" | "isControlPlane">,
): Promise<PlanNode> {
  const { address } = node;
  const failure = `node ${address} not read`;
  const { planMs } = context.options.limits;
  return await withLimit(context, { failure, ms: planMs }, async (wait) => {
    const kubelet = readResource(context, wait, address, KUBELET_SPEC_KIND, KUBELET);
    if (!node.isControlPlane) {
      return {
        ...node,
        kubeletImage: textOf(specData(await kubelet)["image"]),
        podImages: {},
        proxyImage: undefined,
        apiPort: undefined,
        virtualAddresses: [],
      };
    }
    const [spec, config, ...pods] = await Promise.all([
      kubelet,
      readConfig(context, wait, address),
      ...STATIC_PODS.map((pod) => readResource(context, wait, address, CONFIG_KINDS[pod], pod)),
    ]);
    const specs = pods.map(specData);
    const { localPort } = specs[0]!;
    return {
      ...node,
      kubeletImage: textOf(specData(spec)["image"]),
      podImages: Object.fromEntries(
        specs.flatMap(({ image, enabled }, index) =>
          enabled === false ? [] : [[STATIC_PODS[index], textOf(image)]]
        ),
      ),
      proxyImage: proxyImage(config),
      apiPort: typeof localPort === "number" ? localPort : undefined,
      virtualAddresses: virtualAddresses(config),
    };
  });
}

function proxyImage(config: NodeConfig): string | undefined {
  if (isDisabled(config, "kube-proxy")) return undefined;
  const { image } = componentSettings(config, "kube-proxy");
  return typeof image === "string" ? image : "";
}

/** Returns the virtual addresses in a configuration: of interfaces, VLANs and their own documents. */
function virtualAddresses(config: NodeConfig): string[] {
  const { interfaces } = sectionOf(sectionOf(mainOf(config), "machine"), "network");
  const devices = Array.isArray(interfaces) ? interfaces : [];
  const vlans = devices.flatMap(({ vlans }) => Array.isArray(vlans) ? vlans : []);
  const documents = config.documents.filter(({ type }) => type.kind.endsWith("VIPConfig"));
  return [
    ...[...devices, ...vlans].map(({ vip }) => vip?.ip),
    ...documents.map(({ data }) => data["name"]),
  ].filter((one) => typeof one === "string");
}

function planSteps(
  { options: { images, path, prePullImages, upgradeKubelet } }: UpgradeContext,
  { nodes, controlPlanes }: Omit<ClusterPlan, "steps">,
): Step[] {
  const to = path.to.text;
  const pulls = prePullImages
    ? nodes.map(({ address: node }) => ({ node, component: IMAGES }))
    : [];
  const pods = STATIC_PODS.flatMap((component) =>
    controlPlanes.map(({ address: node, podImages }) => ({
      node,
      component,
      from: podImages[component] ?? "",
      to: imageOf(images, component, to),
    }))
  );
  const proxies = controlPlanes.map(({ address: node, proxyImage }) => ({
    node,
    component: "kube-proxy",
    from: proxyImage ?? "",
    to: imageOf(images, "kube-proxy", to),
  }));
  const kubelets = nodes.map(({ address: node, kubeletImage: from }) => ({
    node,
    component: KUBELET,
    from,
    to: imageOf(images, KUBELET, to, from),
  }));
  return [...pulls, ...pods, ...proxies, ...upgradeKubelet ? kubelets : []].map(plannedStep);
}
