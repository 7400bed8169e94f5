/**
 * Changes one node, phase by phase.
 *
 * @module
 */
import { NEVER } from "../../async/never.ts";
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import { awaitCondition, isLost, NotYet, type Wait, withLimit } from "../waits.ts";
import type { EventKind } from "./events.ts";
import type { NodeRecord } from "./journal.ts";
import { isFrom, type Phase, PHASE_TEXTS } from "./phases.ts";
import type { RollingRun } from "./rolling_run.ts";
import type { ChangeState, NodeBaseline } from "./types.ts";

/** Limit of cordon, uncordon, baseline and leadership, milliseconds. */
const SHORT_MS = 2 * 60_000;

/** Limit of uncordoning a node that was not changed, milliseconds. */
const UNDO_MS = 10_000;

/**
 * A request of another process, or one whose acknowledgement was lost, shows its effect within this
 * time, milliseconds.
 */
const SETTLE_MS = 3000;
const SETTLE_POLL_MS = 200;

/** A node that restarted, but not as requested. */
class ChangeFailed extends OsctlError {
  override readonly name = "ChangeFailed";
}

/** Changes one node. The journal has each phase before its first call. */
export class NodeRun {
  readonly #run: RollingRun;
  readonly #record: NodeRecord;
  /** Aborted when no new step may begin: by the user, or after another node's failure. */
  readonly #stop: AbortSignal;

  constructor(run: RollingRun, record: NodeRecord, stop: AbortSignal) {
    this.#run = run;
    this.#record = record;
    this.#stop = stop;
  }

  /**
   * Reports whether the node is as requested; it is uncordoned if an earlier process cordoned it.
   */
  async isUnneeded(): Promise<boolean> {
    const record = this.#record;
    const reason = await this.#ask((signal) => this.#run.change.isUnneeded(record, signal));
    if (reason === undefined) return false;
    await this.#undo();
    record.state = "unneeded";
    record.reason = reason;
    await this.#run.journal.store();
    this.#report("unneeded", reason);
    return true;
  }

  /**
   * Changes the node, or continues; the gates afterwards are left.
   *
   * @throws {OsctlError} why the node failed; the reason of `stop` when the node was not changed.
   */
  async change(): Promise<void> {
    const record = this.#record;
    const wasFailed = record.state === "failed";
    record.state = "active";
    record.startedAt ??= this.#run.system.clock.now();
    delete record.reason;
    if (isFrom(record.phase, "start")) await this.#continue(wasFailed);
    else await this.#begin();
    if (!this.#run.change.isFinal) await this.#return();
    await this.#enter("verify");
  }

  /** Everything up to the request; the node is uncordoned again when it fails. */
  async #begin(): Promise<void> {
    const { change, workload, etcd } = this.#run;
    const record = this.#record;
    try {
      delete record.fellBack;
      record.baseline = await this.#read();
      if (change.prepare !== undefined) {
        const prepare = (wait: Wait) => change.prepare!(record, wait);
        await this.#step("prepare", this.#run.limits.stepMs, prepare);
      }
      const { restarts } = record.baseline;
      if (restarts && workload !== undefined) {
        await this.#recordUnready(workload);
        await this.#drain(workload);
      }
      if (etcd !== undefined && record.role === "controlplane") {
        await this.#step("leader", SHORT_MS, async (wait) => {
          await etcd.awaitHealthy(wait, restarts);
          if (restarts) await etcd.moveLeadership(record, wait);
        });
      }
      // The node may have restarted during its drain: the request is compared with this boot.
      record.baseline = await this.#read();
      this.#stop.throwIfAborted();
    } catch (error) {
      await this.#undo();
      throw error;
    }
    await this.#request();
  }

  /**
   * Records whether the Kubernetes node is ready before the change: one that was not, as without a
   * network plug-in, would be awaited in vain.
   */
  async #recordUnready(workload: NonNullable<RollingRun["workload"]>): Promise<void> {
    const record = this.#record;
    if (record.unready !== undefined || workload.findUnready === undefined) return;
    const find = (wait: Wait) => workload.findUnready!(record, wait);
    const reason = await this.#limited("readiness not read", SHORT_MS, this.#stop, find);
    record.unready = reason ?? "";
    if (reason === undefined) return;
    const text = "the Kubernetes node was not ready before the change, and is not awaited";
    this.#report("waiting", `${text}: ${reason}`);
  }

  async #read(): Promise<NodeBaseline> {
    return await this.#ask((signal) => this.#run.change.readBaseline(this.#record, signal));
  }

  /** Repeats a read of the node while it does not respond. */
  async #ask<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return await awaitCondition({ clock: this.#run.system.clock, signal: this.#stop }, {
      failure: "facts not read",
      ms: SHORT_MS,
      onReason: (reason) => this.#report("waiting", reason),
    }, read);
  }

  async #drain(workload: NonNullable<RollingRun["workload"]>): Promise<void> {
    const { limits } = this.#run;
    const record = this.#record;
    await this.#step("cordon", SHORT_MS, async (wait) => {
      const state = await workload.cordonState(record, wait);
      // Recorded before the request: a later process must not take our cordon for another's.
      if (record.cordoned !== "by us") {
        record.cordoned = state === "absent"
          ? "absent"
          : state === "cordoned"
          ? "by others"
          : "by us";
        await this.#run.journal.store();
      }
      if (state === "schedulable") await workload.cordon(record, wait);
    });
    if (record.cordoned === "absent") return;
    await this.#step("drain", limits.drainMs, (wait) => workload.drain(record, wait));
    await this.#step("detach", limits.drainMs, (wait) => workload.awaitDetached(record, wait));
  }

  /** Sends the request. From here on the node may have changed, and an interruption has to wait. */
  async #request(): Promise<void> {
    const { change, limits } = this.#run;
    const record = this.#record;
    try {
      const start = (wait: Wait) => change.start(record, wait, record.baseline!);
      await this.#step("start", limits.stepMs, start, NEVER);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      const reason = error.message;
      if (isLost(error)) this.#report("waiting", `${change.kind} not acknowledged: ${reason}`);
      if (!isLost(error) || await this.#settle() === "unchanged") {
        await this.#undo();
        throw new OsctlError("node", `${change.kind} not acknowledged: ${reason}`, {
          cause: error,
          ...error.hint === undefined ? {} : { hint: error.hint },
        });
      }
    }
    await this.#awaitChange();
  }

  /** Continues with a node whose request may have been sent. */
  async #continue(wasFailed: boolean): Promise<void> {
    const { phase } = this.#record;
    if (isFrom(phase, "etcd")) return;
    // The node has acknowledged the request: it must not be sent again.
    if (phase === "restart" && !wasFailed) return await this.#awaitChange();
    const state = await this.#settle();
    if (state === "changing" || state === "failed" && !wasFailed) return await this.#awaitChange();
    this.#stop.throwIfAborted();
    if (wasFailed) return await this.#begin();
    // The request of the earlier process did not arrive.
    await this.#request();
  }

  /** Returns what a request has caused that the node may have received. */
  async #settle(): Promise<"changing" | "failed" | "unchanged"> {
    const { change, system: { clock } } = this.#run;
    const record = this.#record;
    const until = clock.now() + SETTLE_MS;
    while (true) {
      try {
        const { kind } = await change.observe(record, record.baseline!, NEVER);
        if (kind === "failed") return "failed";
        if (kind === "done" || await change.isStarted(record, NEVER)) return "changing";
      } catch (error) {
        // A node that does not respond may be restarting.
        if (!(error instanceof OsctlError)) throw error;
        return "changing";
      }
      if (clock.now() >= until) return "unchanged";
      await sleep(clock, SETTLE_POLL_MS);
    }
  }

  /** Waits until the node is as requested, by its observed state. */
  async #awaitChange(): Promise<void> {
    const { system, change, limits } = this.#run;
    const record = this.#record;
    await this.#enter("restart");
    const state = await awaitCondition(
      { clock: system.clock, signal: NEVER },
      {
        failure: PHASE_TEXTS.restart.failure,
        ms: limits.stepMs,
        onReason: (reason) => this.#report("waiting", reason),
        isTransient: (error) => !(error instanceof ChangeFailed),
      },
      async (signal) => {
        const state: ChangeState = await change.observe(record, record.baseline!, signal);
        if (state.kind === "pending") throw new NotYet(state.reason);
        if (state.kind === "done") return state;
        record.fellBack = change.kind === "upgrade";
        throw new ChangeFailed("node", state.reason, state.hint ? { hint: state.hint } : {});
      },
    );
    if (state.bootId !== undefined) record.bootId = state.bootId;
  }

  /** Waits until the node serves its workload again, and uncordons it. */
  async #return(): Promise<void> {
    const { workload, etcd, limits } = this.#run;
    const record = this.#record;
    const isLeft = (phase: Phase) => !isFrom(record.phase, phase) || record.phase === phase;
    if (etcd !== undefined && record.role === "controlplane" && isLeft("etcd")) {
      await this.#step("etcd", limits.stepMs, (wait) => etcd.awaitCaughtUp(record, wait), NEVER);
    }
    if (workload !== undefined && record.cordoned !== "absent" && isLeft("ready")) {
      const { bootId } = record;
      const wasUnready = record.unready !== undefined && record.unready !== "";
      const ready = (wait: Wait) => workload.awaitReady(record, bootId, wait, { wasUnready });
      await this.#step("ready", limits.stepMs, ready, NEVER);
    }
    if (workload !== undefined && record.cordoned === "by us") {
      const uncordon = (wait: Wait) => workload.uncordon(record, wait);
      await this.#step("uncordon", SHORT_MS, uncordon, NEVER);
      delete record.cordoned;
    }
  }

  /** Uncordons a node that was not changed. */
  async #undo(): Promise<void> {
    const { workload, journal } = this.#run;
    const record = this.#record;
    if (record.cordoned === "by us" && workload !== undefined) {
      try {
        await this.#limited("not uncordoned", UNDO_MS, NEVER, (wait) => {
          return workload.uncordon(record, wait);
        });
        delete record.cordoned;
      } catch (error) {
        // The error of the step is reported; the summary names nodes that stay cordoned.
        if (!(error instanceof OsctlError)) throw error;
      }
    }
    record.phase = "gates";
    await journal.store();
  }

  async #step(
    phase: Phase,
    ms: number,
    body: (wait: Wait) => Promise<void>,
    signal: AbortSignal = this.#stop,
  ): Promise<void> {
    signal.throwIfAborted();
    await this.#enter(phase);
    await this.#limited(PHASE_TEXTS[phase].failure, ms, signal, body);
  }

  async #limited<T>(
    failure: string,
    ms: number,
    signal: AbortSignal,
    body: (wait: Wait) => Promise<T>,
  ): Promise<T> {
    const onReason = (reason: string) => this.#report("waiting", reason);
    const { clock } = this.#run.system;
    return await withLimit({ clock, signal }, { failure, ms, onReason }, body);
  }

  async #enter(phase: Phase): Promise<void> {
    const { journal, lock } = this.#run;
    const record = this.#record;
    record.phase = phase;
    journal.journal.storedAt = this.#run.system.clock.now();
    await journal.store();
    this.#report("phase", PHASE_TEXTS[phase].progress);
    try {
      await lock.report({ node: record.name, phase }, NEVER);
    } catch (error) {
      // The lock reports by its own signal when it is lost.
      if (!(error instanceof OsctlError)) throw error;
      if (!isFrom(phase, "start")) this.#stop.throwIfAborted();
      this.#report("waiting", `step not recorded in the lock: ${error.message}`);
    }
  }

  #report(kind: EventKind, text: string): void {
    const { address, phase } = this.#record;
    this.#run.report({ kind, node: address, phase, text });
  }
}
