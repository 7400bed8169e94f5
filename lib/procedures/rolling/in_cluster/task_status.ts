/**
 * The result of a task in a pod: a ConfigMap, an event of Kubernetes, and metrics while the pod runs.
 *
 * @module
 */
import { sleep } from "../../../async/sleep.ts";
import { NegativeResult, OsctlError } from "../../../errors.ts";
import { readInClusterSettings } from "../../../kubernetes/in_cluster.ts";
import { CONFIG_MAPS, EVENTS } from "../../../kubernetes/objects.ts";
import { oneLine } from "../../../output/text.ts";
import { extendSystem } from "../../../platform/system.ts";
import { KubernetesServers } from "../kubernetes_servers.ts";
import { POD_VARIABLES, type PodSystem } from "./pod_session.ts";

/** Variables of a task's pod, which its manifest sets. */
export const TASK_VARIABLES = {
  /** Name of the ConfigMap. */
  status: "OSCTL_STATUS",
  /** Port of the metrics; none without it. */
  metricsPort: "OSCTL_METRICS_PORT",
  address: "OSCTL_POD_ADDRESS",
} as const;

/** Time that metrics are served after the task, milliseconds: a scrape every 30 s reads them. */
const METRICS_MS = 45_000;

/** State of a task that has ended. */
type TaskState = "ok" | "drift" | "error";

/** Numbers of a task, by name of the metric and labels. */
export type Numbers = ReadonlyMap<string, number>;

/**
 * Runs a task; in a pod, records its result.
 *
 * @param body Adds the numbers of its result.
 */
export async function runTask(
  system: PodSystem,
  body: (numbers: Map<string, number>) => Promise<void>,
): Promise<void> {
  const { env, clock } = system;
  const name = env.get(TASK_VARIABLES.status) ?? "";
  const numbers = new Map<string, number>();
  if (name === "") return await body(numbers);
  const start = clock.now();
  await using metrics = serveMetrics(system, numbers);
  let failure: unknown;
  try {
    await body(numbers);
  } catch (error) {
    failure = error;
  }
  const state = stateOf(failure);
  numbers.set("osctl_task_duration_seconds", (clock.now() - start) / 1000);
  numbers.set("osctl_task_last_run_timestamp_seconds", clock.now() / 1000);
  numbers.set("osctl_task_failed", Number(state === "error"));
  numbers.set("osctl_cluster_drift", Number(state === "drift"));
  await record(system, { name, state, numbers, failure });
  await metrics.linger();
  if (failure !== undefined) throw failure;
}

function stateOf(failure: unknown): TaskState {
  if (failure === undefined) return "ok";
  return failure instanceof NegativeResult && failure.exitCode === 2 ? "drift" : "error";
}

async function record(
  system: PodSystem,
  { name, state, numbers, failure }: {
    readonly name: string;
    readonly state: TaskState;
    readonly numbers: Numbers;
    readonly failure: unknown;
  },
): Promise<void> {
  const { env, clock, random } = system;
  const namespace = env.get(POD_VARIABLES.namespace) ?? "";
  const signal = new AbortController().signal;
  const servers = new KubernetesServers(
    extendSystem(system, { signal }),
    () => readInClusterSettings(env),
  );
  const time = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
  const message = failure instanceof Error ? oneLine(failure.message).slice(0, 1000) : "";
  try {
    const client = await servers.open(signal);
    const map = await client.patch(CONFIG_MAPS, { name, namespace }, {
      type: "merge",
      body: {
        data: {
          state,
          message,
          time,
          pod: env.get(POD_VARIABLES.name) ?? "",
          metrics: textOf(numbers),
        },
      },
    }, { signal });
    await client.create(EVENTS, {
      metadata: { name: `${name}.${random.bytes(8).toHex()}`, namespace },
      involvedObject: {
        apiVersion: "v1",
        kind: "ConfigMap",
        name,
        namespace,
        ...map.metadata?.uid === undefined ? {} : { uid: map.metadata.uid },
      },
      type: state === "ok" ? "Normal" : "Warning",
      reason: { ok: "AsDeclared", drift: "Drift", error: "Failed" }[state],
      message: message || "no difference",
      source: { component: "osctl" },
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
    }, { signal });
  } finally {
    servers[Symbol.dispose]();
  }
}

/** Returns numbers in the text format of Prometheus. */
export function textOf(numbers: Numbers): string {
  const names = new Set([...numbers.keys()].map((key) => key.replace(/\{.*$/, "")));
  return [...names].map((name) => {
    const lines = [...numbers].filter(([key]) => key === name || key.startsWith(`${name}{`))
      .map(([key, value]) => `${key} ${value}\n`);
    return `# TYPE ${name} gauge\n${lines.join("")}`;
  }).join("");
}

interface MetricsServer extends AsyncDisposable {
  /** Resolves when the numbers were served for some time. */
  linger(): Promise<void>;
}

function serveMetrics({ env, clock, signal }: PodSystem, numbers: Numbers): MetricsServer {
  const port = Number(env.get(TASK_VARIABLES.metricsPort) ?? "");
  if (!(port > 0)) {
    return { linger: () => Promise.resolve(), [Symbol.asyncDispose]: async () => {} };
  }
  const server = Deno.serve({
    port,
    hostname: env.get(TASK_VARIABLES.address) || "0.0.0.0",
    onListen: () => {},
  }, ({ url }) =>
    new URL(url).pathname === "/metrics"
      ? new Response(textOf(numbers), {
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      })
      : new Response("not found\n", { status: 404 }));
  return {
    linger: () =>
      sleep(clock, METRICS_MS, signal).catch((error) => {
        if (!(error instanceof OsctlError)) throw error; // interrupted: the pod ends
      }),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
