/**
 * Node objects: registration by the kubelet, conditions, taints and leases.
 *
 * @module
 */
import { DOMAIN, PRODUCT } from "../../../distribution.ts";
import { readText } from "../../state/controllers/system_files.ts";
import type { ClusterNode } from "../cluster_node.ts";
import { imageTag, type KubernetesSettings, readSettings } from "../../objects/settings.ts";
import { kindOf } from "../../objects/kinds.ts";
import {
  formatTime,
  type JsonMap,
  type KubeObject,
  mapAt,
  mapsAt,
  stringAt,
  valueAt,
} from "../../objects/objects.ts";
import {
  type Condition,
  conditionStatus,
  type Controller,
  type ControllerContext,
  mergeConditions,
  type Taint,
  taintsOf,
} from "./controller.ts";
import { recordEvent } from "./events.ts";

const NODE = kindOf("Node");
const LEASE = kindOf("Lease.coordination.k8s.io");

/** Label of control plane nodes. */
export const CONTROL_PLANE_LABEL = "node-role.kubernetes.io/control-plane";

const ARCHITECTURES: Readonly<Record<string, string>> = { x86_64: "amd64", aarch64: "arm64" };
/** Annotation of nodes that Talos cordoned, which it uncordons later. */
const CORDONED = `${DOMAIN}/cordoned`;
/**
 * Stages of the machine in which its node is cordoned, and in which it is uncordoned; no others.
 */
const CORDONING_STAGES = ["shutting down", "upgrading", "resetting"];
const UNCORDONING_STAGES = ["booting", "running"];
const LEASE_SECONDS = 40;
/** Taints that follow the state of a node. */
const STATE_TAINTS = [
  "node.kubernetes.io/not-ready",
  "node.kubernetes.io/unreachable",
  "node.kubernetes.io/unschedulable",
];

/** Registers nodes and updates their status. */
export const manageNodes: Controller = (context) => {
  for (const node of context.nodes) {
    const { config, kubeletImage } = node;
    if (config === undefined || kubeletImage === undefined) continue;
    register(context, node, readSettings(config), imageTag(kubeletImage));
  }
  for (const object of context.writer.store.list("nodes")) {
    const node = context.nodes.find(({ name }) => name === object.metadata.name);
    if (node?.config === undefined || !node.isRunning) markUnknown(context, object);
    else followStage(context, node);
    taint(context, object.metadata.name);
  }
};

/** Cordons a node that stops or upgrades, and uncordons one that it cordoned when it is back. */
function followStage({ writer }: ControllerContext, { name, stage = "" }: ClusterNode): void {
  const node = writer.store.get("nodes", undefined, name);
  if (node === undefined) return;
  const { metadata } = node;
  const { [CORDONED]: mark, ...annotations } = metadata.annotations ?? {};
  const spec = mapAt(node, "spec");
  if (CORDONING_STAGES.includes(stage) && spec["unschedulable"] !== true) {
    writer.update(NODE, {
      ...node,
      metadata: { ...metadata, annotations: { ...annotations, [CORDONED]: "true" } },
      spec: { ...spec, unschedulable: true },
    });
  } else if (UNCORDONING_STAGES.includes(stage) && mark !== undefined) {
    const { unschedulable: _, ...rest } = spec;
    writer.update(NODE, { ...node, metadata: { ...metadata, annotations }, spec: rest });
  }
}

function register(
  context: ControllerContext,
  node: ClusterNode,
  settings: KubernetesSettings,
  kubeletVersion: string,
): void {
  const { writer } = context;
  const isControlPlane = node.type === "controlplane";
  const stored = writer.store.get("nodes", undefined, node.name);
  const bootId = stringAt(stored, "status", "nodeInfo", "bootID");
  // A kubelet registers its node at its start only: a deleted node returns with the next boot.
  if (stored === undefined && context.registrations.get(node.name) === node.bootId) return;
  context.registrations.set(node.name, node.bootId);
  const systemId = stringAt(stored, "status", "nodeInfo", "systemUUID") || writer.uuid();
  const labels = {
    "beta.kubernetes.io/arch": architecture(),
    "beta.kubernetes.io/os": "linux",
    "kubernetes.io/arch": architecture(),
    "kubernetes.io/hostname": node.name,
    "kubernetes.io/os": "linux",
    ...(isControlPlane
      ? {
        [CONTROL_PLANE_LABEL]: "",
        "node.kubernetes.io/exclude-from-external-load-balancers": "",
      }
      : {}),
    ...settings.nodeLabels,
  };
  const object = stored ?? writer.create(NODE, {
    metadata: {
      name: node.name,
      labels,
      annotations: { "volumes.kubernetes.io/controller-managed-attach-detach": "true" },
    },
    spec: {
      podCIDR: podCidr(context, node),
      podCIDRs: [podCidr(context, node)],
      taints: configuredTaints(node, settings),
    },
  });
  const taints = [
    ...configuredTaints(node, settings),
    ...taintsOf(object).filter(({ key }) =>
      key !== CONTROL_PLANE_LABEL && !(key in settings.nodeTaints)
    ),
  ];
  const { metadata } = object;
  const updated = writer.update(NODE, {
    ...object,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, ...labels },
      annotations: { ...metadata.annotations, ...settings.nodeAnnotations },
    },
    spec: withTaints(object, taints),
    status: {
      ...capacity(),
      addresses: [
        { type: "InternalIP", address: node.address },
        { type: "Hostname", address: node.name },
      ],
      conditions: mergeConditions(
        mapsAt(object, "status", "conditions").map(({ lastHeartbeatTime: _, ...one }) => one),
        conditions(settings),
        writer.timestamp,
      ).map((condition) => ({
        ...condition,
        lastHeartbeatTime: heartbeat(object, condition) ?? writer.timestamp,
      })),
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: {
        architecture: architecture(),
        bootID: node.bootId,
        containerRuntimeVersion: `sandbox://${node.version.replace(/^v/, "")}`,
        kernelVersion: kernelVersion(),
        kubeProxyVersion: kubeletVersion,
        kubeletVersion,
        machineID: systemId.replaceAll("-", ""),
        operatingSystem: "linux",
        osImage: `${PRODUCT} (${node.version})`,
        systemUUID: systemId,
      },
    },
  });
  const wasReady = conditionStatus(object, "Ready") === "True";
  const isReady = conditionStatus(updated, "Ready") === "True";
  if (isReady && !wasReady) {
    const message = `Node ${node.name} status is now: NodeReady`;
    recordEvent(writer, updated, { reason: "NodeReady", message, component: "kubelet" });
  }
  if (bootId !== node.bootId) renewLease(context, updated);
}

/** Returns the time of the last heartbeat of an unchanged condition. */
function heartbeat(node: KubeObject, { type, status }: JsonMap): JsonMap[string] {
  const old = mapsAt(node, "status", "conditions").find((one) => one["type"] === type);
  return old?.["status"] === status ? old?.["lastHeartbeatTime"] : undefined;
}

function conditions({ hasNetwork }: KubernetesSettings): Condition[] {
  const fine = (type: string, reason: string, message: string): Condition => ({
    type,
    status: "False",
    reason,
    message,
  });
  return [
    fine("MemoryPressure", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
    fine("DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
    fine("PIDPressure", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
    hasNetwork
      ? {
        type: "Ready",
        status: "True",
        reason: "KubeletReady",
        message: "kubelet is posting ready status",
      }
      : {
        type: "Ready",
        status: "False",
        reason: "KubeletNotReady",
        message: "container runtime network not ready: NetworkReady=false " +
          "reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not " +
          "initialized",
      },
  ];
}

function markUnknown({ writer }: ControllerContext, node: KubeObject): void {
  if (conditionStatus(node, "Ready") === "Unknown") return;
  const unknown = mapsAt(node, "status", "conditions").map((condition): JsonMap => ({
    ...condition,
    status: "Unknown",
    reason: "NodeStatusUnknown",
    message: "Kubelet stopped posting node status.",
    lastTransitionTime: writer.timestamp,
  }));
  const status = { ...node["status"] as JsonMap, conditions: unknown };
  const updated = writer.patch(NODE, node, { status });
  recordEvent(writer, updated, {
    reason: "NodeNotReady",
    message: `Node ${node.metadata.name} status is now: NodeNotReady`,
    component: "node-controller",
  });
}

/** Adds and removes the taints that follow readiness and cordoning. */
function taint({ writer }: ControllerContext, name: string): void {
  const node = writer.store.get("nodes", undefined, name);
  if (node === undefined) return;
  const ready = conditionStatus(node, "Ready");
  const keys = [
    ...ready === "False" ? [STATE_TAINTS[0]!] : [],
    ...ready === "Unknown" || ready === "" ? [STATE_TAINTS[1]!] : [],
  ];
  const isCordoned = valueAt(node, "spec", "unschedulable") === true;
  const wanted: Taint[] = [
    ...keys.flatMap((key) => [{ key, effect: "NoSchedule" }, { key, effect: "NoExecute" }]),
    ...isCordoned ? [{ key: STATE_TAINTS[2]!, effect: "NoSchedule" }] : [],
  ];
  const current = taintsOf(node);
  const isSame = ({ key, effect }: Taint) => (one: Taint) =>
    one.key === key && one.effect === effect;
  const retained = current.filter((one) =>
    !STATE_TAINTS.includes(one.key) || wanted.some(isSame(one))
  );
  const added = wanted.filter((one) => !current.some(isSame(one)));
  const timeAdded = writer.timestamp;
  const taints = [...retained, ...added.map((one) => ({ ...one, timeAdded }))];
  writer.patch(NODE, node, { spec: withTaints(node, taints) });
}

function withTaints(node: KubeObject, taints: readonly Taint[]): JsonMap {
  const { taints: _, ...spec } = (node["spec"] ?? {}) as JsonMap;
  return taints.length === 0 ? spec : { ...spec, taints: taints.map((one) => ({ ...one })) };
}

function configuredTaints(node: ClusterNode, settings: KubernetesSettings): Taint[] {
  const isReserved = node.type === "controlplane" && !settings.allowsWorkloads;
  const own = Object.entries(settings.nodeTaints).map(([key, text]): Taint => {
    const [value, effect] = text.includes(":") ? text.split(":") : ["", text];
    return { key, ...(value ? { value } : {}), effect: effect ?? "" };
  });
  return [...isReserved ? [{ key: CONTROL_PLANE_LABEL, effect: "NoSchedule" }] : [], ...own];
}

/** Returns the pod network of a node: a /24 of the cluster's network. */
function podCidr({ nodes, settings }: ControllerContext, { name }: ClusterNode): string {
  const index = nodes.findIndex((node) => node.name === name);
  const [first, second] = settings.podSubnet.split(".");
  return `${first}.${second}.${index}.0/24`;
}

function renewLease({ writer }: ControllerContext, node: KubeObject): void {
  const { name, uid } = node.metadata;
  const lease = writer.ensure(LEASE, {
    metadata: {
      name,
      namespace: "kube-node-lease",
      ownerReferences: [{ apiVersion: "v1", kind: "Node", name, uid }],
    },
    spec: { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS },
  });
  const renewTime = formatTime(writer.now).replace("Z", ".000000Z");
  writer.patch(LEASE, lease, { spec: { ...lease["spec"] as JsonMap, renewTime } });
}

function architecture(): string {
  return ARCHITECTURES[Deno.build.arch] ?? Deno.build.arch;
}

/** Constants of this machine, which the controllers read for each node in every run. */
let kernel: string | undefined;
let totalMemory: string | undefined;

function kernelVersion(): string {
  return kernel ??= (readText("/proc/sys/kernel/osrelease") ?? "").trim();
}

function memoryKib(): string {
  return totalMemory ??= /MemTotal:\s+(\d+) kB/.exec(readText("/proc/meminfo") ?? "")?.[1] ?? "0";
}

/** Returns capacity and allocatable resources of this machine. */
function capacity(): JsonMap {
  const memory = memoryKib();
  const resources = {
    cpu: String(navigator.hardwareConcurrency),
    memory: `${memory}Ki`,
    pods: "110",
  };
  return { capacity: resources, allocatable: resources };
}
