/**
 * Actions that interrupt a node: the call of each, and what completes it.
 *
 * @module
 */
import type { Method } from "../../../proto/method.ts";
import type { Envelope } from "../../client/types.ts";
import type { ActionStep } from "../action_step.ts";

/** The part of every response that a tracker reads. */
export interface ActionMessage {
  /** Marks the events that the action causes. */
  readonly actorId?: string | null;
  /** Of an upgrade: the node's message. */
  readonly ack?: string | null;
}

/**
 * Condition that completes an action:
 *
 * - `running`: the node has restarted, runs and is ready.
 * - `stopped`: the node stops all services.
 * - `off`: the same, or the node stays unreachable longer than its sequence may take.
 * - `wiped`: the node has restarted, with a configuration or in maintenance mode.
 */
export type Completion = "running" | "stopped" | "off" | "wiped";

/** An action on nodes. */
// deno-lint-ignore no-explicit-any -- the method defines the type of the request
export interface LifecycleAction<Req = any> {
  /** Noun: `reboot`. */
  readonly name: string;
  // deno-lint-ignore no-explicit-any
  readonly method: Method<Req, Envelope<any>>;
  readonly request: Req;
  readonly completion: Completion;
  /** Whether the node pulls an image before it responds: the call has the limit of the action. */
  readonly isSlow?: boolean;
  /** Whether the node drains its Kubernetes node first, which may take minutes. */
  readonly drains?: boolean;
  /** Runs on each node before any node receives its request. */
  prepare?(step: ActionStep): Promise<void>;
  /** Runs on each node when it has restarted and is ready. */
  finish?(step: ActionStep): Promise<void>;
  /** Returns what an interrupted or failed action leaves on a node; empty when nothing. */
  describeRest?(node: string): string;
}

/** Actions by node, and what they share. */
export interface ActionPlan extends AsyncDisposable {
  actionOf(node: string): LifecycleAction;
}
