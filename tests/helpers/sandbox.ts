/**
 * An embedded cluster in this process, and a home whose client configuration leads to it.
 *
 * @module
 */
import { createContext } from "../../lib/cluster/client_context.ts";
import { renderConfig } from "../../lib/osconfig/mod.ts";
import {
  createSecrets,
  type Credentials,
  type NodeSpec,
  planFree,
  type RunningCluster,
  startCluster,
} from "../../lib/sandbox/mod.ts";
import type { Binding, NodeFacts, Role } from "../../lib/sandbox/types.ts";
import { wallClock } from "./fake_system.ts";
import { type CommandOutcome, runCommand, type RunCommandOptions } from "./run_command.ts";

/** What the cluster shall be. */
export interface SandboxOptions {
  /** One when left out. */
  controlPlanes?: number;
  /** None when left out. */
  workers?: number;
  /** Nodes in maintenance mode; none when left out. */
  unconfigured?: number;
  /** The cluster's name, `test` when left out. */
  name?: string;
  /**
   * Whether configured nodes negotiate HTTP/2 by ALPN. False when left out, as Talos nodes before
   * v1.8.2, so that no client code relies on it.
   */
  alpn?: boolean;
  /** Answers beside this machine's state. */
  bindings?: readonly Binding[];
}

/** A running cluster and what a client needs of it. */
export interface Sandbox {
  readonly cluster: RunningCluster;
  readonly nodes: readonly NodeFacts[];
  readonly controlPlanes: readonly NodeFacts[];
  readonly workers: readonly NodeFacts[];
  readonly unconfigured: readonly NodeFacts[];
  /** An address of the cluster's network where nobody listens. */
  readonly dead: string;
  /** A temporary home; `~/.os/config` leads to the control planes as an admin, with no nodes set. */
  readonly home: string;
  /** The path of that configuration. */
  readonly osconfig: string;
  /** Runs `osctl` in that home. */
  run(args: readonly string[], options?: RunCommandOptions): Promise<CommandOutcome>;
  /** Writes a configuration for a client with these roles and gives its path. */
  osconfigFor(...roles: Role[]): Promise<string>;
}

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const ATTEMPTS = 5;

/** Starts a cluster, runs the body, stops the cluster whatever happened. */
export async function withSandbox(
  options: SandboxOptions,
  body: (sandbox: Sandbox) => Promise<void>,
): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "osctl-sandbox-" });
  try {
    const { cluster, specs } = await start(options, home);
    try {
      await body(await describe(cluster, specs, options, home));
    } finally {
      await cluster.stop();
    }
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** Other tests pick addresses at the same time; a lost race is run again. */
async function start(
  options: SandboxOptions,
  home: string,
): Promise<{ cluster: RunningCluster; specs: NodeSpec[] }> {
  const name = options.name ?? "test";
  const secrets = await createSecrets({ clock: wallClock, random });
  for (let attempt = 1;; attempt++) {
    const specs = plan(options, name);
    try {
      const cluster = await startCluster(
        { name, nodes: specs, secrets, nodesFolder: `${home}/nodes` },
        {
          clock: wallClock,
          random,
          ...(options.bindings === undefined ? {} : { bindings: options.bindings }),
        },
      );
      return { cluster, specs };
    } catch (error) {
      const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!taken || attempt === ATTEMPTS) throw error;
    }
  }
}

function plan(options: SandboxOptions, name: string): NodeSpec[] {
  const { controlPlanes = 1, workers = 0, unconfigured = 0, alpn = false } = options;
  const kinds = [
    ["controlplane", controlPlanes, true],
    ["worker", workers, true],
    ["unconfigured", unconfigured, false],
  ] as const;
  const sockets = planFree(controlPlanes + workers + unconfigured, random).sockets;
  const nodes = kinds.flatMap(([kind, count, configured]) =>
    Array.from({ length: count }, (_, index) => ({
      name: `${name}-${kind}-${index + 1}`,
      type: kind === "controlplane" ? "controlplane" as const : "worker" as const,
      configured,
    }))
  );
  return nodes.map((node, index) => ({ ...node, ...sockets[index]!, alpn }));
}

async function describe(
  cluster: RunningCluster,
  specs: readonly NodeSpec[],
  options: SandboxOptions,
  home: string,
): Promise<Sandbox> {
  const name = options.name ?? "test";
  const { nodes } = cluster;
  const configured = new Set(specs.filter((spec) => spec.configured).map((spec) => spec.name));
  const having = (type: NodeFacts["type"]) =>
    nodes.filter((node) => node.type === type && configured.has(node.name));
  const endpoints = having("controlplane").map((node) => node.address);
  const write = async (path: string, credentials: Credentials) => {
    const context = createContext({ endpoints, ...credentials });
    await Deno.writeTextFile(path, renderConfig(name, { [name]: context }), { mode: 0o600 });
    return path;
  };
  await Deno.mkdir(`${home}/.os`, { mode: 0o700 });
  const osconfig = await write(`${home}/.os/config`, await cluster.issue("os:admin"));
  return {
    cluster,
    nodes,
    controlPlanes: having("controlplane"),
    workers: having("worker"),
    unconfigured: nodes.filter((node) => !configured.has(node.name)),
    dead: nodes[0]!.address.replace(/\d+$/, "99"),
    home,
    osconfig,
    run: (args, more = {}) => runCommand(args, { home, ...more }),
    osconfigFor: async (...roles) => {
      const path = `${home}/.os/config-${roles.join("-").replaceAll(":", "-")}`;
      return await write(path, await cluster.issue(...roles));
    },
  };
}
