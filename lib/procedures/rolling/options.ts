/**
 * Options of rolling changes, and the texts they are written as.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { parseDuration } from "../../output/duration.ts";
import { DEFAULT_STEADINESS, type Steadiness } from "./gates/gate_set.ts";
import type { MaxUnavailable, WorkerOrder } from "./plan.ts";
import type { Window } from "./window.ts";

/** Options of a rolling change. */
export interface RollingOptions {
  readonly maxUnavailable: MaxUnavailable;
  readonly canary: number;
  /** Pause after each batch, milliseconds. */
  readonly pauseMs: number;
  readonly order: WorkerOrder;
  readonly window: Window | undefined;
  readonly gates: readonly string[];
  readonly steadiness: Steadiness;
  readonly acceptsQuorumLoss: boolean;
  readonly hasSnapshot: boolean;
  /** Journal of the change to continue; undefined for a new one. */
  readonly resume: string | undefined;
  /** Install again on nodes that fell back to their old system. */
  readonly reinstalls?: boolean;
}

/** One worker at a time, by name, with a snapshot of etcd. */
export const DEFAULT_OPTIONS: RollingOptions = {
  maxUnavailable: { kind: "count", value: 1 },
  canary: 0,
  pauseMs: 0,
  order: { kind: "name" },
  window: undefined,
  gates: [],
  steadiness: DEFAULT_STEADINESS,
  acceptsQuorumLoss: false,
  hasSnapshot: true,
  resume: undefined,
};

/** Parses a number of workers, or a percentage. */
export function parseMaxUnavailable(text: string): MaxUnavailable {
  const [, digits, percent] = /^(\d{1,6})(%?)$/.exec(text) ?? [];
  const value = Number(digits);
  if (value >= 1 && (percent === "" || value <= 100)) {
    return { kind: percent === "" ? "count" : "percent", value };
  }
  throw new OsctlError("usage", `invalid --max-unavailable "${text}"`, {
    hint: "use a number of workers from 1 on, or a percentage such as 10%",
  });
}

/** Maximum time between the first and the last check, milliseconds. */
const MAX_SPAN_MS = 60 * 60_000;

/** Parses consecutive checks and the time they span, such as `3/6s`. */
export function parseSteadiness(text: string): Steadiness {
  const [, count = "", time = ""] = /^(\d{1,3})\/(.+)$/.exec(text) ?? [];
  const times = Number(count);
  let spanMs = NaN;
  try {
    spanMs = parseDuration(time);
  } catch (error) {
    // Not a duration: the error below reports it.
    if (!(error instanceof RangeError)) throw error;
  }
  if (times >= 1 && spanMs >= 0 && spanMs <= MAX_SPAN_MS) return { times, spanMs };
  throw new OsctlError("usage", `invalid --gate-checks "${text}"`, {
    hint: "use a number of checks and their time up to 1h, such as 3/6s",
  });
}

/** Parses an order of workers: `name`, or `zone:<label>`. */
export function parseOrder(text: string): WorkerOrder {
  if (text === "name") return { kind: "name" };
  const label = /^zone:(.+)$/.exec(text)?.[1];
  if (label !== undefined) return { kind: "zone", label };
  throw new OsctlError("usage", `invalid --order "${text}"`, {
    hint: "use name, or zone:<label> such as zone:topology.kubernetes.io/zone",
  });
}
