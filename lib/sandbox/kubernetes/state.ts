/**
 * The state of a cluster's Kubernetes API: stored objects and the controllers that change them.
 *
 * @module
 */
import type { Clock, Random } from "../../platform/system.ts";
import type { ApiRequest, ApiResponse } from "./api_server.ts";
import { type ClusterNode, readAuthority } from "./cluster_node.ts";
import { imageTag, readSettings } from "../objects/settings.ts";
import type { KubernetesNode } from "../kubernetes_nodes.ts";
import type { EtcdGroup } from "../etcd/mod.ts";
import { ControlLoop } from "./controllers/control_loop.ts";
import type { IssueOsConfig } from "./controllers/os_accounts.ts";
import { type KubeObject, mapsAt, stringsAt, valueAt } from "../objects/objects.ts";
import { type Journal, openStore } from "./journal.ts";
import { customKinds } from "./custom_kinds.ts";
import { KINDS } from "../objects/kinds.ts";
import { drainNode } from "./node_drain.ts";
import { ObjectWriter } from "./object_writer.ts";
import type { ContainerScript } from "./container_scripts.ts";
import type { ExecResult } from "./exec.ts";
import type { PodProcesses } from "./processes/pod_processes.ts";
import { parseBoolean } from "./request.ts";
import { route, routeExec, type RouterOptions } from "./router.ts";

/** Kinds that no custom resource defines. */
const BUILT_IN = KINDS.filter(({ isCustom }) => !isCustom);

/** The members of etcd that store the objects. */
export type StoringMembers = Pick<
  EtcdGroup,
  "alarms" | "leader" | "onChange" | "recordWrites" | "whenLed"
>;

/** Options of {@linkcode openState}. */
export interface StateOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly readyMs: number;
  readonly nodes: () => readonly ClusterNode[];
  readonly issueOsConfig: IssueOsConfig;
  readonly etcd: StoringMembers;
  /** Time after which a request fails without a leader of etcd, milliseconds. */
  readonly etcdTimeoutMs: number;
  /** Called when a node was cordoned or uncordoned. */
  readonly onCordon: (node: string, isCordoned: boolean) => void;
  /** Called with each node, and after its changes; undefined for a removed one. */
  readonly onNode: (name: string, node: KubernetesNode | undefined) => void;
  /** Scripts of containers. */
  readonly scripts: readonly ContainerScript[];
  /** Pods that run as processes; undefined where none does. */
  readonly processes: PodProcesses | undefined;
  /** Called with internal errors. */
  readonly report: (error: unknown, where: string) => void;
}

/** The state of the API. */
export interface KubernetesState {
  readonly loop: ControlLoop;
  /** Answers a request that a node received. */
  answer(node: Pick<ClusterNode, "name" | "address">, request: ApiRequest): Promise<ApiResponse>;
  /** Runs a command that a node received. */
  exec(
    node: Pick<ClusterNode, "name" | "address">,
    request: ApiRequest,
  ): Promise<ApiResponse | ExecResult>;
  /** Evicts the pods of a node that stops. */
  drain(node: string, signal: AbortSignal): Promise<void>;
  /** Stops the controllers; resolves when everything is stored. */
  close(): Promise<void>;
}

/** Opens the state of a cluster; creates the objects of a new one. */
export async function openState(options: StateOptions): Promise<KubernetesState> {
  const {
    clock,
    random,
    report,
    nodes,
    scripts,
    processes,
    etcd,
    etcdTimeoutMs,
    onCordon,
    onNode,
  } = options;
  const { store, journal } = await openStore(options.path);
  const ca = () =>
    nodes().map(({ config }) => config && readAuthority(config)?.crt).find(Boolean) ?? "";
  const loop = new ControlLoop({
    ...options,
    store,
    ca,
    // Controllers read and write through an API server.
    canRun: () => etcd.leader !== undefined && etcd.alarms.length === 0,
    onIdle: () => commit(journal, report),
  });
  loop.run();
  for (const node of store.list("nodes")) onNode(node.metadata.name, toNode(node));
  const stops = [
    store.onChange(({ resource, object, previous }) => {
      etcd.recordWrites();
      if (resource !== "nodes") return;
      const name = (object ?? previous)?.metadata.name;
      if (name !== undefined) onNode(name, object && toNode(object));
      if (object === undefined) return;
      const [before, after] = [previous, object].map(isCordoned);
      if (before !== after) onCordon(object.metadata.name, after === true);
    }),
    etcd.onChange(() => loop.schedule()),
  ];
  const writer = new ObjectWriter(store, () => clock.now(), random);
  const routerOptions = (
    { name, address }: Pick<ClusterNode, "name" | "address">,
  ): RouterOptions => {
    const config = nodes().find((node) => node.name === name)?.config;
    const settings = config && readSettings(config);
    const version = settings === undefined ? "" : imageTag(settings.images.apiServer);
    const kinds = [...settings?.osAccess.isEnabled ? KINDS : BUILT_IN, ...customKinds(store)];
    return { writer, clock, version, address, kinds, scripts, processes };
  };
  return {
    loop,
    exec: (node, request) => routeExec(routerOptions(node), request),
    answer: async (node, request) => {
      if (needsEtcd(request)) {
        const isLed = await etcd.whenLed(request.signal, etcdTimeoutMs);
        const problem = isLed ? refusal(etcd.alarms, request) : "request timed out";
        if (problem !== undefined) return unavailable(request, problem);
      }
      const response = route(routerOptions(node), request);
      // A change is on disk before the client receives the response.
      if (request.method !== "GET") await journal.commit();
      return response;
    },
    drain: (node, signal) => drainNode(writer, node, clock, signal),
    close: async () => {
      for (const stop of stops) stop();
      loop[Symbol.dispose]();
      await journal.commit();
      journal[Symbol.dispose]();
    },
  };
}

/** Health checks that include etcd. */
const HEALTH = /^\/(healthz|livez|readyz)(\/etcd)?$/;

/** Reports whether the API server requires etcd to answer a request. */
function needsEtcd({ method, url }: ApiRequest): boolean {
  const { pathname, searchParams } = url;
  if (HEALTH.test(pathname)) return true;
  if (!/^\/(api|apis\/[^/]+)\/[^/]+\/./.test(pathname)) return false;
  // The watch cache answers: watches, and reads of any revision.
  const isCached = parseBoolean(searchParams, "watch") ||
    searchParams.get("resourceVersion") === "0";
  return method !== "GET" || !isCached;
}

/** Returns why members with alarms refuse a request: a full database still reads and deletes. */
function refusal(alarms: EtcdGroup["alarms"], { method }: ApiRequest): string | undefined {
  if (alarms.includes("CORRUPT")) return "corrupt cluster";
  const isWrite = method !== "GET" && method !== "HEAD" && method !== "DELETE";
  return isWrite && alarms.includes("NOSPACE") ? "mvcc: database space exceeded" : undefined;
}

/** Returns the response to a request that etcd refused, or did not answer in time. */
function unavailable({ url }: ApiRequest, problem: string): ApiResponse {
  const [name] = HEALTH.exec(url.pathname)?.slice(1) ?? [];
  if (name !== undefined) {
    const body = `[-]etcd failed: reason withheld\n${name} check failed\n`;
    return { status: 500, contentType: "text/plain; charset=utf-8", body };
  }
  const status = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: `etcdserver: ${problem}`,
    code: 500,
  };
  return { status: 500, contentType: "application/json", body: `${JSON.stringify(status)}\n` };
}

function toNode(object: KubeObject): KubernetesNode {
  return {
    isReady: mapsAt(object, "status", "conditions").some(({ type, status }) =>
      type === "Ready" && status === "True"
    ),
    isUnschedulable: isCordoned(object),
    labels: stringsAt(object, "metadata", "labels"),
    annotations: stringsAt(object, "metadata", "annotations"),
  };
}

function isCordoned(node: KubeObject | undefined): boolean {
  return valueAt(node, "spec", "unschedulable") === true;
}

function commit(journal: Journal, report: StateOptions["report"]): void {
  journal.commit().catch((error) => report(error, "storage of Kubernetes objects"));
}
