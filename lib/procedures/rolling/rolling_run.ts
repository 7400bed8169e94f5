/**
 * A rolling change and what it depends on.
 *
 * @module
 */
import type { RollingEvent } from "./events.ts";
import type { JournalStore } from "./journal.ts";
import type { PodHooks } from "./in_cluster/pod_session.ts";
import type { EtcdGuard, Gates, NodeChange, RollingLock, Workload } from "./types.ts";
import type { Window } from "./window.ts";
import type { ProcedureSystem } from "../context.ts";

/** Limits of steps, milliseconds. */
export interface RollingLimits {
  /** Installation, restart, recovery of a node, and gates. */
  readonly stepMs: number;
  /** Drain, and detachment of volumes. */
  readonly drainMs: number;
}

/** A rolling change and what it depends on. */
export interface RollingRun {
  /** Its signal stops the change when no node is being changed. */
  readonly system: Pick<ProcedureSystem, "clock" | "signal">;
  readonly change: NodeChange;
  readonly journal: JournalStore;
  readonly gates: Gates;
  readonly lock: RollingLock;
  /** Undefined when nodes are not drained. */
  readonly workload: Workload | undefined;
  /** Undefined when quorum is not guarded. */
  readonly etcd: EtcdGuard | undefined;
  readonly limits: RollingLimits;
  /** Pause after each batch, milliseconds. */
  readonly pauseMs: number;
  readonly window: Window | undefined;
  /** Undefined when no pod of the cluster runs the change. */
  readonly pod?: PodHooks | undefined;
  report(event: Omit<RollingEvent, "time">): void;
}
