/**
 * A planned rolling change: its checks, its lock, and its course.
 *
 * @module
 */
import { NEVER } from "../../async/never.ts";
import type { NodeClient } from "../../client/types.ts";
import { raceWithAbort } from "../../async/deadline.ts";
import { NegativeResult, OsctlError } from "../../errors.ts";
import { stopReason } from "../../platform/unfinished_error.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { firstEstimateMs } from "./estimate.ts";
import type { ControlPlane } from "../quorum/read_etcd.ts";
import { isComplete, type JournalPlace, type RollingJournal } from "./journal.ts";
import type { RollingOptions } from "./options.ts";
import type { Parts } from "./parts.ts";
import { checkBefore, type Checks, prepareChange } from "./preflight.ts";
import { isCommandGate } from "./gates/command_gate.ts";
import { DEFAULT_STEADINESS } from "./gates/gate_set.ts";
import type { RollingEvent } from "./events.ts";
import type { PodSession } from "./in_cluster/pod_session.ts";
import type { RollingPlan } from "./plan_view.ts";
import type { ChangeRequest, Parameters } from "./request.ts";
import { runRolling } from "./run.ts";
import type { RollingLimits } from "./rolling_run.ts";
import type { Ending } from "./summary.ts";
import { openChangeLock } from "./open_change_lock.ts";
import type { NodeChange, RollingLock, RollingNode } from "./types.ts";
import { parseWindow } from "./window.ts";

type Context = ProcedureContext<NodeClient>;

/** A rolling change that may begin. */
export interface PlannedChange {
  /** A client for the nodes of the change. */
  readonly client: NodeClient;
  /** The change: `upgrade to …/installer:v1.8.4`. */
  readonly title: string;
  readonly journal: RollingJournal;
}

/** Receives a rolling change. */
export interface RollingObserver {
  /** Called before a new change begins. Rejects unless it may. */
  confirm?(change: PlannedChange): Promise<void>;
  /** Called with the journal before the first check. */
  begin?(journal: RollingJournal): Promise<void>;
  /** Called with each step, also of checks before `begin`. */
  event(event: RollingEvent): void;
  /**
   * Called after `begin` when the change is complete or has stopped.
   *
   * @param ending Undefined when nothing was changed.
   */
  end?(ending: Ending | undefined): Promise<void>;
}

/** A rolling change of nodes. */
export interface RollingChangeOptions {
  /** The nodes; none to continue with a journal. */
  readonly connection: ConnectionOptions;
  readonly limits: RollingLimits;
  readonly rolling: RollingOptions;
  /** Whether nodes that restart are drained first. */
  readonly isDrained: boolean;
  /** Whether control planes are refused. */
  readonly isForWorkers?: boolean;
  /** The pod that runs several changes; the change opens its own otherwise. */
  readonly pod?: PodSession | undefined;
  /** Whether the change is one of several, which derive what is left by themselves. */
  readonly isPhase?: boolean;
  readonly observer: RollingObserver;
  /**
   * Returns the request.
   *
   * @param recorded Parameters of the journal to continue.
   * @throws {OsctlError} of kind `usage` when the options contradict them.
   */
  request(recorded: Parameters | undefined): ChangeRequest;
  /** Returns how to continue the change with a journal, for hints. */
  continuation(journal: string): string;
}

/** Facts about a cluster before its change. */
export interface Cluster {
  readonly client: NodeClient;
  readonly request: ChangeRequest;
  readonly parts: Parts;
  readonly change: NodeChange;
  readonly nodes: readonly RollingNode[];
  readonly controlPlanes: readonly ControlPlane[];
  readonly settings: RollingJournal["settings"];
  readonly contextName: string;
  /** Identifies the cluster. */
  readonly clusterId: string;
}

/** A journal that is written, or continued. */
export interface OpenedJournal {
  readonly journal: RollingJournal;
  readonly place: JournalPlace;
  readonly isNew: boolean;
}

/** A change that is planned, and its journal. */
export class RollingChange implements AsyncDisposable {
  readonly #context: Context;
  readonly #options: RollingChangeOptions;
  readonly #cluster: Cluster;
  readonly #journal: RollingJournal;
  readonly #place: JournalPlace;
  readonly #isNew: boolean;

  constructor(
    context: Context,
    options: RollingChangeOptions,
    cluster: Cluster,
    { journal, place, isNew }: OpenedJournal,
  ) {
    this.#context = context;
    this.#options = options;
    this.#cluster = cluster;
    this.#journal = journal;
    this.#place = place;
    this.#isNew = isNew;
  }

  /** Returns the plan after the checks that change nothing. */
  async plan(): Promise<RollingPlan> {
    const { signal } = this.#context;
    const { change, nodes, settings, request } = this.#cluster;
    const { batches } = this.#journal;
    const checks: string[] = [];
    await checkBefore(this.#checks((text) => checks.push(text)));
    const leader = batches.findLast(({ kind }) => kind === "controlplane")?.nodes[0];
    const rows = await Promise.all(
      batches.flatMap(({ kind, nodes: addresses }, index) =>
        addresses.map(async (address) => {
          const node = nodes.find((one) => one.address === address)!;
          const unneeded = await change.isUnneeded(node, signal);
          return {
            batch: index + 1,
            kind,
            node: this.#journal.nodes.find((one) => one.address === address)!,
            isLeader: address === leader,
            action: unneeded === undefined ? request.title : `none: ${unneeded}`,
          };
        })
      ),
    );
    const estimateMs = batches.length * (firstEstimateMs(request.kind) + settings.pauseMs);
    const { gates, steadiness = DEFAULT_STEADINESS } = settings;
    return { rows, checks, gates, steadiness, estimateMs };
  }

  /** Runs the change to its end. */
  async run(): Promise<void> {
    const { clock, signal } = this.#context;
    const { pod, observer, limits } = this.#options;
    const { request, client, parts, settings, change } = this.#cluster;
    const journal = this.#journal;
    const isNew = this.#isNew;
    if (isNew) await observer.confirm?.({ client, title: request.title, journal });
    await observer.begin?.(journal);
    const event = (one: Omit<RollingEvent, "time">) => {
      observer.event({ ...one, time: clock.now() });
      pod?.report(one);
    };
    const report = (text: string) => event({ kind: "check", node: null, text });
    if (this.#options.isPhase !== true) await pod?.describe(request.title);
    let hasBegun = !isNew;
    if (isComplete(journal)) return await this.#end();
    try {
      await using lock = await this.#lock(report);
      if (isNew) {
        try {
          await this.#prepare(report);
          hasBegun = true;
        } finally {
          // Nothing has changed: the next change need not wait for any node.
          if (!hasBegun) await lock.release(NEVER);
        }
      } else {
        for (const gate of settings.gates.filter(isCommandGate)) {
          report(`gate of the journal: ${gate}`);
        }
        parts.gates.restore(journal.gates);
      }
      const work = runRolling({
        system: { clock, signal },
        change,
        journal: this.#place.storeOf(journal),
        gates: parts.gates,
        lock,
        workload: parts.workload,
        // Without the check of etcd, permanent stops can end its quorum: only with consent.
        etcd: change.isFinal && settings.acceptsQuorumLoss ? undefined : parts.etcd,
        limits,
        pauseMs: settings.pauseMs,
        window: settings.window === "" ? undefined : parseWindow(settings.window),
        report: event,
        pod: pod?.hooks,
      });
      // A pod has seconds to end: another one continues with the journal.
      await (pod === undefined ? work : raceWithAbort(work, signal));
      await lock.release(NEVER);
    } catch (error) {
      if (!hasBegun) {
        await observer.end?.(undefined).catch(() => {}); // the error of the check is reported
        throw signal.aborted ? stopReason(signal) : error;
      }
      throw await this.#stopped(error);
    }
    await this.#end();
  }

  #lock(report: (text: string) => void): Promise<RollingLock> {
    const { parts, request, clusterId } = this.#cluster;
    const { id } = this.#journal;
    return openChangeLock(this.#context, { parts, clusterId, id, title: request.title, report });
  }

  /** Runs all checks and stores the journal. */
  async #prepare(report: (text: string) => void): Promise<void> {
    const { rolling } = this.#options;
    const { parts } = this.#cluster;
    const checks = this.#checks(report);
    const snapshot = rolling.hasSnapshot && checks.hasControlPlanes
      ? this.#place.snapshot
      : undefined;
    await checkBefore(checks);
    await prepareChange(checks, { snapshot });
    if (snapshot !== undefined) this.#journal.snapshot = snapshot;
    this.#journal.gates = parts.gates.save();
    await this.#place.storeOf(this.#journal).store();
    report(`journal: ${this.#place.name}`);
  }

  #checks(report: (text: string) => void): Checks {
    const { clock, signal } = this.#context;
    const { client, request, parts, nodes, change, settings } = this.#cluster;
    // Members that an earlier shutdown has stopped are not healthy.
    const isAccepted = change.isFinal && settings.acceptsQuorumLoss;
    const hasControlPlanes = !isAccepted && nodes.some(({ role }) => role === "controlplane");
    const { stepMs } = this.#options.limits;
    const restartsControlPlanes = () => this.#restartsControlPlanes();
    return {
      ...{ clock, signal, client, request, parts, hasControlPlanes, stepMs },
      restartsControlPlanes,
      report,
    };
  }

  /**
   * Reports whether a control plane restarts, as far as it can be predicted: an
   * unreachable one may.
   */
  async #restartsControlPlanes(): Promise<boolean> {
    const { signal } = this.#context;
    const { change, nodes } = this.#cluster;
    const restarts = await Promise.all(
      nodes.filter(({ role }) => role === "controlplane").map(async (node) => {
        try {
          return (await change.readBaseline(node, signal)).restarts;
        } catch (error) {
          if (!(error instanceof OsctlError) || error.kind === "cancelled") throw error;
          return true;
        }
      }),
    );
    return restarts.includes(true);
  }

  /** Ends a change that stopped, and returns its error. */
  async #stopped(error: unknown): Promise<unknown> {
    const { signal } = this.#context;
    await this.#end().catch((failure) => {
      // The error of the change is reported, not a failure of its report file.
      if (!(failure instanceof OsctlError)) throw failure;
    });
    if (signal.aborted) return stopReason(signal);
    if (!(error instanceof OsctlError) || error instanceof NegativeResult) return error;
    const next = `continue with "${this.#resume()}"`;
    return new OsctlError(error.kind, `stopped: ${error.message}`, {
      hint: error.hint === undefined
        ? `correct the cause, then ${next}`
        : error.hint.includes("continue with")
        ? error.hint
        : `${error.hint}; then ${next}`,
      cause: error,
    });
  }

  async #end(): Promise<void> {
    const { clock } = this.#context;
    const { observer } = this.#options;
    await observer.end?.({ journal: this.#journal, resume: this.#resume(), now: clock.now() });
  }

  #resume(): string {
    const { continuation, pod } = this.#options;
    if (pod !== undefined) return `osctl rollout resume ${pod.rollout.name}`;
    const fellBack = this.#journal.nodes.some((one) => one.state === "failed" && one.fellBack);
    return `${continuation(this.#place.name)}${fellBack ? " --reinstall" : ""}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster.parts[Symbol.asyncDispose]();
    await this.#cluster.client[Symbol.asyncDispose]();
  }
}
