/**
 * The Kubernetes components of an embedded cluster, as an upgrade changes them.
 *
 * @module
 */
import { isMap, type Value } from "../../lib/machineconfig/data.ts";
import { mainData, parseMachineConfig } from "../../lib/sandbox/configuration/mod.ts";
import { DOMAIN } from "../../lib/distribution.ts";
import { type Json, openKubernetes } from "./kubernetes.ts";
import type { Sandbox } from "./sandbox.ts";

/** A comparable text per node and object. */
export type KubernetesState = Readonly<Record<string, string>>;

const isTrue = ({ status }: Json) =>
  status.conditions?.some((one: Json) => one.type === "Ready" && one.status === "True") === true;

function imageAt(data: Value | undefined, ...path: readonly string[]): string {
  let value = data;
  for (const name of path) value = isMap(value) ? value[name] : undefined;
  return String(value ?? "");
}

/** Reads configurations, nodes, pods and workloads. */
export async function readKubernetesState(sandbox: Sandbox): Promise<KubernetesState> {
  const state: Record<string, string> = {};
  for (const { name, folder, type } of sandbox.nodes) {
    const { documents } = parseMachineConfig(await Deno.readTextFile(`${folder}/config.yaml`));
    const main = mainData(documents);
    const cluster = ["apiServer", "controllerManager", "scheduler", "proxy"].map((field) =>
      `${field} ${imageAt(main, "cluster", field, "image")}`
    );
    const kubelet = `kubelet ${imageAt(main, "machine", "kubelet", "image")}`;
    state[`config ${name}`] = [...type === "controlplane" ? cluster : [], kubelet].join(", ");
  }
  const api = await openKubernetes(sandbox);
  for (const node of (await api.get("/api/v1/nodes")).items) {
    const { kubeletVersion } = node.status.nodeInfo;
    state[`node ${node.metadata.name}`] = `${kubeletVersion} ready=${isTrue(node)}`;
  }
  const system = "/namespaces/kube-system";
  const pods = (await api.get(`/api/v1${system}/pods`)).items as Json[];
  const counts = new Map<string, number>();
  for (const pod of pods) {
    const { metadata: { labels, annotations }, spec } = pod;
    // Names of pods of workloads are random.
    const owner = labels["k8s-app"];
    const key = `pod ${owner} ${spec.nodeName}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const version = annotations?.[`${DOMAIN}/config-version`] ?? "none";
    const images = spec.containers.map(({ image }: Json) => image);
    state[`${key} ${counts.get(key)}`] = `${images} ready=${isTrue(pod)} config=${version}`;
  }
  for (const plural of ["daemonsets", "deployments"]) {
    for (const object of (await api.get(`/apis/apps/v1${system}/${plural}`)).items) {
      const { metadata: { name, generation }, spec } = object;
      const images = spec.template.spec.containers.map(({ image }: Json) => image);
      state[`${plural} ${name}`] = `${images} generation=${generation}`;
    }
  }
  return Object.fromEntries(Object.entries(state).sort(([a], [b]) => a < b ? -1 : 1));
}

/** Reads the state once every node is registered, and every node and pod is ready. */
export async function settledState(sandbox: Sandbox): Promise<KubernetesState> {
  for (let tries = 0;; tries++) {
    try {
      const state = await readKubernetesState(sandbox);
      const isComplete = sandbox.nodes.every(({ name }) => state[`node ${name}`] !== undefined);
      if (isComplete && !Object.values(state).some((text) => text.includes("ready=false"))) {
        return state;
      }
      if (tries === MAX_TRIES) throw new Error(`not settled: ${JSON.stringify(state)}`);
    } catch (error) {
      // An API server restarts.
      if (tries === MAX_TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const MAX_TRIES = 200;
