/**
 * Keeps the model of one node up to date: polls at an interval, and one stream per topic.
 *
 * @module
 */
import type { Clock } from "../async/clock.ts";
import type { NodeClient } from "../client/types.ts";
import { MACHINE_STATUS, SERVICES } from "./apply_resource.ts";
import { followKind, followMachineStatus, type StreamTarget } from "./follow.ts";
import { BASE_POLLS, FACT_POLLS, type PollName, pollNode, type Samples } from "./polls.ts";
import type { NodeModel } from "./types.ts";

/** What to poll. */
export interface PollPlan {
  /** Milliseconds between polls. */
  readonly periodMs: number;
  /** Polls at every interval besides the base ones. */
  readonly polls: readonly PollName[];
  /** Polls at some intervals. */
  readonly slowPolls: readonly PollName[];
}

/** The parts of a dashboard that a follower uses. */
export interface FollowerOptions {
  readonly client: NodeClient;
  readonly clock: Clock;
  /** Ends all calls and streams. */
  readonly signal: AbortSignal;
  /** Longest deadline of a call, milliseconds. */
  readonly callMs: number;
  /** Called after each change of the model. */
  changed(): void;
  /** Ends the dashboard with a bug. */
  fail(error: unknown): void;
}

/** Rounds between polls of facts. */
const FACT_ROUNDS = 10;
/** Rounds between polls of services, whose changes are watched too. */
const SERVICE_ROUNDS = 5;
const SLOW_ROUNDS = 5;

/** Minimum deadline of a poll, milliseconds, so that a slow node still responds in time. */
const MIN_DEADLINE_MS = 10_000;

/** Follows one node. */
export class NodeFollower {
  readonly model: NodeModel;
  readonly #options: FollowerOptions;
  readonly #samples: Samples = {};
  #plan: PollPlan;
  #round = 0;
  #polledAt = -Infinity;
  #areServicesDirty = true;
  #isComplete = false;
  /** Whether the plan needs a poll before the period has passed. */
  #isDue = false;
  #endPause = () => {};

  constructor(model: NodeModel, plan: PollPlan, options: FollowerOptions) {
    this.model = model;
    this.#plan = plan;
    this.#options = options;
    model.periodMs = plan.periodMs;
  }

  /**
   * Starts polls and streams.
   *
   * @param share Part of the interval before the first poll, and of the period before later ones,
   *   at least 0 and less than 1. Polls of many nodes at the same time take more memory.
   */
  start(share: number, intervalMs: number): void {
    const { signal, fail } = this.#options;
    const run = (work: Promise<void>) =>
      void work.catch((error) => {
        if (!signal.aborted) fail(error);
      });
    run(this.#poll(share, intervalMs));
    const target: StreamTarget = this.#options;
    run(followMachineStatus(this.model, MACHINE_STATUS, target));
    run(followKind(this.model, SERVICES, { ...target, changed() {} }, {
      apply: () => {
        this.#areServicesDirty = true;
        return Promise.resolve();
      },
    }));
  }

  /** Changes what is polled. A shorter interval or an additional poll takes effect at once. */
  setPlan(plan: PollPlan): void {
    const before = this.#plan;
    this.#plan = plan;
    this.model.periodMs = plan.periodMs;
    const isMore = plan.periodMs < before.periodMs ||
      [...plan.polls, ...plan.slowPolls].some((name) =>
        !before.polls.includes(name) && !before.slowPolls.includes(name)
      );
    if (!isMore) return;
    this.#isDue = true;
    this.#endPause();
  }

  async #poll(share: number, intervalMs: number): Promise<void> {
    const { clock, signal, changed, callMs } = this.#options;
    if (share > 0) await this.#pause(share * intervalMs);
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      this.#isDue = false;
      this.#polledAt = clock.now();
      const timeoutMs = Math.min(Math.max(this.#plan.periodMs, MIN_DEADLINE_MS), callMs);
      const target = { ...this.#options, model: this.model, samples: this.#samples };
      const wasDown = this.model.problem !== undefined;
      const names = this.#nextPolls();
      // A single call probes a node that was down.
      if (wasDown) await pollNode(target, names.slice(0, 1), { timeoutMs, signal });
      const rest = wasDown ? names.slice(1) : names;
      if (this.model.problem === undefined || !wasDown) {
        await pollNode(target, rest, { timeoutMs, signal });
        this.#isComplete = this.model.problem === undefined;
        if (this.#isComplete) this.#round++;
      }
      changed();
      const { periodMs } = this.#plan;
      const pauseMs = isFirst ? intervalMs + share * (periodMs - intervalMs) : periodMs;
      const left = this.#polledAt + pauseMs - clock.now();
      if (!this.#isDue) await this.#pause(Math.max(left, 0));
    }
  }

  /** Returns the polls of this round; facts are read in the first one after an outage too. */
  #nextPolls(): PollName[] {
    const { polls, slowPolls } = this.#plan;
    const names = new Set<PollName>([...BASE_POLLS, ...polls]);
    const isDue = (rounds: number) => !this.#isComplete || this.#round % rounds === 0;
    if (isDue(FACT_ROUNDS)) FACT_POLLS.forEach((name) => names.add(name));
    if (isDue(SERVICE_ROUNDS) || this.#areServicesDirty) names.add("services");
    if (names.has("services")) this.#areServicesDirty = false;
    for (const name of slowPolls) {
      if (isDue(SLOW_ROUNDS) || !this.#hasPolled.has(name)) names.add(name);
    }
    for (const name of names) this.#hasPolled.add(name);
    return [...names];
  }

  readonly #hasPolled = new Set<PollName>();

  /** Waits, or until the plan needs more. */
  #pause(ms: number): Promise<void> {
    const { clock, signal } = this.#options;
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        signal.removeEventListener("abort", end);
        this.#endPause = () => {};
        resolve();
      };
      const cancel = clock.after(ms, end);
      this.#endPause = end;
      if (signal.aborted) end();
      else signal.addEventListener("abort", end, { once: true });
    });
  }
}
