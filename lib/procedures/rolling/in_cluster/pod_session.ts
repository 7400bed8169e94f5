/**
 * A rolling change in a pod of the cluster that it changes: its journal is a ConfigMap, another pod
 * continues it, and operators follow, pause and stop it.
 *
 * @module
 */
import { NEVER } from "../../../async/never.ts";
import { sleep } from "../../../async/sleep.ts";
import { createDeadline } from "../../../async/deadline.ts";
import { NegativeResult, OsctlError } from "../../../errors.ts";
import { readInClusterSettings } from "../../../kubernetes/in_cluster.ts";
import type { KubernetesSystem } from "../../../kubernetes/connection.ts";
import { JOBS } from "../../../kubernetes/objects.ts";
import { InterruptError } from "../../../platform/interrupt_error.ts";
import { oneLine } from "../../../output/text.ts";
import { type Environment, extendSystem } from "../../../platform/system.ts";
import type { RollingEvent } from "../events.ts";
import type { JournalPlace } from "../journal.ts";
import { isClusterUnreachable, KubernetesServers } from "../kubernetes_servers.ts";
import type { RollingNode } from "../types.ts";
import { ConfigMapJournal, TakenOver } from "./config_map_journal.ts";
import { MoveRequired, Placement } from "./placement.ts";
import type { Rollout } from "./rollout_map.ts";
import type { ProcedureSystem } from "../../context.ts";

/** Variables of a rollout's pod, which its manifest sets. */
export const POD_VARIABLES = {
  rollout: "OSCTL_ROLLOUT",
  namespace: "OSCTL_POD_NAMESPACE",
  name: "OSCTL_POD_NAME",
  node: "OSCTL_POD_NODE",
} as const;

/** Interval of reads while the rollout is paused, milliseconds. */
const PAUSE_MS = 2000;
const RETRY_MS = 1000;
/** Limit of the last writes of a rollout, milliseconds. */
const FINAL_MS = 60_000;
/** Limit of the marks of nodes, milliseconds. */
const MARK_MS = 10 * 60_000;

/** Hooks of a rolling change for its pod. */
export interface PodHooks {
  /** Resolves when the next batch may begin. Rejects when the operator stops the change. */
  awaitStart(report: (text: string) => void, signal: AbortSignal): Promise<void>;
  /** Called before nodes change. Rejects when the pod has to leave one of them. */
  enter(nodes: readonly RollingNode[], signal: AbortSignal): Promise<void>;
  /** Called when nodes are done. */
  leave(nodes: readonly RollingNode[]): Promise<void>;
}

/** Parts of the system that a pod uses. */
export type PodSystem =
  & Omit<KubernetesSystem, "signal">
  & Pick<ProcedureSystem, "random" | "signal">;

/** A rolling change in a pod. */
export interface PodSession {
  readonly servers: KubernetesServers;
  /** Where the journal is stored. */
  readonly place: JournalPlace;
  readonly hooks: PodHooks;
  /** The rollout when this pod took it over. */
  readonly rollout: Rollout;
  report(event: Pick<RollingEvent, "node" | "text">): void;
  /** Sets the title that operators see. */
  describe(title: string): Promise<void>;
}

/** Returns the name of the rollout whose pod this is; undefined elsewhere. */
function rolloutOf(env: Environment): string | undefined {
  return env.get(POD_VARIABLES.rollout) || undefined;
}

/**
 * Runs a rolling change; in a pod, with its session. Records there how it ended, and lets the Job
 * fail only when the change has failed.
 */
export async function runInPod<T>(
  system: PodSystem,
  body: (pod: PodSession | undefined) => Promise<T>,
): Promise<T> {
  const rollout = rolloutOf(system.env);
  if (rollout === undefined) return await body(undefined);
  const { clock, env, random } = system;
  const namespace = env.get(POD_VARIABLES.namespace) ?? "";
  const node = env.get(POD_VARIABLES.node) ?? "";
  const servers = new KubernetesServers(
    extendSystem(system, { signal: NEVER }),
    () => readInClusterSettings(env),
  );
  const kubernetes = servers.open;
  const map = new ConfigMapJournal({
    clock,
    kubernetes,
    namespace,
    name: rollout,
    pod: env.get(POD_VARIABLES.name) ?? "",
    node,
    session: random.bytes(8).toHex(),
  });
  const placement = new Placement({ kubernetes, rollout, node });
  /** Repeats a call while the API is unreachable. */
  const retry = async (ms: number, call: (signal: AbortSignal) => Promise<void>) => {
    const until = clock.now() + ms;
    for (;;) {
      try {
        return await call(NEVER);
      } catch (error) {
        const isOver = clock.now() >= until || !(error instanceof OsctlError);
        if (isOver || error instanceof NegativeResult || !isClusterUnreachable(error)) throw error;
      }
      await sleep(clock, RETRY_MS);
    }
  };
  const failJob = () =>
    retry(FINAL_MS, async (signal) => {
      const client = await kubernetes(signal);
      const patch = { type: "merge", body: { spec: { backoffLimit: 0 } } } as const;
      await client.patch(JOBS, { name: rollout, namespace }, patch, { signal });
    });
  let title = "";
  try {
    const found = await map.takeOver();
    title = found.title;
    if (found.state === "failed") {
      await failJob();
      throw new OsctlError("node", `the rollout has failed: ${found.message}`, {
        hint: `correct the cause, then "osctl rollout resume ${rollout}"`,
      });
    }
    const result = await body({
      servers,
      rollout: found,
      place: { name: map.name, storeOf: (journal) => map.storeOf(journal), snapshot: undefined },
      hooks: {
        enter: (nodes) => retry(MARK_MS, (signal) => placement.enter(nodes, signal)),
        leave: (nodes) => retry(MARK_MS, (signal) => placement.leave(nodes, signal)),
        awaitStart: (report, signal) => awaitStart(map, clock, { report, signal, title }),
      },
      report: ({ node, text }) => map.report(node, text),
      describe: async (text) => {
        title = text;
        await map.setState("running", title);
      },
    });
    await retry(FINAL_MS, (signal) => placement.clear(signal));
    await map.setState("complete", title);
    return result;
  } catch (error) {
    if (!isFinal(error, system.signal)) throw error;
    const message = oneLine(error instanceof Error ? error.message : String(error))
      .replace(/^stopped: /, "");
    await map.setState("failed", title, message);
    await failJob();
    throw error;
  } finally {
    servers[Symbol.dispose]();
  }
}

/** Reports whether no other pod continues after an error. */
function isFinal(error: unknown, signal: AbortSignal): boolean {
  return !signal.aborted && !(error instanceof InterruptError) &&
    !(error instanceof MoveRequired) && !(error instanceof TakenOver);
}

/** Waits while the operator pauses the rollout. */
async function awaitStart(
  map: ConfigMapJournal,
  clock: ProcedureSystem["clock"],
  { report, signal, title }: {
    readonly report: (text: string) => void;
    readonly signal: AbortSignal;
    readonly title: string;
  },
): Promise<void> {
  let isPaused = false;
  for (;;) {
    signal.throwIfAborted();
    const control = await readControl(map, clock, { report, signal });
    if (control === "stop") {
      throw new OsctlError("node", "stopped by the operator", {
        hint: 'continue with "osctl rollout resume"',
      });
    }
    if (control === "run") {
      if (isPaused) await map.setState("running", title);
      return;
    }
    if (!isPaused) {
      report("paused by the operator");
      await map.setState("paused", title);
      isPaused = true;
    }
    await sleep(clock, PAUSE_MS, signal);
  }
}

async function readControl(
  map: ConfigMapJournal,
  clock: ProcedureSystem["clock"],
  { report, signal }: {
    readonly report: (text: string) => void;
    readonly signal: AbortSignal;
  },
): Promise<Rollout["control"]> {
  for (;;) {
    try {
      using limit = createDeadline({ clock, ms: FINAL_MS, signals: [signal], expired: late });
      return (await map.read(limit.signal)).control;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OsctlError) || !isClusterUnreachable(error)) throw error;
      report(`Kubernetes does not respond: ${oneLine(error.message)}`);
    }
    await sleep(clock, RETRY_MS, signal);
  }
}

function late(): OsctlError {
  return new OsctlError("connection", "no response from the API server");
}
