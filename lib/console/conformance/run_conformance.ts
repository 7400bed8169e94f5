/**
 * Runs Kubernetes conformance tests, reports their progress and removes their objects.
 *
 * @module
 */
import { createDeadline } from "../../async/deadline.ts";
import { MAX_TIMER_MS } from "../../client/timeouts.ts";
import { MachineService } from "../../../proto/machine.ts";
import type { NodeClient } from "../../client/types.ts";
import { OS_VERSION } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import {
  awaitRemoval,
  deleteObjects,
  requireOwnNamespace,
} from "../../procedures/conformance/clean_up.ts";
import { NAMESPACE, type TestSelection } from "../../procedures/conformance/objects.ts";
import {
  fetchResults,
  requireNoResults,
  resultsFolder,
} from "../../procedures/conformance/results.ts";
import { runTests, type TestReporter } from "../../procedures/conformance/run_tests.ts";
import { TestProgress } from "../../procedures/conformance/test_progress.ts";
import { fetchKubeconfig } from "../../kubernetes/download/fetch_kubeconfig.ts";
import { connectKubernetes } from "../../kubernetes/connect.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { hasColour } from "../../output/colour.ts";
import { formatElapsed } from "../../output/elapsed.ts";
import { escapeLogLine, oneLine } from "../../output/text.ts";
import { resolve } from "../../platform/paths.ts";
import type { ConsoleContext } from "../context.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";

/** Interval of the status line, milliseconds. */
const STATUS_MS = 1000;
/** Limit of the deletion of all objects, milliseconds. */
const DELETE_MS = 20_000;

/** Options of {@linkcode runConformance}. */
export interface ConformanceOptions {
  readonly flags: ConnectionOptions;
  /** Name of the command in errors. */
  readonly command: string;
  readonly passes: readonly TestSelection[];
  /** Version of the tests, without `v`. */
  readonly kubernetesVersion: string;
  /** Whether to store the results for a certification. */
  readonly certified: boolean;
  /** Host and port of the Kubernetes API; from the kubeconfig when empty. */
  readonly endpoint?: string;
  /** Limit of the whole run, milliseconds; none when undefined. */
  readonly timeoutMs?: number;
}

/**
 * Runs the passes one after the other, until one fails.
 *
 * @throws {OsctlError} when tests failed or could not run.
 */
export async function runConformance(
  context: ConsoleContext<NodeClient>,
  options: ConformanceOptions,
): Promise<void> {
  const { timeoutMs } = options;
  const ms = timeoutMs === undefined ? undefined : Math.min(timeoutMs, MAX_TIMER_MS);
  const expired = () =>
    new OsctlError("node", `the tests did not end within ${formatElapsed(ms ?? 0)}`);
  using deadline = createDeadline({ clock: context.clock, ms, signals: [context.signal], expired });
  await runPasses({ ...context, signal: deadline.signal }, options);
}

async function runPasses(
  context: ConsoleContext<NodeClient>,
  options: ConformanceOptions,
): Promise<void> {
  const { signal, stderr, clock } = context;
  const { kubernetesVersion, certified } = options;
  const folder = resultsFolder(kubernetesVersion);
  const path = resolve(context.cwd, folder);
  if (certified) await requireNoResults(path);
  const { kubernetes: client, osVersion } = await connect(context, options);
  using _client = client;
  await requireOwnNamespace(client, signal);
  await warnAboutVersion(context, client, kubernetesVersion);
  if (await deleteObjects(client, signal)) {
    await awaitRemoval(client, clock, signal);
    await stderr.write(`deleted the namespace ${NAMESPACE} of an earlier run\n`);
  }
  for (const [index, pass] of options.passes.entries()) {
    const count = options.passes.length === 1
      ? ""
      : `pass ${index + 1} of ${options.passes.length}: `;
    const mode = pass.parallel > 1 ? `${pass.parallel} at a time` : "one at a time";
    await stderr.write(`${count}tests of v${kubernetesVersion}, ${mode}: ${pass.focus}\n`);
    try {
      await runPass(context, client, pass, {
        kubernetesVersion,
        store: async () => {
          if (!certified) return;
          const files = await fetchResults(client, path, { osVersion, signal });
          const names = files.map((file) => `"${folder}${file.slice(path.length)}"`);
          await stderr.write(`wrote ${names.join(", ")}\n`);
        },
      });
    } catch (error) {
      await removeObjects(context, client).catch((later) => {
        // The error of the tests is more important than a slow deletion.
        if (!(later instanceof OsctlError)) throw later;
      });
      throw error;
    }
    await removeObjects(context, client);
  }
}

/** Connects to the Kubernetes API with the kubeconfig of a node. */
async function connect(
  context: ConsoleContext<NodeClient>,
  { flags, command, certified, endpoint = "" }: ConformanceOptions,
): Promise<{ kubernetes: KubernetesClient; osVersion: string }> {
  await using client = await context.openClient({ connection: flags, selectControlPlane: true });
  const node = client.singleNode(command);
  const { kubeconfig } = await fetchKubeconfig(client, node);
  // An interruption must not prevent the deletion of the objects.
  const system = { ...context, signal: new AbortController().signal };
  const kubernetes = await connectKubernetes(system, kubeconfig, endpoint);
  if (!certified) return { kubernetes, osVersion: "" };
  const [result] = await client.call(MachineService.Version, {});
  const tag = result?.value?.version?.tag;
  return { kubernetes, osVersion: tag || OS_VERSION[context.release] };
}

/** Warns when the cluster has another minor version than the tests. */
async function warnAboutVersion(
  { stderr, signal }: ConsoleContext<NodeClient>,
  client: KubernetesClient,
  kubernetesVersion: string,
): Promise<void> {
  const { gitVersion } = await client.version({ signal });
  const minor = (version: string) => version.replace(/^v/, "").split(".", 2).join(".");
  if (minor(gitVersion) === minor(kubernetesVersion)) return;
  const version = /^v?(\d+\.\d+\.\d+)/.exec(gitVersion)?.[1];
  const hint = version === undefined ? "" : `; use --kubernetes-version ${version}`;
  await stderr.write(
    `osctl: warning: the cluster runs ${
      oneLine(gitVersion)
    }, the tests are of v${kubernetesVersion}${hint}\n`,
  );
}

/** Runs one pass. */
async function runPass(
  context: ConsoleContext<NodeClient>,
  client: KubernetesClient,
  pass: TestSelection,
  { kubernetesVersion, store }: { kubernetesVersion: string; store: () => Promise<void> },
): Promise<void> {
  const { clock, signal, stderr } = context;
  const startedAt = clock.now();
  const progress = new TestProgress();
  using status = new PassStatus(context, progress);
  const exitCode = await runTests(client, {
    ...pass,
    kubernetesVersion,
    clock,
    signal,
    reporter: status.reporter,
  });
  status[Symbol.dispose]();
  await context.status?.clear();
  const result = `${progress} in ${formatElapsed(clock.now() - startedAt)}`;
  if (exitCode === 0) {
    await stderr.write(`passed: ${result}\n`);
    return await store();
  }
  const failure = new OsctlError(
    "node",
    `conformance tests failed with exit code ${exitCode}: ${result}`,
  );
  try {
    // The results explain the failure.
    await store();
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    await stderr.write(`osctl: warning: ${oneLine(error.message)}\n`);
  }
  throw failure;
}

/** Deletes the objects of a run, also after an interruption, which ends the wait for the result. */
async function removeObjects(
  { clock, signal, status, stderr }: ConsoleContext<NodeClient>,
  client: KubernetesClient,
): Promise<void> {
  const expired = () =>
    new OsctlError("connection", `no response within ${formatElapsed(DELETE_MS)}`);
  using deadline = createDeadline({ clock, ms: DELETE_MS, signals: [], expired });
  const wasInterrupted = signal.aborted;
  try {
    status?.show(`deleting the namespace ${NAMESPACE}`);
    await deleteObjects(client, deadline.signal);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    await stderr.write(
      `osctl: warning: cannot delete the namespace ${NAMESPACE}: ${oneLine(error.message)}; ` +
        `use kubectl delete namespace ${NAMESPACE}\n`,
    );
    return;
  } finally {
    await status?.clear();
  }
  if (wasInterrupted) await stderr.write(`deleted the namespace ${NAMESPACE}\n`);
  else await awaitRemoval(client, clock, signal);
}

/** Prints the log, and shows progress and elapsed time on a terminal. */
class PassStatus implements Disposable {
  readonly reporter: TestReporter;
  #phase = "starting the tests";
  #stopTimer = () => {};

  constructor(context: ConsoleContext<NodeClient>, progress: TestProgress) {
    const { clock, stdout, stderr, status, terminal } = context;
    const startedAt = clock.now();
    const isTerminal = terminal.isTerminal("stdout");
    const colour = hasColour(context);
    const show = () => {
      status?.show(`${this.#phase}, ${formatElapsed(clock.now() - startedAt)}`);
    };
    const tick = () => {
      show();
      this.#stopTimer = clock.after(STATUS_MS, tick);
    };
    if (status !== undefined) tick();
    this.reporter = {
      starting: (reason) => {
        this.#phase = `waiting for the conformance pod: ${reason}`;
        show();
      },
      line: async (text) => {
        progress.add(text);
        this.#phase = String(progress);
        await stdout.write(`${isTerminal ? escapeLogLine(text, colour) : text}\n`);
        show();
      },
      lost: (reason) => stderr.write(`osctl: ${oneLine(reason)}; connecting again\n`),
      recovered: () => show(),
    };
  }

  [Symbol.dispose](): void {
    this.#stopTimer();
    this.#stopTimer = () => {};
  }
}
