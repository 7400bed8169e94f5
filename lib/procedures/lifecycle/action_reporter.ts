/**
 * Reports the course of an action on one node, and what is awaited while nothing happens.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import { formatDuration } from "../../output/duration.ts";
import type { MachineStatus } from "./node_facts.ts";
import type { Update, UpdateKind } from "./progress.ts";

/**
 * Silence after which what is awaited is reported, milliseconds; doubled each time up to the
 * longest.
 */
const SILENCE_MS = 10_000;
const MAX_SILENCE_MS = 5 * 60_000;

export class ActionReporter implements Disposable {
  readonly #node: string;
  readonly #clock: Clock;
  readonly #send: (update: Update) => void;
  /** Whether the outcome was reported. */
  #isOver = false;
  #status = "";
  #cancelReminder: () => void;
  /** What the node must do next, such as `the boot ID`. */
  awaited = "a subscription to events";
  /** Why the last check failed; undefined after a successful one. */
  unreachableReason: string | undefined;

  constructor(node: string, clock: Clock, send: (update: Update) => void) {
    this.#node = node;
    this.#clock = clock;
    this.#send = send;
    this.#cancelReminder = this.#remindAfter(SILENCE_MS, clock.now());
  }

  /** Reports an update; none after the outcome. */
  report(kind: UpdateKind, text: string, details: Partial<Update> = {}): void {
    // An event may arrive before its stream is cancelled.
    if (this.#isOver) return;
    this.#isOver = kind === "done" || kind === "failed";
    if (details.awaited !== undefined) this.awaited = details.awaited;
    this.#cancelReminder();
    const time = this.#clock.now();
    if (!this.#isOver) this.#cancelReminder = this.#remindAfter(SILENCE_MS, time);
    this.#send({ node: this.#node, kind, text, time, ...details });
  }

  /** Reports the stage of the node when it differs from the last one. */
  reportStatus({ stage, ready, unmet }: MachineStatus): void {
    const text = `stage ${stage}, ready: ${ready}` +
      (unmet.length === 0 ? "" : `, unmet conditions: ${unmet.join(", ")}`);
    if (text === this.#status) return;
    this.#status = text;
    const awaited = unmet.length === 0 ? {} : { awaited: unmet.join(", ") };
    this.report("status", text, { stage, ...awaited });
  }

  /** What is awaited, and why the node is not reachable if so. */
  get awaitedAndReason(): [awaited: string, reason: string] {
    return [
      this.awaited,
      this.unreachableReason === undefined ? "" : `: ${this.unreachableReason}`,
    ];
  }

  /** Reports what is awaited when nothing is reported for `ms` milliseconds, and again later. */
  #remindAfter(ms: number, since: number): () => void {
    return this.#clock.after(ms, () => {
      const now = this.#clock.now();
      const [awaited, reason] = this.awaitedAndReason;
      const text = `waiting for ${awaited} (${formatDuration(now - since)})${reason}`;
      this.#send({ node: this.#node, kind: "waiting", text, time: now });
      this.#cancelReminder = this.#remindAfter(Math.min(2 * ms, MAX_SILENCE_MS), since);
    });
  }

  /** Ends the reports. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#cancelReminder();
  }
}
