/**
 * An in-process embedded cluster, and a home with a client configuration for it.
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
import type { ContainerScript } from "../../lib/sandbox/kubernetes/container_scripts.ts";
import { type Binding, type NodeFacts, type Role, stream } from "../../lib/sandbox/types.ts";
import { common } from "../../proto/common.ts";
import { MachineService } from "../../proto/machine.ts";
import { healthCheckBinding } from "../../lib/procedures/health/serve.ts";
import { createSelfCommand } from "../../lib/platform/self_command.ts";
import type { ProcessRunner } from "../../lib/sandbox/kubernetes/processes/pod_processes.ts";
import { findRuntimeFolders } from "../../scripts/run_command.ts";
import { isAddressInUse } from "../../lib/platform/address_in_use.ts";
import { fakeSystem, wallClock } from "./fake_system.ts";
import { noKernelLog } from "./programs.ts";
import { type CommandOutcome, runCommand, type RunCommandOptions } from "./run_command.ts";

/** Options of {@linkcode withSandbox}. */
export interface SandboxOptions {
  /** Default 1. */
  controlPlanes?: number;
  /** Default 0. */
  workers?: number;
  /** Number of nodes in maintenance mode; default 0. */
  unconfigured?: number;
  /** Cluster name; default `test`. */
  name?: string;
  /**
   * Whether configured nodes negotiate HTTP/2 by ALPN. Default false, as Talos nodes before
   * v1.8.2, so that no client code relies on it.
   */
  alpn?: boolean;
  /** Version of the nodes, which also decides ALPN unless that is set. */
  osVersion?: string;
  /** Additional bindings. */
  bindings?: readonly Binding[];
  /** Time until the containers of a Kubernetes pod are ready, milliseconds; default 1000. */
  podReadyMs?: number;
  /** Time of a restart of the kubelet, milliseconds; default 1000. */
  kubeletRestartMs?: number;
  /** Time of the pull of a Kubernetes image, milliseconds; default 300. */
  imagePullMs?: number;
  /** Time without a leader of etcd before an election, milliseconds; default 1000. */
  etcdElectionMs?: number;
  /** Time after which the API of Kubernetes fails without a leader of etcd; default 7000. */
  etcdTimeoutMs?: number;
  /** Kubernetes version of the generated configurations, without `v`. */
  kubernetesVersion?: string;
  /** Scripts of containers in Kubernetes pods. */
  containerScripts?: readonly ContainerScript[];
  /** Whether pods of the program's own image run as processes; default false. */
  runsPods?: boolean;
  /** Replaces the command of those pods. */
  podCommand?: ProcessRunner["self"];
  /** Whether nodes resolve each other's names; default true. */
  resolvesNames?: boolean;
}

/** A running cluster with a client home. */
export interface Sandbox {
  readonly cluster: RunningCluster;
  readonly nodes: readonly NodeFacts[];
  readonly controlPlanes: readonly NodeFacts[];
  readonly workers: readonly NodeFacts[];
  readonly unconfigured: readonly NodeFacts[];
  /** An address of the cluster's network without listener. */
  readonly dead: string;
  /** Temporary home; `~/.os/config` has the control planes as endpoints, role os:admin, no nodes. */
  readonly home: string;
  /** Path of that configuration. */
  readonly osconfig: string;
  /** Runs `osctl` in that home. */
  run(args: readonly string[], options?: RunCommandOptions): Promise<CommandOutcome>;
  /** Writes a client configuration with these roles and returns its path. */
  osconfigFor(...roles: Role[]): Promise<string>;
}

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const ATTEMPTS = 5;

/** Runs `body` with a running cluster. */
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

/** A kernel log for machines whose own cannot be read. */
const KERNEL_LOG: readonly Binding[] = noKernelLog === undefined ? [] : [
  stream(MachineService.Dmesg, async function* () {
    const text = "kern:    info: [2030-01-01T00:00:00.000000000Z]: Linux version 6.1.0\n";
    yield await Promise.resolve(common.Data.create({ bytes: new TextEncoder().encode(text) }));
  }),
];

/** Runs pods with the bundle of the tests, or from sources. */
async function createPodRunner(): Promise<ProcessRunner> {
  const entry = Deno.env.get("OSCTL_TEST_BUNDLE");
  const { denoDir } = await findRuntimeFolders();
  return {
    spawn: (command, options) => new Deno.Command(command, options).spawn(),
    self(args, permissions) {
      if (entry === undefined) {
        const self = createSelfCommand(args, permissions);
        return { ...self, args: ["run", "--no-check", ...self.args.slice(1)] };
      }
      const flags = permissions.map((flag) =>
        flag.startsWith("--allow-read=") ? `${flag},${entry.replace(/[^/]*$/, "")}` : flag
      );
      const start = ["run", ...flags, "--no-check", "--no-prompt", "--quiet", "--no-config"];
      return { command: Deno.execPath(), args: [...start, entry, ...args] };
    },
    env: { DENO_DIR: denoDir, PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin" },
  };
}

/** Retries when a concurrent test takes one of the planned addresses. */
async function start(
  options: SandboxOptions,
  home: string,
): Promise<{ cluster: RunningCluster; specs: NodeSpec[] }> {
  const name = options.name ?? "test";
  const secrets = await createSecrets({ clock: wallClock, random });
  for (let attempt = 1;; attempt++) {
    const specs = plan(options, name);
    const system = fakeSystem({ clock: wallClock, random });
    let cluster: RunningCluster | undefined;
    const health = healthCheckBinding({ system, issue: (...roles) => cluster!.issue(...roles) });
    try {
      cluster = await startCluster(
        {
          name,
          nodes: specs,
          secrets,
          nodesFolder: `${home}/nodes`,
          ...options.osVersion === undefined ? {} : { osVersion: options.osVersion },
          ...pick(options, "kubernetesVersion"),
        },
        {
          clock: wallClock,
          random,
          bindings: [health, ...KERNEL_LOG, ...options.bindings ?? []],
          ...pick(options, "podReadyMs", "kubeletRestartMs", "imagePullMs", "containerScripts"),
          ...options.runsPods && {
            podRunner: {
              ...await createPodRunner(),
              ...options.podCommand && { self: options.podCommand },
            },
          },
          ...pick(options, "resolvesNames", "etcdElectionMs", "etcdTimeoutMs"),
        },
      );
      return { cluster, specs };
    } catch (error) {
      if (!isAddressInUse(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Returns the given ones of some options. */
function pick<K extends keyof SandboxOptions>(
  options: SandboxOptions,
  ...names: readonly K[]
): { [Name in K]?: NonNullable<SandboxOptions[Name]> } {
  const given = names.flatMap((name) => options[name] === undefined ? [] : [[name, options[name]]]);
  return Object.fromEntries(given);
}

function plan(options: SandboxOptions, name: string): NodeSpec[] {
  const { controlPlanes = 1, workers = 0, unconfigured = 0, osVersion } = options;
  const alpn = options.alpn ?? (osVersion === undefined ? false : undefined);
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
  return nodes.map((node, index) => ({
    ...node,
    ...sockets[index]!,
    ...alpn === undefined ? {} : { alpn },
  }));
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
  const nodesOfType = (type: NodeFacts["type"]) =>
    nodes.filter((node) => node.type === type && configured.has(node.name));
  const endpoints = nodesOfType("controlplane").map((node) => node.address);
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
    controlPlanes: nodesOfType("controlplane"),
    workers: nodesOfType("worker"),
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
