/**
 * Progress of a tracked action: updates of a node, and its state after each.
 *
 * @module
 */

/** Kind of an update, in the usual order. */
export type UpdateKind =
  | "subscribed"
  | "requested"
  | "acknowledged"
  | "event"
  | "lost"
  | "reachable"
  | "restarted"
  | "status"
  /** The node has sent nothing for a while. */
  | "waiting"
  | "done"
  | "failed";

/** A step of a tracked action on one node. */
export interface Update {
  readonly node: string;
  readonly kind: UpdateKind;
  /** One line. */
  readonly text: string;
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
  readonly phase?: string;
  readonly task?: string;
  /** Machine stage, lower case. */
  readonly stage?: string;
  /** What the tracker waits for from here on; unchanged when absent. */
  readonly awaited?: string;
}

/** Progress of one node. */
export interface NodeProgress {
  readonly node: string;
  /** Kind of the last update that changed it; undefined before the first one. */
  readonly kind: UpdateKind | undefined;
  /** Whether the request was sent, and the node acknowledged it. */
  readonly request: "unsent" | "sent" | "acknowledged";
  readonly phase: string;
  readonly task: string;
  readonly stage: string;
  readonly awaited: string;
  /** Text of the last update. */
  readonly text: string;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Undefined while the action is in progress. */
  readonly endedAt: number | undefined;
}

/** Returns the progress of a node before its first update. */
export function initialProgress(node: string, now: number): NodeProgress {
  return {
    node,
    kind: undefined,
    request: "unsent",
    phase: "",
    task: "",
    stage: "",
    text: "",
    awaited: "a subscription to events",
    startedAt: now,
    endedAt: undefined,
  };
}

/** Returns the progress after an update. */
export function advance(before: NodeProgress, update: Update): NodeProgress {
  const { kind, text, time } = update;
  if (kind === "waiting") return before;
  const isNewPhase = update.phase !== undefined && update.phase !== before.phase;
  const isOver = kind === "lost" || kind === "restarted";
  return {
    ...before,
    // Events and status do not hide that the connection was lost or the node acknowledged.
    kind: kind === "event" || kind === "status" ? before.kind : kind,
    request: kind === "requested" ? "sent" : kind === "acknowledged" ? kind : before.request,
    text,
    phase: update.phase ?? (isOver ? "" : before.phase),
    task: update.task ?? (isOver || isNewPhase ? "" : before.task),
    stage: update.stage ?? before.stage,
    awaited: update.awaited ?? before.awaited,
    endedAt: kind === "done" || kind === "failed" ? time : before.endedAt,
  };
}
