/**
 * The last steps of `cluster create`: configuration, bootstrap, checks and kubeconfig.
 *
 * @module
 */
import { createDeadline } from "../../async/deadline.ts";
import { openClientWith } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import {
  applyInitialConfig,
  bootstrapEtcd,
  type RetryOptions,
  waitForApi,
} from "../../cluster/bootstrap.ts";
import type { FinishCluster, StartedMachines } from "../../cluster/create_cluster.ts";
import { kubernetesEndpoint } from "../../cluster/format_cluster.ts";
import type { ClusterRecord, CreatedCluster, CreateRequest } from "../../cluster/types.ts";
import { isControlPlane } from "../../cluster/types.ts";
import { waitForNodes } from "../../cluster/wait_for_nodes.ts";
import type { OsctlError } from "../../errors.ts";
import { addClusterKubeconfig } from "../../kubernetes/download/cluster_kubeconfig.ts";
import { toUrlHost } from "../../pki/ip.ts";
import { CheckLog } from "../../procedures/health/check_log.ts";
import { HEALTH_CHECKS } from "../../procedures/health/checks.ts";
import { openTarget } from "../../procedures/health/open_target.ts";
import { createHealthReporter } from "../health/report.ts";
import { HealthDeadline, waitForChecks } from "../../procedures/health/run_checks.ts";
import type { HealthCheck } from "../../procedures/health/types.ts";
import type { TlsSettings } from "../../rpc/types.ts";
import type { ConsoleContext } from "../context.ts";

/** Limit of the first calls without `--wait`, milliseconds. */
const UNWAITED_MS = 12 * 60_000;

/** Last check with `--skip-k8s-node-readiness-check`. */
const LAST_WITHOUT_NODES = "control-plane";
/** Last check with `--skip-boot-phase-finished-check`. */
const LAST_WITHOUT_BOOT = "kubelet";

/**
 * Returns the last steps of a request.
 *
 * @param kubeconfig file to merge the kubeconfig into; undefined to skip it.
 */
export function finishCluster(
  context: ConsoleContext<NodeClient>,
  request: CreateRequest,
  kubeconfig: string | undefined,
): FinishCluster {
  return async (created, machines, save) => {
    const { flags } = request;
    const tls = { ca: created.record.ca, crt: created.crt, key: created.key };
    if (machines === undefined) {
      if (flags.wait) {
        await context.stderr.write("waiting for all nodes to become ready\n");
        await waitForNodes(created, flags.waitTimeout, context);
      }
    } else await startMachines(context, request, { created, machines, tls });
    return kubeconfig === undefined
      ? created.record
      : await addKubeconfig(context, { created, tls, path: kubeconfig }, save);
  };
}

interface Started {
  readonly created: CreatedCluster;
  readonly machines: StartedMachines;
  readonly tls: TlsSettings;
}

/** Configures and bootstraps machines and waits for the checks, as a live list. */
async function startMachines(
  context: ConsoleContext<NodeClient>,
  { flags }: CreateRequest,
  { created, machines, tls }: Started,
): Promise<void> {
  const { clock, signal } = context;
  const { settings: { plan, kubernetesEndpoint }, configs } = machines;
  const log: CheckLog = new CheckLog(clock, (status) => reporter.changed(status));
  const expired = () => new HealthDeadline();
  const ms = flags.wait ? flags.waitTimeout : UNWAITED_MS;
  using deadline = createDeadline({ clock, ms, signals: [signal], expired });
  const steps = new Steps(log, clock, deadline.signal);
  if (flags.withApplyConfig) steps.add("config", "all nodes to accept their configuration");
  if (!flags.withInitNode) {
    steps.add("api", "the node API to respond");
    steps.add("bootstrap", "etcd to be bootstrapped");
  }
  await context.status?.hide();
  const reporter = createHealthReporter(context, {
    format: "table",
    node: undefined,
    log: () => log,
    signal,
  });
  try {
    if (flags.withApplyConfig) {
      await steps.run("config", async (options) => {
        await Promise.all(
          plan.nodes.map(async ({ name, addresses: [address = ""] }) => {
            const text = await configs.textOf(name);
            await applyInitialConfig(context, { address, text }, options);
          }),
        );
      });
    }
    const controlPlanes = plan.nodes.filter(isControlPlane);
    const { endpoints } = created;
    if (!flags.withInitNode) {
      // The lowest address as text, as talosctl does.
      const [node = ""] = controlPlanes.map(({ addresses }) => addresses[0]!).toSorted();
      await using client = openClientWith(context, { endpoints, nodes: [node], tls });
      await steps.run("api", (options) => waitForApi(client, options));
      await steps.run("bootstrap", (options) => bootstrapEtcd(client, options));
    }
    if (!flags.wait) return;
    const nodesOf = (isWanted: (node: typeof plan.nodes[number]) => boolean) =>
      plan.nodes.filter(isWanted).map(({ addresses }) => ({ address: addresses[0]!, addresses }));
    const cluster = {
      controlPlanes: nodesOf(isControlPlane),
      workers: nodesOf((node) => !isControlPlane(node)),
    };
    const nodes = plan.nodes.map(({ addresses }) => addresses[0]!);
    await using client = openClientWith(context, { endpoints, nodes, tls });
    using target = await openTarget(context, client, {
      callMs: parseTimeouts(context.env).callMs,
      cluster,
      once: false,
      endpoint: kubernetesEndpoint,
      signal: deadline.signal,
      undiscovered: (reason) => reporter.note(reason),
    });
    await waitForChecks(target, log, {
      checks: checksOf(flags),
      skipped: new Set(),
      clock,
      signal: deadline.signal,
    });
  } finally {
    await reporter.end();
  }
}

/** Returns the checks up to the last one that flags leave. */
function checksOf(
  { skipK8sNodeReadinessCheck, skipBootPhaseFinishedCheck }: CreateRequest["flags"],
): readonly HealthCheck[] {
  const last = skipBootPhaseFinishedCheck
    ? LAST_WITHOUT_BOOT
    : skipK8sNodeReadinessCheck
    ? LAST_WITHOUT_NODES
    : undefined;
  const end = HEALTH_CHECKS.findIndex(({ id }) => id === last);
  return end < 0 ? HEALTH_CHECKS : HEALTH_CHECKS.slice(0, end + 1);
}

/** Steps before the checks, in the same list. */
class Steps {
  readonly #log: CheckLog;
  readonly #clock: RetryOptions["clock"];
  readonly #signal: AbortSignal;

  constructor(log: CheckLog, clock: RetryOptions["clock"], signal: AbortSignal) {
    this.#log = log;
    this.#clock = clock;
    this.#signal = signal;
  }

  add(id: string, name: string): void {
    this.#log.add({
      id,
      name,
      remedy: "increase --wait-timeout, or write the logs with --crashdump",
    });
  }

  /**
   * Runs a step until it succeeds.
   *
   * @throws {OsctlError} that names the step at the deadline.
   */
  async run(id: string, step: (options: RetryOptions) => Promise<void>): Promise<void> {
    this.#log.set(id, "running");
    const failed = ({ message }: OsctlError) =>
      void this.#log.set(id, "failing", message.replaceAll("\n", "; "));
    try {
      await step({ clock: this.#clock, signal: this.#signal, failed });
    } catch (error) {
      throw error instanceof HealthDeadline ? this.#log.fail(id) : error;
    }
    this.#log.set(id, "ok");
  }
}

/** Merges the kubeconfig of a new cluster and returns the record with the added entries. */
async function addKubeconfig(
  context: ConsoleContext<NodeClient>,
  { created, tls, path }: { created: CreatedCluster; tls: TlsSettings; path: string },
  save: (record: ClusterRecord) => Promise<void>,
): Promise<ClusterRecord> {
  const { record, endpoints } = created;
  const node = record.nodes.find(isControlPlane);
  if (node === undefined) return record;
  await context.stderr.write(`merging kubeconfig into "${path}"\n`);
  const isSandbox = record.provisioner === "sandbox";
  const { address, port } = node;
  const { added, lines } = await addClusterKubeconfig(
    context,
    {
      node: address,
      endpoints: isSandbox ? [`${toUrlHost(address)}:${port}`] : endpoints,
      tls,
      server: isSandbox ? undefined : kubernetesEndpoint(record),
    },
    path,
    (pending) => save({ ...record, kubeconfig: pending }),
  );
  await context.stderr.write(lines.map((line) => `${line}\n`).join(""));
  return { ...record, kubeconfig: added };
}
