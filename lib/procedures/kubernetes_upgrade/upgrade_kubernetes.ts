/**
 * Plans and runs an upgrade of Kubernetes.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import { OS_VERSION } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { fetchKubeconfig } from "../../kubernetes/download/fetch_kubeconfig.ts";
import { parseEndpoint } from "../../kubernetes/connect.ts";
import { createKubernetesClient, resolveConnection } from "../../kubernetes/mod.ts";
import { describeVersionSkew, readNodeTags } from "../../node/version/version_skew.ts";
import { stopReason } from "../../platform/unfinished_error.ts";
import { ResourceReader } from "../../resource/mod.ts";
import type { AffectedNode } from "../affected_nodes.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { withLimit } from "../waits.ts";
import { KubernetesAccess } from "./access.ts";
import type { Images } from "./components.ts";
import { detectVersion } from "./detect_version.ts";
import {
  countSteps,
  describePlan,
  planUpgrade,
  runUpgrade,
  type UpgradePlan,
} from "./run_upgrade.ts";
import { type Step, StepLog, stepName } from "./steps.ts";
import type { UpgradeContext } from "./upgrade_context.ts";
import {
  checkDowngrade,
  checkPath,
  checkTarget,
  parseVersion,
  type UpgradePath,
} from "./versions.ts";
import { limitsOf } from "./wait_limits.ts";

type Context = ProcedureContext<NodeClient>;

/** An upgrade of Kubernetes. */
export interface KubernetesUpgradeOptions {
  /** A control plane node. */
  readonly connection: ConnectionOptions;
  /** Present version; detected when absent. */
  readonly from?: string;
  /** New version, such as `1.31.1`. */
  readonly to: string;
  /** URL of the Kubernetes API; from the kubeconfig when absent. */
  readonly endpoint?: string;
  readonly images: Images;
  readonly upgradeKubelet: boolean;
  readonly prePullImages: boolean;
  /** Addresses of workers that are not changed. */
  readonly excluded?: readonly string[];
  /** Comments in the configurations that are written; the text is retained without both. */
  readonly comments: { readonly docs: boolean; readonly examples: boolean };
  /** Limit of each wait, milliseconds; the default of each when absent. */
  readonly waitMs?: number;
  /** Accept an older patch version. */
  readonly allowDowngrade: boolean;
}

/** An upgrade that may begin. */
export interface PlannedUpgrade {
  /** A client for the control plane node. */
  readonly client: NodeClient;
  readonly path: UpgradePath;
  readonly nodes: readonly AffectedNode[];
}

/** Receives an upgrade. */
export interface UpgradeObserver {
  /** Called with the change of a step. */
  changed(step: Step): void;
  /** Called with one line that belongs to no step. */
  note(text: string): void;
  /** Called with lines about versions of nodes, as a command prints them. */
  warning?(text: string): Promise<void>;
  /** Waits for `body`; a text says what is awaited. */
  awaiting?<T>(text: string, body: () => Promise<T>): Promise<T>;
  /** Called with the nodes of the plan. */
  targets?(nodes: readonly AffectedNode[]): Promise<void>;
  /** Called before the upgrade begins. Rejects unless it may. */
  confirm?(upgrade: PlannedUpgrade): Promise<void>;
  /** Called before the first step. */
  begin?(log: StepLog): Promise<void>;
  /** Called after the last step, also when one has failed. */
  end?(): Promise<void>;
  /** Called after `end` when the upgrade has stopped, with its place. */
  stopped?(text: string): Promise<void>;
}

/** A complete upgrade. */
export interface UpgradeResult {
  readonly path: UpgradePath;
  /** Number of steps that changed something. */
  readonly changed: number;
}

/** The steps of an upgrade, with the differences of manifests. */
export interface DescribedUpgrade {
  readonly steps: readonly Step[];
  readonly log: StepLog;
}

/**
 * Upgrades Kubernetes. Every step checks what is already true: the same options continue an upgrade
 * that has stopped.
 *
 * @throws {OsctlError} that names the step which failed.
 */
export async function upgradeKubernetes(
  context: Context,
  options: KubernetesUpgradeOptions,
  observer: UpgradeObserver,
): Promise<UpgradeResult> {
  return await withPlan(context, options, observer, async ({ upgrade, plan, nodes }) => {
    const { log, client, options: { path } } = upgrade;
    await observer.confirm?.({ client, path, nodes });
    await observer.begin?.(log);
    try {
      await runUpgrade(upgrade, plan);
    } catch (error) {
      throw await stopped(context, log, observer, error);
    }
    await observer.end?.();
    return { path, changed: log.steps.filter(({ state }) => state === "done").length };
  });
}

/** Returns the steps of an upgrade; changes nothing. */
export async function planKubernetesUpgrade(
  context: Context,
  options: KubernetesUpgradeOptions,
  observer: UpgradeObserver,
): Promise<DescribedUpgrade> {
  return await withPlan(context, options, observer, async ({ upgrade, plan }) => {
    const describe = () => describePlan(upgrade, plan);
    const steps = await awaiting(observer, "comparing the manifests", describe);
    return { steps, log: upgrade.log };
  });
}

/** An upgrade that was planned. */
interface Planned {
  readonly upgrade: UpgradeContext;
  readonly plan: UpgradePlan;
  readonly nodes: readonly AffectedNode[];
}

async function withPlan<T>(
  context: Context,
  options: KubernetesUpgradeOptions,
  observer: UpgradeObserver,
  body: (planned: Planned) => Promise<T>,
): Promise<T> {
  const { clock, env, signal, release } = context;
  const { connection, images, prePullImages, upgradeKubelet, comments } = options;
  const to = parseVersion(options.to, "--to");
  const from = options.from === undefined ? undefined : parseVersion(options.from, "--from");
  checkTarget(to);
  if (from !== undefined) checkPath({ from, to });
  const endpoint = options.endpoint === undefined
    ? undefined
    : parseEndpoint(options.endpoint, "--endpoint");
  const limits = limitsOf(options.waitMs);
  const log = new StepLog(clock, (step) => observer.changed(step));
  await using client = await context.openClient({ connection, selectControlPlane: true });
  const node = client.singleNode("upgrade-k8s");
  const tags = await readNodeTags(client, { signal });
  const skew = await describeVersionSkew(tags, OS_VERSION[release]);
  if (skew !== undefined) await observer.warning?.(skew);
  const { kubeconfig } = await fetchKubeconfig(client, node, { signal });
  const settings = await resolveConnection(kubeconfig);
  const note = (text: string) => observer.note(text);
  using kubernetes = new KubernetesAccess({
    clock,
    note,
    servers: [endpoint ?? settings.server],
    open: (server) => createKubernetesClient({ ...settings, server }, context),
  });
  const { callMs } = parseTimeouts(env);
  const base = {
    client,
    kubernetes,
    clock,
    signal,
    callMs,
    log,
    note,
    resources: new ResourceReader(client, { clock, callMs }),
  };
  const running = from === undefined
    ? await detect(observer, base, limits.planMs)
    : await tryDetect(observer, base, limits.planMs);
  const isSameMinor = running !== undefined && running.minor === to.minor;
  if (running !== undefined && !(options.allowDowngrade && isSameMinor)) {
    checkDowngrade(running, to);
  }
  const path: UpgradePath = { from: from ?? running!, to };
  if (from === undefined) note(`detected Kubernetes ${path.from.text}`);
  checkPath(path);
  const upgrade: UpgradeContext = {
    ...base,
    options: {
      release,
      path,
      limits,
      images,
      prePullImages,
      upgradeKubelet,
      excluded: new Set(options.excluded),
      comments,
    },
  };
  const plan = await awaiting(observer, "reading the cluster", () => planUpgrade(upgrade));
  for (const text of endpointWarnings(client, kubernetes.server, plan)) note(text);
  const nodes = plan.nodes.map(({ name, address, isControlPlane }) => ({
    name,
    address,
    role: isControlPlane ? "controlplane" : "worker",
  }));
  await observer.targets?.(nodes);
  return await body({ upgrade, plan, nodes });
}

/** Ends the steps, reports the place, and returns the error. */
async function stopped(
  { signal }: Context,
  log: StepLog,
  observer: UpgradeObserver,
  error: unknown,
): Promise<unknown> {
  const steps = log.endRunning(signal.aborted ? "stopped" : "failed");
  await observer.end?.().catch(() => {}); // the error of the upgrade is reported
  const { done, all } = countSteps(log.steps);
  const at = steps.map(stepName).join(", ");
  await observer.stopped?.(
    `stopped${at === "" ? "" : ` at ${at}`}; ${done} of ${all} steps complete; ` +
      "repeat the command to continue",
  );
  return signal.aborted ? stopReason(signal) : error;
}

/** Waits for `body`, and reports what is awaited. */
function awaiting<T>(
  observer: UpgradeObserver,
  text: string,
  body: () => Promise<T>,
): Promise<T> {
  return observer.awaiting?.(text, body) ?? body();
}

async function detect(
  observer: UpgradeObserver,
  { kubernetes, clock, signal }: Pick<UpgradeContext, "kubernetes" | "clock" | "signal">,
  ms: number,
) {
  const limit = { failure: "Kubernetes version not detected", ms, hint: "check --endpoint" };
  return await awaiting(
    observer,
    "detecting the Kubernetes version",
    () => withLimit({ clock, signal }, limit, (wait) => detectVersion(kubernetes, wait)),
  );
}

/** Returns the detected version; undefined where it cannot be detected and `--from` is trusted. */
async function tryDetect(...args: Parameters<typeof detect>) {
  try {
    return await detect(...args);
  } catch (error) {
    args[1].signal.throwIfAborted();
    if (error instanceof OsctlError) return undefined;
    throw error;
  }
}

/** Returns warnings about endpoints that are the cluster's virtual address. */
function endpointWarnings(
  client: NodeClient,
  server: URL,
  { controlPlanes }: UpgradePlan,
): string[] {
  const virtual = new Set(controlPlanes.flatMap(({ virtualAddresses }) => virtualAddresses));
  const host = (text: string) => text.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  const isVirtual = (text: string) => virtual.has(text) || virtual.has(host(text));
  const api = isVirtual(server.hostname)
    ? [
      `the Kubernetes endpoint ${server.host} is the cluster's virtual IP, which moves while API ` +
      "servers restart; use --endpoint with the address of a control plane",
    ]
    : [];
  const nodes = client.endpoints.filter(isVirtual).map((endpoint) =>
    `the endpoint ${endpoint} of the node API is the cluster's virtual IP, which needs etcd and ` +
    "moves; use --endpoints with addresses of control planes"
  );
  return [...api, ...nodes];
}
