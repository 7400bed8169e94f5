/**
 * The gates of a rolling change, checked together until all hold steadily.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../../async/deadline.ts";
import { sleep } from "../../../async/sleep.ts";
import { MultiNodeError, OsctlError } from "../../../errors.ts";
import { isNotFound, KubernetesError } from "../../../kubernetes/kubernetes_error.ts";
import { formatDuration } from "../../../output/duration.ts";
import type { FieldValue } from "../../../output/records.ts";
import { formatCount, oneLine } from "../../../output/text.ts";
import type { Clock } from "../../../platform/system.ts";
import { RpcError, StatusCode } from "../../../rpc/mod.ts";
import { isLost, type Wait } from "../../waits.ts";
import type { Gates, GateScope } from "../types.ts";
import { parseGate } from "./parse_gate.ts";
import type { Gate, GateSources } from "./types.ts";

/** Limit of one check, milliseconds; a gate whose state is not known by then does not hold. */
const CHECK_MS = 90_000;

/** Time for which gates that held steadily count as steady, milliseconds. */
const RECENT_MS = 30_000;

/** Shortest time between two checks, milliseconds. */
const SHORTEST_MS = 100;

/** How often a gate must hold. */
export interface Steadiness {
  /** Number of checks in a row. */
  readonly times: number;
  /** Time between the first and the last of them, milliseconds. */
  readonly spanMs: number;
}

/** Three times in six seconds. */
export const DEFAULT_STEADINESS: Steadiness = { times: 3, spanMs: 6000 };

/**
 * Parses gates, and rejects invalid expressions with their position; repeated names are one gate.
 */
export function createGates(
  sources: GateSources,
  names: readonly string[],
  steadiness: Steadiness = DEFAULT_STEADINESS,
): Gates {
  const gates = [...new Set(names)].map((name) => parseGate(name, sources));
  return new GateSet(sources.clock, gates, steadiness);
}

class GateSet implements Gates {
  readonly #clock: Clock;
  readonly #gates: readonly Gate[];
  readonly #steadiness: Steadiness;
  /** When all gates held last, as often as required. */
  #heldAt = -Infinity;

  constructor(clock: Clock, gates: readonly Gate[], steadiness: Steadiness) {
    this.#clock = clock;
    this.#gates = gates;
    this.#steadiness = steadiness;
  }

  get names(): readonly string[] {
    return this.#gates.map(({ name }) => name);
  }

  async prepare(wait: Wait): Promise<void> {
    for (const gate of this.#gates) {
      if (gate.prepare === undefined) continue;
      while (true) {
        const reason = await attempt(this.#clock, wait.signal, async (signal) => {
          try {
            await gate.prepare!(signal);
          } catch (error) {
            if (!(error instanceof OsctlError) || isUnreachable(error)) throw error;
            throw new Impossible(error);
          }
        });
        if (reason === undefined) break;
        wait.report(`gate "${gate.name}": ${reason}`);
        await sleep(this.#clock, SHORTEST_MS, wait.signal);
      }
    }
  }

  async awaitAll(scope: GateScope, { signal, report }: Wait): Promise<void> {
    const { times: steadyTimes, spanMs } = this.#steadiness;
    // The wait after the previous node is the one before the next, confirmed by another check.
    const isRecent = this.#clock.now() - this.#heldAt < RECENT_MS;
    let times = scope.phase === "before" && isRecent ? 1 : steadyTimes;
    const pauseMs = Math.max(SHORTEST_MS, steadyTimes > 1 ? spanMs / (steadyTimes - 1) : spanMs);
    const checks = this.#gates.map((gate) => ({ gate, check: gate.begin(scope) }));
    let lastReason = "";
    for (let passed = 0; checks.length > 0;) {
      const results = await Promise.all(checks.map(async ({ gate, check }) => {
        const reason = await attempt(this.#clock, signal, check);
        return reason === undefined ? [] : [`gate "${gate.name}": ${reason}`];
      }));
      const reasons = results.flat();
      if (reasons.length === 0) {
        if (++passed >= times) {
          this.#heldAt = this.#clock.now();
          return;
        }
        // A gate that holds at times keeps its reason: without it, an expired wait has none.
        const before = lastReason === "" ? "" : `; before: ${lastReason}`;
        report(`gates hold ${passed} of ${times} times in a row${before}`);
      } else {
        passed = 0;
        times = steadyTimes;
        this.#heldAt = -Infinity;
        const rest = reasons.length === 1
          ? ""
          : ` (and ${formatCount(reasons.length - 1, "other gate")})`;
        lastReason = reasons[0]! + rest;
        report(lastReason);
      }
      await sleep(this.#clock, pauseMs, signal);
    }
  }

  save(): Readonly<Record<string, FieldValue>> {
    return Object.fromEntries(this.#gates.flatMap((gate) => {
      const state = gate.save?.();
      return state === undefined ? [] : [[gate.name, state]];
    }));
  }

  restore(states: Readonly<Record<string, FieldValue>>): void {
    for (const gate of this.#gates) {
      if (Object.hasOwn(states, gate.name)) gate.restore?.(states[gate.name]!);
    }
  }
}

/** Wraps an error that another attempt does not change. */
class Impossible extends Error {
  constructor(override readonly cause: OsctlError) {
    super(cause.message);
  }
}

/** Reports whether the API did not process a request. */
function isUnreachable(error: OsctlError): boolean {
  if (error instanceof KubernetesError) return error.code === 429 || error.code >= 500;
  return isLost(error);
}

/** Returns why a gate does not hold; rethrows errors that another attempt does not change. */
async function attempt(
  clock: Clock,
  signal: AbortSignal,
  check: (signal: AbortSignal) => Promise<void>,
): Promise<string | undefined> {
  const late = new OsctlError("node", `no result within ${formatDuration(CHECK_MS)}`);
  using limit = createDeadline({ clock, ms: CHECK_MS, signals: [signal], expired: () => late });
  try {
    await raceWithAbort(check(limit.signal), limit.signal);
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Impossible) throw error.cause;
    if (!(error instanceof OsctlError) || isFinal(error)) throw error;
    // A lost definition is final before the first node only.
    const unknown = isNotFound(error) ? "unknown: " : "";
    return oneLine(unknown + error.message.replaceAll("\n", "; "));
  }
}

/** Reports whether an error is a mistake of the user, or another attempt is denied as well. */
function isFinal(error: OsctlError): boolean {
  if (error instanceof MultiNodeError) return error.failures.some(({ error }) => isFinal(error));
  if (["usage", "input", "cancelled"].includes(error.kind)) return true;
  if (error instanceof KubernetesError) return error.code === 401 || error.code === 403;
  return error instanceof RpcError &&
    (error.code === StatusCode.permissionDenied || error.code === StatusCode.unauthenticated);
}
