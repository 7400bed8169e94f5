/**
 * Procedures on clusters of Talos Linux: rolling changes, rotation of the certificate authorities,
 * upgrades of Kubernetes, and clusters declared in a file. Options in, events out; a procedure asks
 * nothing and prints nothing. Requires Deno.
 *
 * @example Print the order of a rolling reboot, without rebooting
 * ```ts
 * import { planRolling } from "@osctl/osctl/procedures";
 *
 * const home = Deno.cwd();
 * const settings = { clientConfig: "talosconfig", home, cwd: home, acceptQuorumLoss: true };
 * for (const { batch, name, action } of await planRolling({ kind: "reboot" }, settings)) {
 *   console.log(batch, name, action);
 * }
 * ```
 *
 * @module
 */
import { openClient } from "../lib/client/mod.ts";
import type { NodeClient } from "../lib/client/types.ts";
import { OsctlError } from "../lib/errors.ts";
import { fetchWithRoots } from "../lib/platform/tls/fetch.ts";
import { wallClock } from "../lib/platform/wall_clock.ts";
import {
  planRotation as planAuthorities,
  rotateAuthorities as rotate,
  type RotationObserver,
  type RotationOptions,
} from "../lib/procedures/ca_rotation/mod.ts";
import {
  applyCluster as apply,
  openRunningCluster,
  planCluster as plan,
} from "../lib/procedures/cluster/mod.ts";
import type { ConnectionOptions, ProcedureContext } from "../lib/procedures/context.ts";
import {
  KUBERNETES_IMAGES,
  upgradeKubernetes as upgrade,
  type UpgradeObserver,
} from "../lib/procedures/kubernetes_upgrade/mod.ts";
import {
  changeNodes,
  type CreateRequest,
  DEFAULT_OPTIONS,
  parseMaxUnavailable,
  planChange,
  rebootRequest,
  type RollingChangeOptions,
  type RollingObserver,
  shutdownRequest,
  upgradeRequest,
} from "../lib/procedures/rolling/mod.ts";

export { type ErrorKind, OsctlError, type OsctlErrorOptions } from "./errors.ts";

/** An event of a procedure. */
export interface ProcedureEvent {
  /** What happened, such as `phase`, `waiting`, `done`, `failed`, `step` or `notice`. */
  readonly kind: string;
  /** Address of the node; null for the cluster. */
  readonly node: string | null;
  /** One line. */
  readonly text: string;
}

/** Settings of every procedure. Nothing is read from the process. */
export interface ProcedureSettings {
  /** Path of the client configuration. */
  readonly clientConfig: string;
  /** Name of its context; default: the current one. */
  readonly context?: string;
  /** Addresses of nodes; default: from the context. */
  readonly nodes?: readonly string[];
  /** Hosts or `host:port` of nodes to connect to; default: from the context. */
  readonly endpoints?: readonly string[];
  /** Home folder, for journals and locks. */
  readonly home: string;
  /** Base of relative paths; default: `home`. */
  readonly cwd?: string;
  /** Variables, such as `OSCTL_CALL_TIMEOUT` or `HTTPS_PROXY`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Ends the procedure; a node that is being changed is finished first. */
  readonly signal?: AbortSignal;
  /** Called with each event. */
  readonly onEvent?: (event: ProcedureEvent) => void;
}

/** A change of nodes, one after the other. */
export type RollingChange =
  | { readonly kind: "reboot" }
  | {
    readonly kind: "upgrade";
    /** Reference of the installer image. */
    readonly image: string;
    /** Accept an image older than the node. */
    readonly allowDowngrade?: boolean;
  }
  | { readonly kind: "shutdown" };

/** Settings of a rolling change. */
export interface RollingSettings extends ProcedureSettings {
  /** Workers to change at the same time, a number or a percentage; default `1`. */
  readonly maxUnavailable?: string;
  /** Workers to change one at a time before the first batch; default 0. */
  readonly canary?: number;
  /** Conditions to check before and after each node, such as `health` or `pods`. */
  readonly gates?: readonly string[];
  /** Change control planes also when etcd loses its quorum. */
  readonly acceptQuorumLoss?: boolean;
  /** Evict the pods of a node first; default true. */
  readonly drain?: boolean;
  /** Limit of each step, milliseconds; default 30 minutes. */
  readonly stepMs?: number;
  /** Journal of the change to continue. */
  readonly resume?: string;
}

/** A node in the plan of a rolling change. */
export interface PlannedChange {
  /** Number of its batch, from 1. */
  readonly batch: number;
  /** Host name. */
  readonly name: string;
  /** Address. */
  readonly node: string;
  /** What happens to the node, or why it needs no change. */
  readonly action: string;
}

/**
 * Returns the order of a rolling change after its checks; changes nothing.
 *
 * @throws {OsctlError} the first check that fails.
 */
export async function planRolling(
  change: RollingChange,
  settings: RollingSettings,
): Promise<PlannedChange[]> {
  const { rows } = await planChange(contextOf(settings), rollingOptions(change, settings));
  return rows.map(({ batch, node, action }) => ({
    batch,
    name: node.name,
    node: node.address,
    action,
  }));
}

/**
 * Changes nodes one after the other: checks, lock, drain, change, gates. Stops at the first failure.
 *
 * @throws {OsctlError} the first failure, with the journal that continues.
 */
export async function runRolling(
  change: RollingChange,
  settings: RollingSettings,
): Promise<void> {
  await changeNodes(contextOf(settings), rollingOptions(change, settings));
}

/** Settings of a rotation. */
export interface RotationSettings extends ProcedureSettings {
  /** Authorities to rotate; default: both. */
  readonly authorities?: readonly ("os" | "kubernetes")[];
  /** Path of the new client configuration; the journal is beside it. */
  readonly output: string;
  /** Path of the secrets bundle to update. */
  readonly secrets?: string;
  /** Limit of each wait, milliseconds; default 3 minutes. */
  readonly waitMs?: number;
  /** Idle timeout of a call, milliseconds; default 30 seconds. */
  readonly callMs?: number;
}

/** The patch of a node in a step of a rotation. */
export interface RotationPatch {
  /** `accept`, `issue` or `drop`. */
  readonly phase: string;
  /** `os` or `kubernetes`. */
  readonly authority: string;
  /** Address of the node. */
  readonly node: string;
  /** Lines of a unified diff, without secrets. */
  readonly lines: readonly string[];
}

/** Returns the patches of a rotation of the certificate authorities; changes nothing. */
export async function planRotation(settings: RotationSettings): Promise<RotationPatch[]> {
  const { patches } = await planAuthorities(
    contextOf(settings),
    rotationOptions(settings),
    rotationObserver(settings),
  );
  return patches.map(({ step: { phase, authority }, node, lines }) => ({
    phase,
    authority,
    node,
    lines,
  }));
}

/**
 * Rotates the certificate authorities of a cluster. Returns the path of the journal.
 *
 * @throws {OsctlError} that names the step and how to continue.
 */
export async function rotateAuthorities(settings: RotationSettings): Promise<string> {
  const observer = rotationObserver(settings);
  const { name } = await rotate(contextOf(settings), rotationOptions(settings), observer);
  return name;
}

/** Settings of an upgrade of Kubernetes. */
export interface KubernetesUpgradeSettings extends ProcedureSettings {
  /** New version, such as `1.31.1`. */
  readonly to: string;
  /** Present version; detected when absent. */
  readonly from?: string;
  /** Accept an older patch version. */
  readonly allowDowngrade?: boolean;
}

/**
 * Upgrades Kubernetes in a cluster. Returns the number of steps that changed something.
 *
 * @throws {OsctlError} that names the step which failed; the same settings continue.
 */
export async function upgradeKubernetes(settings: KubernetesUpgradeSettings): Promise<number> {
  const { to, from, allowDowngrade = false } = settings;
  const { changed } = await upgrade(contextOf(settings), {
    connection: connectionOf(settings),
    to,
    ...from === undefined ? {} : { from },
    images: KUBERNETES_IMAGES,
    upgradeKubelet: true,
    prePullImages: true,
    comments: { docs: false, examples: false },
    allowDowngrade,
  }, upgradeObserver(settings));
  return changed;
}

/** Settings of a cluster declared in a file. */
export interface ClusterSettings extends ProcedureSettings {
  /** Path of the cluster file. */
  readonly file: string;
  /** Values of its variables, `NAME=VALUE` each. */
  readonly variables?: readonly string[];
}

/** A node of a cluster file, compared with the running one. */
export interface PlannedNode {
  /** Declared name. */
  readonly name: string;
  /** `same`, `different`, `new`, `unknown`, `remove` or `removed`. */
  readonly state: string;
  /** Unified diff of the configuration, without secrets; empty for none. */
  readonly diff: string;
}

/** The plan of a cluster file. */
export interface ClusterPlan {
  /** The declared nodes. */
  readonly nodes: readonly PlannedNode[];
  /** Steps that resolve the differences, in order. */
  readonly steps: readonly string[];
}

/** Compares a cluster file with the running cluster; changes nothing. */
export async function planCluster(settings: ClusterSettings): Promise<ClusterPlan> {
  const context = contextOf(settings);
  const options = fileOptions(settings);
  const { cluster, bundle } = await openRunningCluster(context, options, noticeOf(settings));
  const { nodes, steps } = await plan(context, cluster, bundle, options);
  return { nodes: nodes.map(({ node: { name }, state, diff }) => ({ name, state, diff })), steps };
}

/** Settings of the application of a cluster file. */
export interface ApplyClusterSettings extends ClusterSettings {
  /** Change control planes also when etcd loses its quorum. */
  readonly acceptQuorumLoss?: boolean;
  /** Apply older versions of Talos Linux and Kubernetes. */
  readonly allowDowngrade?: boolean;
  /** Limit of each step, milliseconds; default 30 minutes. */
  readonly stepMs?: number;
  /** Journal of a rolling change to continue. */
  readonly resume?: string;
}

/**
 * Makes a cluster what its file declares. Returns whether anything was left to do.
 *
 * @throws {OsctlError} the first failure; the same settings continue.
 */
export async function applyCluster(settings: ApplyClusterSettings): Promise<boolean> {
  const { acceptQuorumLoss = false, allowDowngrade = false, resume, stepMs = STEP_MS } = settings;
  const result = await apply(contextOf(settings), {
    ...fileOptions(settings),
    limits: { stepMs, drainMs: DRAIN_MS },
    ...resume === undefined ? {} : { resume },
    steadiness: DEFAULT_OPTIONS.steadiness,
    acceptQuorumLoss,
    acceptMismatch: [],
    allowDowngrade,
    hasSnapshot: true,
  }, {
    notice: noticeOf(settings),
    configured: (text) => Promise.resolve(emit(settings, "configured", null, text)),
    rolling: () => rollingObserver(settings),
    upgradeKubernetes: async (run) => void await run(upgradeObserver(settings)),
  });
  return result === "applied";
}

/** Default limits, milliseconds. */
const STEP_MS = 30 * 60_000;
const DRAIN_MS = 5 * 60_000;

function emit(
  { onEvent }: ProcedureSettings,
  kind: string,
  node: string | null,
  text: string,
): void {
  onEvent?.({ kind, node, text });
}

function noticeOf(settings: ProcedureSettings) {
  return ({ text }: { readonly text: string }) =>
    Promise.resolve(emit(settings, "notice", null, text));
}

function rollingObserver(settings: ProcedureSettings): RollingObserver {
  return { event: ({ kind, node, text }) => emit(settings, kind, node, text) };
}

function rotationObserver(settings: ProcedureSettings): RotationObserver {
  return { event: ({ state, node, text }) => emit(settings, state, node, text) };
}

function upgradeObserver(settings: ProcedureSettings): UpgradeObserver {
  return {
    changed: ({ node, component, object, state, detail }) => {
      const parts = [component, object, state, detail].filter((part) => part !== "");
      emit(settings, "step", node, parts.join(" "));
    },
    note: (text) => emit(settings, "notice", null, text),
  };
}

function rollingOptions(change: RollingChange, settings: RollingSettings): RollingChangeOptions {
  const { maxUnavailable = "1", canary = 0, gates = [], resume, stepMs = STEP_MS } = settings;
  return {
    connection: connectionOf(settings),
    limits: { stepMs, drainMs: DRAIN_MS },
    rolling: {
      ...DEFAULT_OPTIONS,
      maxUnavailable: parseMaxUnavailable(maxUnavailable),
      canary,
      gates,
      acceptsQuorumLoss: settings.acceptQuorumLoss ?? false,
      resume,
    },
    isDrained: settings.drain ?? true,
    observer: rollingObserver(settings),
    request: requestOf(change, stepMs),
    continuation: (journal) => `resume: ${JSON.stringify(journal)}`,
  };
}

function requestOf(change: RollingChange, timeoutMs: number): CreateRequest {
  switch (change.kind) {
    case "reboot":
      return rebootRequest({ value: "default", isDefault: true });
    case "shutdown":
      return shutdownRequest();
    case "upgrade":
      return upgradeRequest({
        image: { value: change.image, isDefault: false },
        rebootMode: { value: "default", isDefault: true },
        preserve: { value: false, isDefault: true },
        allowDowngrade: change.allowDowngrade ?? false,
        timeoutMs,
      });
  }
}

function rotationOptions(settings: RotationSettings): RotationOptions {
  return {
    action: "start",
    authorities: settings.authorities ?? ["os", "kubernetes"],
    connection: connectionOf(settings),
    cluster: undefined,
    hasInitNode: false,
    k8sEndpoint: "",
    output: settings.output,
    force: false,
    secrets: settings.secrets,
    encoding: undefined,
    timeoutMs: settings.waitMs ?? 3 * 60_000,
    callMs: settings.callMs ?? 30_000,
  };
}

function fileOptions(settings: ClusterSettings) {
  const { file, variables = [] } = settings;
  return { ...connectionOf(settings), file, var: variables, maintenance: [] };
}

function connectionOf(
  { clientConfig, context = "", nodes = [], endpoints = [] }: ProcedureSettings,
): ConnectionOptions {
  return { cluster: "", context, endpoints, nodes, osconfig: clientConfig, noPreferences: true };
}

const NEVER = new AbortController().signal;

/** Returns the system of a procedure: of this process, only files, network and time. */
function contextOf(
  { home, cwd = home, environment = {}, signal = NEVER }: ProcedureSettings,
): ProcedureContext<NodeClient> {
  const system = {
    env: { get: (name: string) => environment[name] },
    home,
    cwd,
    clock: wallClock,
    random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
    spawn(command: string | URL): never {
      throw new OsctlError("unsupported", `cannot run "${command}": the library runs no programs`);
    },
    fetch: fetchWithRoots,
    signal,
    ignoreInterrupt: () => () => {},
    release: "v1.8" as const,
  };
  return {
    ...system,
    openClient: ({ connection, isUninterrupted = false, selectControlPlane: _, ...options }) =>
      openClient({ ...system, status: undefined, signal: isUninterrupted ? NEVER : signal }, {
        ...options,
        target: connection,
      }),
  };
}
