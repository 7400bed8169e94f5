/**
 * Parses the flags of rolling changes.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { parseDuration } from "../../output/duration.ts";
import { DEFAULT_STEADINESS, type Steadiness } from "./gates/gate_set.ts";
import type { MaxUnavailable, WorkerOrder } from "./plan.ts";
import { parseWindow, type Window } from "./window.ts";

/** Values of the flags that every rolling change has. */
export interface RollingFlags {
  readonly rolling: boolean;
  readonly maxUnavailable: string;
  readonly canary: number;
  readonly pause: number;
  readonly order: string;
  readonly window: string;
  readonly gate: readonly string[];
  /** Absent where the command has no flag for it. */
  readonly gateChecks?: string;
  readonly acceptQuorumLoss: boolean;
  readonly noSnapshot: boolean;
  readonly plan: boolean;
  readonly dryRun: boolean;
  /** Absent where a command cannot be continued with a journal. */
  readonly resume?: string;
  readonly report: string;
}

/** Parsed flags of a rolling change. */
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
  /** Print the plan and change nothing. */
  readonly isPlan: boolean;
  /** Journal of the change to continue; undefined for a new one. */
  readonly resume: string | undefined;
  /** File of the report; undefined without one. */
  readonly report: string | undefined;
}

/** Flags that have no effect without `--rolling`. */
const DEPENDENT = [
  "maxUnavailable",
  "canary",
  "pause",
  "order",
  "window",
  "gate",
  "gateChecks",
  "noSnapshot",
  "plan",
  "resume",
  "report",
] as const;

/**
 * Parses the flags; undefined without `--rolling`.
 *
 * @param given Names of the flags on the command line.
 * @throws {OsctlError} of kind `usage`.
 */
export function parseRollingOptions(
  flags: RollingFlags,
  given: ReadonlySet<string>,
): RollingOptions | undefined {
  if (!flags.rolling) {
    const name = DEPENDENT.find((one) => given.has(one));
    if (name === undefined) return undefined;
    throw new OsctlError("usage", `--${kebab(name)} requires --rolling`, { hint: "add --rolling" });
  }
  if (flags.dryRun) {
    throw new OsctlError("usage", "--rolling cannot be combined with --dry-run", {
      hint: "use --plan, which prints order, checks and estimated time",
    });
  }
  const { canary, pause: pauseMs, gate, acceptQuorumLoss, noSnapshot, plan, resume = "", report } =
    flags;
  if (!Number.isSafeInteger(canary) || canary < 0) {
    throw new OsctlError("usage", `invalid --canary "${canary}"`, {
      hint: "use a number of workers, such as 1",
    });
  }
  if (pauseMs < 0) {
    throw new OsctlError("usage", "invalid --pause: negative", { hint: "use 30s or 5m" });
  }
  if (plan && resume !== "") {
    throw new OsctlError("usage", "--plan cannot be combined with --resume", {
      hint: "--resume prints the remaining changes before it continues",
    });
  }
  return {
    maxUnavailable: parseMaxUnavailable(flags.maxUnavailable),
    canary,
    pauseMs,
    order: parseOrder(flags.order),
    window: flags.window === "" ? undefined : parseWindow(flags.window),
    gates: gate,
    steadiness: flags.gateChecks === undefined
      ? DEFAULT_STEADINESS
      : parseSteadiness(flags.gateChecks),
    acceptsQuorumLoss: acceptQuorumLoss,
    hasSnapshot: !noSnapshot,
    isPlan: plan,
    resume: resume === "" ? undefined : resume,
    report: report === "" ? undefined : report,
  };
}

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

function parseOrder(text: string): WorkerOrder {
  if (text === "name") return { kind: "name" };
  const label = /^zone:(.+)$/.exec(text)?.[1];
  if (label !== undefined) return { kind: "zone", label };
  throw new OsctlError("usage", `invalid --order "${text}"`, {
    hint: "use name, or zone:<label> such as zone:topology.kubernetes.io/zone",
  });
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
