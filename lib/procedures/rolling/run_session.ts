/**
 * Runs a planned rolling change: checks, lock, changes, summary and report.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { raceWithAbort } from "../../async/deadline.ts";
import { NegativeResult, OsctlError } from "../../errors.ts";
import { type RecordOutput, selectFormat } from "../../output/select_format.ts";
import { shellQuoted } from "../../output/shell_quoted.ts";
import { formatCount } from "../../output/text.ts";
import { writeFileAtomic } from "../../platform/files.ts";
import { resolve } from "../../platform/paths.ts";
import { stopReason } from "../../platform/unfinished_error.ts";
import { confirmDisruption } from "../confirm_disruption.ts";
import type { ConnectionOptions, OperationContext } from "../context.ts";
import { firstEstimateMs } from "./estimate.ts";
import type { ControlPlane } from "./etcd/read_etcd.ts";
import { isComplete, type JournalPlace, type RollingJournal } from "./journal.ts";
import type { RollingOptions } from "./parse_options.ts";
import type { Parts } from "./parts.ts";
import { checkBefore, type Checks, prepareChange } from "./preflight.ts";
import { DEFAULT_STEADINESS } from "./gates/gate_set.ts";
import type { RollingEvent } from "./events.ts";
import type { PodSession } from "./in_cluster/pod_session.ts";
import { planView, printPlan } from "./print_plan.ts";
import type { ChangeRequest, Parameters } from "./request.ts";
import { runRolling } from "./run.ts";
import { renderReport, summarize } from "./summary.ts";
import { openChangeLock } from "./open_change_lock.ts";
import type { NodeChange, RollingLock, RollingNode } from "./types.ts";
import { createView, eventFields, type RollingView } from "./view.ts";
import { parseWindow } from "./window.ts";

type Context = OperationContext<NodeClient>;

/** Values of the flags of every command with rolling changes. */
export interface SessionFlags extends ConnectionOptions {
  /** Limit of each step, milliseconds. */
  readonly timeout: number;
  /** Limit of each drain, milliseconds. */
  readonly drainTimeout: number;
  readonly output: RecordOutput;
  readonly yes: boolean;
  /** Print all columns of the plan in full on a terminal. */
  readonly wide?: boolean;
}

/** A rolling change of a command. */
export interface SessionOptions {
  readonly flags: SessionFlags;
  readonly rolling: RollingOptions;
  /** The command that continues the change, without its journal: `osctl upgrade --rolling`. */
  readonly command: string;
  /** How to continue, where a journal is not enough. */
  readonly continuation?: string;
  /** Whether nodes that restart are drained first. */
  readonly isDrained: boolean;
  /** Whether control planes are refused. */
  readonly isForWorkers?: boolean;
  /** Whether the change destroys data. */
  readonly isIrreversible?: boolean;
  /** The pod that runs a command of several changes; the change opens its own otherwise. */
  readonly pod?: PodSession | undefined;
  /** Whether the change is one of several of its command, which derives what is left by itself. */
  readonly isPhase?: boolean;
  /**
   * Returns the request.
   *
   * @param recorded Parameters of the journal to continue.
   * @throws {OsctlError} of kind `usage` when the command line contradicts them.
   */
  request(recorded: Parameters | undefined): ChangeRequest | Promise<ChangeRequest>;
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
export class Session implements AsyncDisposable {
  readonly #context: Context;
  readonly #options: SessionOptions;
  readonly #cluster: Cluster;
  readonly #journal: RollingJournal;
  readonly #place: JournalPlace;
  readonly #isNew: boolean;

  constructor(
    context: Context,
    options: SessionOptions,
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

  /** Prints the plan after the checks that change nothing. */
  async print(): Promise<void> {
    const { terminal, signal } = this.#context;
    const { change, nodes, settings, request } = this.#cluster;
    const { batches } = this.#journal;
    const { output } = this.#options.flags;
    const format = await selectFormat(output === "text" ? "table" : output, {
      view: planView,
      terminal: terminal.isTerminal("stdout"),
    });
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
    const plan = { rows, checks, gates, steadiness, estimateMs };
    await printPlan(this.#context, plan, { format, wide: this.#options.flags.wide });
  }

  /** Runs the change to its end. */
  async run(): Promise<void> {
    const context = this.#context;
    const { clock, signal } = context;
    const { flags, pod } = this.#options;
    const { request, client, parts, settings, change } = this.#cluster;
    const journal = this.#journal;
    const isNew = this.#isNew;
    const format = flags.output === "text" ? "table" : await selectFormat(flags.output, {
      view: { fields: eventFields },
      terminal: context.terminal.isTerminal("stdout"),
    });
    if (isNew) {
      await confirmDisruption(context, {
        action: `${request.title[0]!.toUpperCase()}${request.title.slice(1)}, rolling`,
        flags,
        client,
        isIrreversible: this.#options.isIrreversible ?? false,
        describe: () => {
          const batches = formatCount(journal.batches.length, "batch", "batches");
          return Promise.resolve(`${batches}, control planes one at a time`);
        },
      });
    }
    await context.status?.hide();
    const view = createView(context, journal, { format, signal: NEVER });
    const event = (one: Omit<RollingEvent, "time">) => {
      view.event({ ...one, time: clock.now() });
      pod?.report(one);
    };
    const report = (text: string) => event({ kind: "check", node: null, text });
    if (this.#options.isPhase !== true) await pod?.describe(request.title);
    let hasBegun = !isNew;
    if (isComplete(journal)) return await this.#end(view);
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
      } else parts.gates.restore(journal.gates);
      const work = runRolling({
        system: { clock, signal },
        change,
        journal: this.#place.storeOf(journal),
        gates: parts.gates,
        lock,
        workload: parts.workload,
        // Without the check of etcd, permanent stops can end its quorum: only with consent.
        etcd: change.isFinal && settings.acceptsQuorumLoss ? undefined : parts.etcd,
        limits: { stepMs: flags.timeout, drainMs: flags.drainTimeout },
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
        await view.end().catch(() => {}); // the error of the check is reported
        throw signal.aborted ? stopReason(signal) : error;
      }
      throw await this.#stopped(view, error);
    }
    await this.#end(view);
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
    const { timeout: stepMs } = this.#options.flags;
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

  /** Prints the summary of a change that stopped, and returns its error. */
  async #stopped(view: RollingView, error: unknown): Promise<unknown> {
    const { signal } = this.#context;
    await this.#end(view).catch((failure) => {
      // The error of the change is reported, not a failure of its report file.
      if (!(failure instanceof OsctlError)) throw failure;
    });
    if (signal.aborted) return stopReason(signal);
    if (!(error instanceof OsctlError) || error instanceof NegativeResult) return error;
    const next = `continue with "${this.#resume()}"`;
    return new OsctlError(error.kind, `stopped: ${error.message}`, {
      hint: error.hint === undefined
        ? `correct the cause, then ${next}`
        : `${error.hint}; then ${next}`,
      cause: error,
    });
  }

  async #end(view: RollingView): Promise<void> {
    const { clock, stderr, cwd } = this.#context;
    const { report } = this.#options.rolling;
    const ending = { journal: this.#journal, resume: this.#resume(), now: clock.now() };
    await view.end();
    const lines = summarize(ending).map((line) => `osctl: ${line}\n`);
    await stderr.write(lines.join(""));
    if (report === undefined) return;
    await writeFileAtomic(resolve(cwd, report), renderReport(ending));
  }

  #resume(): string {
    const { continuation, pod, command } = this.#options;
    if (pod !== undefined) return `osctl rollout resume ${pod.rollout.name}`;
    if (continuation !== undefined) return continuation;
    return `${command} --resume ${shellQuoted(this.#place.name)}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster.parts[Symbol.asyncDispose]();
    await this.#cluster.client[Symbol.asyncDispose]();
  }
}

/** Steps that must not be interrupted use this signal. */
const NEVER = new AbortController().signal;
