/**
 * The steps of an upgrade and their states.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";

/**
 * State of a step: `unchanged` when there was nothing to do, `skipped` when it does not apply,
 * `stopped` when the command ended before the step.
 */
export type StepState =
  | "waiting"
  | "running"
  | "done"
  | "unchanged"
  | "skipped"
  | "failed"
  | "stopped";

/** Component of the steps that pull images. */
export const IMAGES = "images";
/** Component of the steps that change manifests. */
export const MANIFEST = "manifest";
/** Component of the steps that wait for a rollout. */
export const ROLLOUT = "rollout";

/** The fixed facts of a step. */
export interface StepFacts {
  /** Address of the node; null for a step of the cluster. */
  readonly node: string | null;
  /** `images`, a component of Kubernetes, `manifest` or `rollout`. */
  readonly component: string;
  /** Object of a manifest or rollout, such as `DaemonSet kube-system/kube-proxy`; else empty. */
  readonly object: string;
  /** Present image; empty when unknown or not applicable. */
  readonly from: string;
  /** New image. */
  readonly to: string;
  /** Unified diff of a manifest; else empty. */
  readonly diff: string;
}

/** Identity of a step. */
export type StepId = Pick<StepFacts, "node" | "component" | "object">;

/** A step and its state. */
export interface Step extends StepFacts {
  readonly state: StepState;
  /** What the step waits for, or why it was skipped or failed; empty without. */
  readonly detail: string;
  /** Milliseconds since the Unix epoch; undefined before the start. */
  readonly startedAt: number | undefined;
  /** Undefined until the state is final. */
  readonly endedAt: number | undefined;
}

/** A step that has not started. */
export function plannedStep(facts: Partial<StepFacts> & Pick<StepFacts, "component">): Step {
  return {
    node: null,
    object: "",
    from: "",
    to: "",
    diff: "",
    ...facts,
    state: "waiting",
    detail: "",
    startedAt: undefined,
    endedAt: undefined,
  };
}

/** Key of a step, unique in an upgrade. */
export function stepKey({ node, component, object }: StepId): string {
  return `${node ?? ""} ${component} ${object}`;
}

/** Returns the name of a step for people: `kube-apiserver of 10.5.0.2`. */
export function stepName({ node, component, object }: StepId): string {
  const what = object === "" ? component : `${component} ${object}`;
  return node === null ? what : `${what} of ${node}`;
}

/** Reports whether a state does not change any more. */
export function isFinal(state: StepState): boolean {
  return state !== "waiting" && state !== "running";
}

/** States of steps, in order, with a listener for their changes. */
export class StepLog {
  readonly #clock: Clock;
  readonly #changed: (step: Step) => void;
  readonly #steps = new Map<string, Step>();

  /** @param changed Called after every change of a step. */
  constructor(clock: Clock, changed: (step: Step) => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /** All steps, in order. */
  get steps(): readonly Step[] {
    return [...this.#steps.values()];
  }

  /** Adds a step, unless it exists. */
  add(step: Step): void {
    const key = stepKey(step);
    if (!this.#steps.has(key)) this.#steps.set(key, step);
  }

  /** Sets the state of a step. */
  set(id: StepId, state: StepState, detail = ""): Step {
    const key = stepKey(id);
    const before = this.#steps.get(key);
    if (before === undefined) throw new RangeError(`Unknown step "${key}"`);
    if (before.state === state && before.detail === detail) return before;
    const now = this.#clock.now();
    const step: Step = {
      ...before,
      state,
      detail,
      startedAt: before.startedAt ?? now,
      endedAt: isFinal(state) ? now : undefined,
    };
    this.#steps.set(key, step);
    this.#changed(step);
    return step;
  }

  /** Ends every running step. */
  endRunning(state: "failed" | "stopped", detail?: string): Step[] {
    return this.steps.filter((step) => step.state === "running")
      .map((step) => this.set(step, state, detail ?? step.detail));
  }

  /** Returns the milliseconds since the start of a step. */
  elapsedMs({ startedAt, endedAt }: Step): number {
    return startedAt === undefined ? 0 : (endedAt ?? this.#clock.now()) - startedAt;
  }
}
