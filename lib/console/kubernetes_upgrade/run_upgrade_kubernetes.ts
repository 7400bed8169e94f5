/**
 * Runs `upgrade-k8s`.
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
import {
  checkDowngrade,
  checkPath,
  checkTarget,
  countSteps,
  describePlan,
  detectVersion,
  type Images,
  KubernetesAccess,
  limitsOf,
  parseVersion,
  planUpgrade,
  type RemovedItem,
  RemovedItemsError,
  runUpgrade,
  StepLog,
  stepName,
  type UpgradeContext,
  type UpgradePath,
  type UpgradePlan,
} from "../../procedures/kubernetes_upgrade/mod.ts";
import { withLimit } from "../../procedures/waits.ts";
import { describeVersionSkew, readNodeTags } from "../../node/version/version_skew.ts";
import { withProgress } from "../../output/progress.ts";
import { type RecordOutput, selectFormat } from "../../output/select_format.ts";
import { Table } from "../../output/table.ts";
import { getTableWidth } from "../../output/table_options.ts";
import { escapeControls } from "../../output/text.ts";
import { stopReason } from "../../platform/unfinished_error.ts";
import { ResourceReader } from "../../resource/mod.ts";
import { confirmDisruption } from "../confirm_disruption.ts";
import type { ConsoleContext } from "../context.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import { printTargets } from "../print_targets.ts";
import { printPlan } from "./print_plan.ts";
import { createUpgradeReporter, stepsView, type UpgradeReporter } from "./report.ts";

/** Values of the flags of `upgrade-k8s`. */
export interface UpgradeKubernetesValues extends ConnectionOptions {
  readonly from: string;
  readonly to: string;
  readonly endpoint: string;
  readonly dryRun: boolean;
  readonly upgradeKubelet: boolean;
  /** Addresses of workers that are not changed. */
  readonly excluded?: readonly string[];
  readonly prePullImages: boolean;
  readonly withDocs: boolean;
  readonly withExamples: boolean;
  readonly images: Images;
  /** Limit of each wait, milliseconds; 0 for the default of each. */
  readonly waitTimeout: number;
  readonly output: RecordOutput;
  /** Print all columns of the plan in full on a terminal. */
  readonly wide: boolean;
  readonly yes: boolean;
  /** Accept an older patch version. */
  readonly allowDowngrade: boolean;
}

/**
 * Upgrades Kubernetes, or prints the plan.
 *
 * @throws {OsctlError} that names the step which failed.
 */
export async function runUpgradeKubernetes(
  context: ConsoleContext<NodeClient>,
  flags: UpgradeKubernetesValues,
): Promise<void> {
  const { clock, env, signal, stderr, release } = context;
  const to = parseVersion(flags.to, "--to");
  const from = flags.from === "" ? undefined : parseVersion(flags.from, "--from");
  checkTarget(to);
  if (from !== undefined) checkPath({ from, to });
  if (flags.endpoint !== "") parseEndpoint(flags.endpoint, "--endpoint");
  const limits = limitsOf(flags.waitTimeout === 0 ? undefined : flags.waitTimeout);
  const output: { reporter?: UpgradeReporter } = {};
  const log = new StepLog(clock, (step) => output.reporter?.changed(step));
  const format = flags.output === "text" ? "table" : await selectFormat(flags.output, {
    view: stepsView(() => log),
    terminal: context.terminal.isTerminal("stdout"),
  });
  await using client = await context.openClient({ connection: flags, selectControlPlane: true });
  const node = client.singleNode("upgrade-k8s");
  const warn = async (text: string) => await stderr.write(`osctl: ${escapeControls(text)}\n`);
  const skew = await describeVersionSkew(
    await readNodeTags(client, { signal }),
    OS_VERSION[release],
  );
  if (skew !== undefined) await stderr.write(skew);
  const { kubeconfig } = await fetchKubeconfig(client, node, { signal });
  const settings = await resolveConnection(kubeconfig);
  const server = flags.endpoint === ""
    ? settings.server
    : parseEndpoint(flags.endpoint, "--endpoint");
  let written = Promise.resolve();
  const note = (text: string) => {
    if (output.reporter !== undefined) output.reporter.note(text);
    else {
      written = written.then(() => warn(text));
      written.catch(() => {}); // thrown when the plan is complete
    }
  };
  using kubernetes = new KubernetesAccess({
    clock,
    note,
    servers: [server],
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
    ? await detect(context, base, limits.planMs)
    : await tryDetect(context, base, limits.planMs);
  const isSameMinor = running !== undefined && running.minor === to.minor;
  if (running !== undefined && !(flags.allowDowngrade && isSameMinor)) checkDowngrade(running, to);
  const path: UpgradePath = { from: from ?? running!, to };
  if (from === undefined) await warn(`detected Kubernetes ${path.from.text}`);
  checkPath(path);
  const upgrade: UpgradeContext = {
    ...base,
    options: {
      release,
      path,
      limits,
      images: flags.images,
      prePullImages: flags.prePullImages,
      upgradeKubelet: flags.upgradeKubelet,
      excluded: new Set(flags.excluded),
      comments: { docs: flags.withDocs, examples: flags.withExamples },
    },
  };
  const plan = await withProgress(context, "reading the cluster", () => planned(context, upgrade));
  await written;
  for (const text of endpointWarnings(client, kubernetes.server, plan)) await warn(text);
  const affected = plan.nodes.map(({ name, address, isControlPlane }) => ({
    name,
    address,
    role: isControlPlane ? "controlplane" : "worker",
  }));
  await printTargets(context, affected, {
    isAsking: !flags.dryRun,
    isRecorded: flags.output === "json",
    flags,
  });
  if (flags.dryRun) {
    const steps = await withProgress(
      context,
      "comparing the manifests",
      () => describePlan(upgrade, plan),
    );
    await printPlan(context, steps, {
      format,
      log: () => log,
      width: getTableWidth(context, flags),
    });
    await warn("dry run: nothing was changed");
    return;
  }
  await confirmDisruption(context, {
    action: `Upgrade Kubernetes ${path.from.text} → ${to.text}`,
    connection: flags,
    yes: flags.yes,
    client,
    affected,
  });
  await context.status?.hide();
  const reporter = createUpgradeReporter(context, { format, log: () => log, signal });
  output.reporter = reporter;
  try {
    await runUpgrade(upgrade, plan);
  } catch (error) {
    const stopped = log.endRunning(signal.aborted ? "stopped" : "failed");
    await reporter.end().catch(() => {}); // the error of the upgrade is reported
    const { done, all } = countSteps(log.steps);
    const at = stopped.map(stepName).join(", ");
    await warn(
      `stopped${at === "" ? "" : ` at ${at}`}; ${done} of ${all} steps complete; ` +
        "repeat the command to continue",
    );
    throw signal.aborted ? stopReason(signal) : error;
  }
  await reporter.end();
  const changed = log.steps.filter(({ state }) => state === "done").length;
  await warn(
    changed === 0
      ? `Kubernetes ${to.text} was complete; nothing was changed`
      : `upgraded Kubernetes to ${to.text}`,
  );
}

async function detect(
  context: ConsoleContext<NodeClient>,
  { kubernetes, clock, signal }: Pick<UpgradeContext, "kubernetes" | "clock" | "signal">,
  ms: number,
) {
  const limit = { failure: "Kubernetes version not detected", ms, hint: "check --endpoint" };
  return await withProgress(
    context,
    "detecting the Kubernetes version",
    () => withLimit({ clock, signal }, limit, (wait) => detectVersion(kubernetes, wait)),
  );
}

/** Returns the detected version; undefined where it cannot be detected and `--from` is trusted. */
async function tryDetect(...args: Parameters<typeof detect>) {
  try {
    return await detect(...args);
  } catch (error) {
    args[0].signal.throwIfAborted();
    if (error instanceof OsctlError) return undefined;
    throw error;
  }
}

/** Plans the upgrade; prints removed items that prevent it. */
async function planned(
  { stderr }: ConsoleContext<NodeClient>,
  upgrade: UpgradeContext,
): Promise<UpgradePlan> {
  try {
    return await planUpgrade(upgrade);
  } catch (error) {
    if (error instanceof RemovedItemsError) await stderr.write(removedTable(error.items));
    throw error;
  }
}

function removedTable(items: readonly RemovedItem[]): string {
  const table = new Table();
  const hasCounts = items.some(({ count }) => count !== undefined);
  table.add(["NODE", "COMPONENT", "REMOVED", "NAME", ...hasCounts ? ["COUNT"] : []]);
  for (const { node, component, kind, name, count } of items) {
    const cells = [node ?? "", component, kind, name].map(escapeControls);
    table.add([...cells, ...hasCounts ? [String(count ?? "")] : []]);
  }
  return table.takeText();
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
