/**
 * Events of a rotation, and who receives them.
 *
 * @module
 */
import type { TargetNode } from "../context.ts";
import type { Journal } from "./journal.ts";
import { isSameStep, type Step, titleOf } from "./types.ts";

/** State that an event reports. */
export type EventState =
  /** A step begins. */
  | "started"
  /** What a step waits for. */
  | "waiting"
  | "changed"
  | "unchanged"
  | "checked"
  /** A step is complete. */
  | "done"
  | "planned"
  | "saved";

/** An event of a rotation. */
export interface RotationEvent {
  readonly step: Step | undefined;
  /** The node; null for all of them. */
  readonly node: string | null;
  readonly state: EventState;
  readonly text: string;
}

/** Returns the title of a step and its number: `[2/6] node API: drop the old CA`. */
export function numbered(steps: readonly Step[], step: Step): string {
  const index = steps.findIndex((one) => isSameStep(one, step));
  return `[${index + 1}/${steps.length}] ${titleOf(step)}`;
}

/** Receives a rotation. */
export interface RotationObserver {
  /** Called with the nodes before anything changes. */
  targets?(nodes: readonly TargetNode[]): Promise<void>;
  /** Waits for `body`; a text says what is awaited. */
  awaiting?<T>(text: string, body: () => Promise<T>): Promise<T>;
  /** Called with the journal before the first step. */
  begin?(journal: Journal): Promise<void>;
  event(event: RotationEvent): void;
  /** Called after the last event, also when a step has failed. */
  end?(): Promise<void>;
  /** Called after `end` when the signal has stopped the rotation, with its place and how to continue. */
  stopped?(text: string): Promise<void>;
}
