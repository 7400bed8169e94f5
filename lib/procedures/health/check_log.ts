/**
 * The states of the checks of one run.
 *
 * @module
 */
import { formatElapsed } from "../../output/elapsed.ts";
import { MultiError, OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";
import type { CheckState, CheckStatus } from "./types.ts";

/** The fixed facts of a check. */
export type CheckFacts = Pick<CheckStatus, "id" | "name" | "remedy">;

/** States of checks, in order, and a listener for their changes. */
export class CheckLog {
  readonly #clock: Clock;
  readonly #changed: (status: CheckStatus) => void;
  readonly #statuses = new Map<string, CheckStatus>();
  readonly #remedies = new Map<string, string>();

  /** @param changed Called after every change of a check. */
  constructor(clock: Clock, changed: (status: CheckStatus) => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /** All checks, in order. */
  get statuses(): readonly CheckStatus[] {
    return [...this.#statuses.values()];
  }

  /** Adds a check that waits for its first attempt. */
  add({ id, name, remedy }: CheckFacts): void {
    this.#remedies.set(id, remedy);
    this.#statuses.set(id, {
      id,
      name,
      remedy,
      state: "waiting",
      reason: "",
      startedAt: undefined,
      endedAt: undefined,
    });
  }

  /**
   * Sets the state of a check. The reason of the last failure is retained while it runs.
   *
   * @param remedy The remedy for this reason, instead of the check's.
   */
  set(id: string, state: CheckState, reason?: string, remedy?: string): CheckStatus {
    const before = this.#statuses.get(id);
    if (before === undefined) throw new RangeError(`Unknown check "${id}"`);
    const now = this.#clock.now();
    const isFinal = state === "ok" || state === "skipped" || state === "failed";
    const status: CheckStatus = {
      ...before,
      state,
      reason: reason ?? (isFinal && state !== "failed" ? "" : before.reason),
      remedy: reason === undefined ? before.remedy : remedy ?? this.#remedies.get(id)!,
      startedAt: before.startedAt ?? now,
      endedAt: isFinal ? now : undefined,
    };
    this.#statuses.set(id, status);
    this.#changed(status);
    return status;
  }

  /** Returns the milliseconds since a check's first attempt. */
  elapsedMs({ startedAt, endedAt }: CheckStatus): number {
    return startedAt === undefined ? 0 : (endedAt ?? this.#clock.now()) - startedAt;
  }

  /** Returns the reason of the last failed attempt of a check; empty without one. */
  reasonOf(id: string): string {
    return this.#statuses.get(id)?.reason ?? "";
  }

  /** Marks a check as failed and returns the error that names it. */
  fail(id: string): OsctlError {
    const status = this.set(id, "failed");
    const reason = status.reason === "" ? "no result" : status.reason;
    const elapsed = formatElapsed(this.elapsedMs(status));
    return new OsctlError(
      "node",
      `health check "${status.name}" failed after ${elapsed}: ${reason}`,
      status.remedy === "" ? {} : { hint: status.remedy },
    );
  }
}

/** Returns one error per failed check, without the reasons; undefined when none failed. */
export function failedChecks(statuses: readonly CheckStatus[]): OsctlError | undefined {
  const errors = statuses.filter(({ state }) => state === "failed").map(({ name, remedy }) =>
    new OsctlError(
      "node",
      `health check "${name}" failed`,
      remedy === "" ? {} : { hint: remedy },
    )
  );
  const [first, ...others] = errors;
  return first === undefined ? undefined : new MultiError([first, ...others]);
}
