/**
 * Events of a rolling change, for its view.
 *
 * @module
 */
import type { Phase } from "./phases.ts";

/** Kind of an event. */
export type EventKind =
  /** A check before the first node. */
  | "check"
  /** A batch begins. */
  | "batch"
  /** A phase of a node begins. */
  | "phase"
  /** Why a phase is not over, or progress within it. */
  | "waiting"
  | "done"
  | "unneeded"
  | "failed"
  /** The change stops at the user's request or after a failure. */
  | "stopping"
  /** All nodes are done. */
  | "complete";

/** A step of a rolling change. */
export interface RollingEvent {
  readonly kind: EventKind;
  /** Address; null for the cluster. */
  readonly node: string | null;
  readonly phase?: Phase;
  /** One line. */
  readonly text: string;
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
}
