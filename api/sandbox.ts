/**
 * A cluster of emulated nodes of Talos Linux in this process, for tests. Requires Linux, and
 * `--allow-net --allow-read --allow-write --allow-env --allow-sys`.
 *
 * @example Start a cluster and list its members
 * ```ts
 * import { openClient } from "@osctl/osctl/client";
 * import { startSandbox } from "@osctl/osctl/sandbox";
 *
 * await using sandbox = await startSandbox({ controlPlanes: 1, workers: 2 });
 * await using client = openClient({ config: sandbox.clientConfig });
 * for await (const { id } of client.list("members")) console.log(id);
 * ```
 *
 * @module
 */
import { createContext } from "../lib/cluster/client_context.ts";
import { OsctlError } from "../lib/errors.ts";
import { renderConfig } from "../lib/osconfig/mod.ts";
import { isAddressInUse } from "../lib/platform/address_in_use.ts";
import { wallClock } from "../lib/platform/wall_clock.ts";
import {
  createSecrets,
  type NodeSpec,
  planFree,
  type RunningCluster,
  startCluster,
} from "../lib/sandbox/mod.ts";

export { type ErrorKind, OsctlError, type OsctlErrorOptions } from "./errors.ts";

/** The nodes of a sandbox. */
export interface SandboxOptions {
  /** Name of the cluster; default `sandbox`. */
  readonly name?: string;
  /** Number of control planes; default 1. */
  readonly controlPlanes?: number;
  /** Number of workers; default 0. */
  readonly workers?: number;
  /** Number of nodes in maintenance mode; default 0. */
  readonly unconfigured?: number;
  /** Version of Talos Linux that the nodes emulate, such as `v1.13.0`. */
  readonly osVersion?: string;
}

/** An emulated node. */
export interface SandboxNode {
  /** Host name. */
  readonly name: string;
  /** Loopback address of its API. */
  readonly address: string;
  /** Machine type; `unconfigured` in maintenance mode. */
  readonly type: "controlplane" | "worker" | "unconfigured";
}

/** A running sandbox. Disposing it stops it. */
export interface Sandbox extends AsyncDisposable {
  /** Control planes, then workers, then unconfigured nodes. */
  readonly nodes: readonly SandboxNode[];
  /**
   * Client configuration with a certificate of role `os:admin`; its endpoints are the control planes,
   * its node is the first.
   */
  readonly clientConfig: string;
  /** Returns a client configuration with other roles, such as `os:reader`. */
  issue(...roles: Role[]): Promise<string>;
  /** Stops all nodes and removes their files. */
  stop(): Promise<void>;
}

/** A role of the node API. */
export type Role = "os:admin" | "os:operator" | "os:reader" | "os:etcd:backup";

/** Number of starts when other programs take the planned addresses in between. */
const ATTEMPTS = 5;

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

/**
 * Starts a sandbox on free loopback addresses.
 *
 * @throws {OsctlError} of kind `input` without nodes or for an unknown version.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { name = "sandbox", osVersion } = options;
  const types = typesOf(options);
  const folder = await Deno.makeTempDir({ prefix: "osctl-sandbox-" });
  const remove = () => Deno.remove(folder, { recursive: true });
  let cluster: RunningCluster;
  try {
    const secrets = await createSecrets({ clock: wallClock, random });
    const version = osVersion === undefined ? {} : { osVersion };
    cluster = await startFree(
      (nodes) =>
        startCluster(
          { name, nodes, secrets, nodesFolder: `${folder}/nodes`, ...version },
          { clock: wallClock, random },
        ),
      name,
      types,
    );
  } catch (error) {
    await remove();
    throw error;
  }
  const nodes = cluster.nodes.map(({ name, address }, index) => ({
    name,
    address,
    type: types[index]!,
  }));
  const endpoints = nodes.filter(({ type }) => type === "controlplane")
    .map(({ address }) => address);
  const issue = async (...roles: Role[]) => {
    const context = createContext({
      endpoints,
      nodes: endpoints.slice(0, 1),
      ...await cluster.issue(...roles),
    });
    return renderConfig(name, { [name]: context });
  };
  let stopped: Promise<void> | undefined;
  const stop = () => stopped ??= cluster.stop().finally(remove);
  return {
    nodes,
    clientConfig: await issue("os:admin"),
    issue,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function typesOf(
  { controlPlanes = 1, workers = 0, unconfigured = 0 }: SandboxOptions,
): SandboxNode["type"][] {
  if (controlPlanes + unconfigured === 0) {
    throw new OsctlError("input", "a sandbox needs a control plane or an unconfigured node");
  }
  return [
    ...Array<"controlplane">(controlPlanes).fill("controlplane"),
    ...Array<"worker">(workers).fill("worker"),
    ...Array<"unconfigured">(unconfigured).fill("unconfigured"),
  ];
}

async function startFree(
  start: (nodes: readonly NodeSpec[]) => Promise<RunningCluster>,
  name: string,
  types: readonly SandboxNode["type"][],
): Promise<RunningCluster> {
  for (let attempt = 1;; attempt++) {
    const { sockets } = planFree(types.length, random);
    try {
      return await start(types.map((type, index) => ({
        name: `${name}-${type}-${types.slice(0, index).filter((one) => one === type).length + 1}`,
        type: type === "controlplane" ? "controlplane" : "worker",
        configured: type !== "unconfigured",
        ...sockets[index]!,
      })));
    } catch (error) {
      if (!isAddressInUse(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
