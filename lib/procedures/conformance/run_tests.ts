/**
 * Runs conformance tests in a pod.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { createDeadline } from "../../async/deadline.ts";
import { OsctlError } from "../../errors.ts";
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  NAMESPACES,
  type Pod,
  PODS,
  SERVICE_ACCOUNTS,
} from "../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { followTestLog } from "./follow_log.ts";
import {
  clusterRole,
  clusterRoleBinding,
  NAMESPACE,
  namespace,
  POD_NAME,
  serviceAccount,
  testPod,
  type TestSelection,
} from "./objects.ts";
import { deletedError, pendingReason, startFailure } from "./pod_state.ts";

/** Limit of the pod's start, milliseconds: the image of the tests has 300 MB. */
const START_MS = 300_000;

/** Receives the progress of a run. */
export interface TestReporter {
  /** The pod was created; it starts within 5 minutes. */
  starting(reason: string): void;
  line(text: string): Promise<void>;
  lost(reason: string): Promise<void>;
  recovered(): void;
}

/** Options of {@linkcode runTests}. */
export interface RunTestsOptions extends TestSelection {
  readonly kubernetesVersion: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly reporter: TestReporter;
}

/** Creates the objects of a run and follows the tests to their end. Returns their exit code. */
export async function runTests(
  client: KubernetesClient,
  { kubernetesVersion, clock, signal, reporter, ...selection }: RunTestsOptions,
): Promise<number> {
  const options = { signal };
  await client.create(NAMESPACES, namespace(), options);
  await client.create(SERVICE_ACCOUNTS, serviceAccount(), options);
  await client.create(CLUSTER_ROLES, clusterRole(), options);
  await client.create(CLUSTER_ROLE_BINDINGS, clusterRoleBinding(), options);
  await client.create(PODS, testPod(kubernetesVersion, selection), options);
  await awaitStart(client, clock, signal, reporter);
  const log = followTestLog(client, {
    clock,
    signal,
    onLost: (reason) => reporter.lost(reason),
    onRecovered: () => reporter.recovered(),
  });
  for (let next = await log.next();; next = await log.next()) {
    if (next.done) return next.value;
    await reporter.line(next.value);
  }
}

/** @throws {OsctlError} when the pod does not start within 5 minutes, or cannot start. */
async function awaitStart(
  client: KubernetesClient,
  clock: Clock,
  signal: AbortSignal,
  reporter: TestReporter,
): Promise<void> {
  let reason = "";
  const expired = () =>
    new OsctlError("node", `the conformance pod did not start within 5m: ${reason || "no status"}`);
  using deadline = createDeadline({ clock, ms: START_MS, signals: [signal], expired });
  const events = client.watch<Pod>(PODS, {
    namespace: NAMESPACE,
    fieldSelector: `metadata.name=${POD_NAME}`,
    signal: deadline.signal,
    onLost: (reason) => reporter.lost(reason),
    onRecovered: () => reporter.recovered(),
  });
  for await (const event of events) {
    if (event.kind === "deleted") throw deletedError();
    if (event.kind === "synced") continue;
    const failure = startFailure(event.object);
    if (failure !== undefined) throw failure;
    const { phase } = event.object.status ?? {};
    if (phase !== undefined && phase !== "Pending") return;
    reason = pendingReason(event.object);
    reporter.starting(reason);
  }
}
