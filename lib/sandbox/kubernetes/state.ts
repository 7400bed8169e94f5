/**
 * The state of a cluster's Kubernetes API: stored objects and the controllers that change them.
 *
 * @module
 */
import type { Clock, Random } from "../../platform/system.ts";
import type { ApiRequest, ApiResponse } from "./api_server.ts";
import { type ClusterNode, readAuthority } from "./cluster_node.ts";
import { imageTag, readSettings } from "./settings.ts";
import { ControlLoop } from "./controllers/control_loop.ts";
import type { IssueOsConfig } from "./controllers/os_accounts.ts";
import { type Journal, openStore } from "./journal.ts";
import { isCustom, KINDS } from "./kinds.ts";
import { ObjectWriter } from "./object_writer.ts";
import type { ContainerScript } from "./container_scripts.ts";
import type { ExecResult } from "./exec.ts";
import { route, routeExec, type RouterOptions } from "./router.ts";

/** Kinds that no custom resource defines. */
const BUILT_IN = KINDS.filter((kind) => !isCustom(kind));

/** Options of {@linkcode openState}. */
export interface StateOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly readyMs: number;
  readonly nodes: () => readonly ClusterNode[];
  readonly issueOsConfig: IssueOsConfig;
  /** Scripts of containers. */
  readonly scripts: readonly ContainerScript[];
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
  /** Stops the controllers; resolves when everything is stored. */
  close(): Promise<void>;
}

/** Opens the state of a cluster; creates the objects of a new one. */
export async function openState(options: StateOptions): Promise<KubernetesState> {
  const { clock, random, report, nodes, scripts } = options;
  const { store, journal } = await openStore(options.path);
  const ca = () =>
    nodes().map(({ config }) => config && readAuthority(config)?.crt).find(Boolean) ?? "";
  const loop = new ControlLoop({
    ...options,
    store,
    ca,
    onIdle: () => commit(journal, report),
  });
  loop.start();
  const writer = new ObjectWriter(store, () => clock.now(), random);
  const routerOptions = (
    { name, address }: Pick<ClusterNode, "name" | "address">,
  ): RouterOptions => {
    const config = nodes().find((node) => node.name === name)?.config;
    const settings = config && readSettings(config);
    const version = settings === undefined ? "" : imageTag(settings.images.apiServer);
    const kinds = settings?.osAccess.isEnabled ? KINDS : BUILT_IN;
    return { writer, clock, version, address, kinds, scripts };
  };
  return {
    loop,
    exec: (node, request) => routeExec(routerOptions(node), request),
    answer: async (node, request) => {
      const response = route(routerOptions(node), request);
      // A change is on disk before the client receives the response.
      if (request.method !== "GET") await journal.commit();
      return response;
    },
    close: async () => {
      loop[Symbol.dispose]();
      await journal.commit();
      journal[Symbol.dispose]();
    },
  };
}

function commit(journal: Journal, report: StateOptions["report"]): void {
  journal.commit().catch((error) => report(error, "storage of Kubernetes objects"));
}
