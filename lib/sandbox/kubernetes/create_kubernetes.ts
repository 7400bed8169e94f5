/**
 * The Kubernetes API of a cluster of sandbox machines.
 *
 * @module
 */
import { NODE_API_PORT, PRODUCT } from "../../distribution.ts";
import { encodeBase64, renderConfig } from "../../osconfig/mod.ts";
import { issueClientCertificate } from "../../pki/mod.ts";
import type { ClusterOptions, ClusterSpec } from "../cluster_spec.ts";
import type { EtcdGroup, EtcdStore } from "../etcd/mod.ts";
import type { Faults } from "../faults.ts";
import type { History } from "../history.ts";
import type { KubernetesNodes } from "../kubernetes_nodes.ts";
import type { Data } from "../../machineconfig/data.ts";
import type { Peers } from "../peers/peers.ts";
import type { NodeReport } from "../peers/protocol.ts";
import type { Machine } from "../lifecycle/mod.ts";
import {
  componentsData,
  kubernetesData,
  mainData,
  parseMachineConfig,
} from "../configuration/mod.ts";
import { STATIC_POD } from "../state/definitions/kubernetes.ts";
import type { NodeState } from "../state/mod.ts";
import { CONFORMANCE_SCRIPTS } from "./conformance_scripts.ts";
import type { NodeDisturbance } from "./cluster_node.ts";
import { Kubernetes, type ServingNode } from "./kubernetes.ts";
import { isMap } from "../objects/objects.ts";
import { readSettings } from "../objects/settings.ts";

/** The parts of a cluster that its Kubernetes API reads. */
export interface KubernetesParts {
  readonly spec: ClusterSpec;
  /** Receives the objects of the nodes in this process. */
  readonly nodes: KubernetesNodes;
  readonly options: ClusterOptions;
  readonly machines: ReadonlyMap<string, Machine>;
  readonly etcd: EtcdStore;
  readonly group: EtcdGroup;
  readonly history: Pick<History, "record">;
  readonly faults: Faults;
  readonly stateOf: (node: { readonly name: string }) => NodeState;
  /** Returns the effects of fault rules on the pods of a node. */
  readonly disturbanceOf?: (machine: Machine) => NodeDisturbance;
  /** The nodes in other processes. */
  readonly peers?: Peers | undefined;
  readonly report: (error: unknown, where: string) => void;
}

/** Creates the Kubernetes API of a cluster. */
export function createKubernetes(parts: KubernetesParts): Kubernetes {
  const { spec, options, machines, report } = parts;
  return new Kubernetes({
    path: `${spec.nodesFolder}/kubernetes.jsonl`,
    clock: options.clock,
    random: options.random,
    readyMs: options.podReadyMs,
    runner: options.podRunner && { ...options.podRunner, folder: `${spec.nodesFolder}/pods` },
    scripts: options.containerScripts ?? CONFORMANCE_SCRIPTS,
    report,
    issueOsConfig: (roles) => issueOsConfig(parts, roles),
    peers: parts.peers,
    etcd: parts.group,
    onCordon: (node, isCordoned) =>
      parts.history.record({ event: isCordoned ? "cordon" : "uncordon", node }),
    onNode: (name, node) => {
      if (machines.has(name)) parts.nodes.of(name).set(node);
    },
    etcdTimeoutMs: options.etcdTimeoutMs,
    nodes: () => [
      ...spec.nodes.flatMap(({ name }) => {
        const machine = machines.get(name);
        return machine?.hasBoot ? [toNode(machine, parts)] : [];
      }),
      ...(parts.peers?.reports ?? []).map(fromReport),
    ],
  });
}

/** Age of this machine's network addresses in static pods, milliseconds. */
const MAX_INPUT_AGE_MS = 30_000;

/** Validity of a service account's certificate, milliseconds. */
const OS_CONFIG_TTL_MS = 6 * 3_600_000;

/** Returns a client configuration for the service of the node API in the cluster. */
async function issueOsConfig(
  { spec, options, machines }: KubernetesParts,
  roles: readonly string[],
): Promise<string> {
  const issuers = [...machines.values()].map((one) => one.hasBoot && one.boot.issuer);
  const ca = issuers.find((issuer) => issuer) || spec.secrets.ca;
  const { crt, key } = await issueClientCertificate(ca, { roles, ttl: OS_CONFIG_TTL_MS }, options);
  return renderConfig("default", {
    default: {
      endpoints: [`${PRODUCT.toLowerCase()}.default`],
      nodes: [],
      ca: encodeBase64(ca.crt),
      crt: encodeBase64(crt),
      key: encodeBase64(key),
    },
  });
}

/** Returns a node of another process, whose API server that process runs. */
function fromReport(report: NodeReport): ServingNode {
  const { config, kubeletImage, staticPods, ...rest } = report;
  return {
    ...rest,
    config: parseReported(report, config),
    portOffset: 0,
    listenAddress: "",
    kubeletImage: kubeletImage ?? undefined,
    canServe: false,
    staticPods: () => staticPods,
  };
}

const parsed = new WeakMap<NodeReport["staticPods"], Data>();

/** Parses the configuration of a report once: settings are known by the identity of its data. */
function parseReported({ staticPods }: NodeReport, text: string): Data {
  let data = parsed.get(staticPods);
  if (data === undefined) {
    data = mainData(parseMachineConfig(text, undefined, "container").documents);
    parsed.set(staticPods, data);
  }
  return data;
}

/** Returns the report of a node to the process with the state of its cluster. */
export function createReport(
  machine: Machine,
  parts: Pick<KubernetesParts, "etcd" | "faults" | "stateOf">,
  nodeId: string,
): NodeReport | undefined {
  const { config } = machine.boot;
  if (config === undefined || !machine.isOn) return undefined;
  const { name, address, type, bootId, bootedAt, version, isRunning, kubeletImage, staticPods } =
    toNode(machine, parts);
  return {
    name,
    address,
    type,
    nodeId,
    bootId,
    bootedAt,
    version,
    isRunning,
    config: config.text,
    kubeletImage: kubeletImage ?? null,
    staticPods: staticPods(),
  };
}

function toNode(machine: Machine, {
  etcd,
  faults,
  stateOf,
  disturbanceOf,
}: Pick<KubernetesParts, "etcd" | "faults" | "stateOf" | "disturbanceOf">): ServingNode {
  const { facts, config, id, startedAt, version, services, kubelet, live } = machine.boot;
  const disturbance = disturbanceOf?.(machine);
  const isReachable = machine.isOn && faults.stateOf(facts) === "up";
  const isRestarting = services.get("kubelet") !== undefined && live.stage.value === "running";
  const staticPods = () => {
    const { namespace, type } = STATIC_POD;
    const state = stateOf(facts);
    state.open({ namespace, type }, new Set(["os:admin"]), MAX_INPUT_AGE_MS);
    return state.store.list({ namespace, type }).map(({ spec }) => spec?.value).filter(isMap);
  };
  return {
    name: facts.name,
    address: facts.address,
    type: facts.type,
    config: config && kubernetesData(config.documents),
    bootId: id,
    bootedAt: startedAt,
    version,
    portOffset: facts.port - NODE_API_PORT,
    listenAddress: facts.listenAddress ?? facts.address,
    isRunning: isReachable && (kubelet !== undefined || isRestarting),
    kubeletImage: isReachable && kubelet !== undefined
      ? readSettings(componentsData(kubelet.documents)).images.kubelet
      : undefined,
    stage: live.stage.value,
    ...disturbance === undefined ? {} : { disturbance },
    canServe: isReachable && disturbance?.crashesStaticPods !== true &&
      facts.type === "controlplane" && config !== undefined &&
      etcd.memberOf(facts.name) !== undefined && services.get("etcd")?.state === "Running",
    staticPods,
  };
}
