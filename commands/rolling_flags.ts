/** Flags of the commands that change nodes one after the other. */
import type { RollOptions } from "../lib/console/rolling/roll_nodes.ts";
import type { ConnectionOptions } from "../lib/procedures/context.ts";
import type { RollingOptions } from "../lib/procedures/rolling/options.ts";
import { bool, duration, flagName, inSection, int, string, stringArray } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { quorumFlag } from "./safety_flags.ts";
import { wideFlag } from "./shared_flags.ts";

/** Order, gates and journal. */
const detailFlags = inSection("Rolling changes", {
  maxUnavailable: string({
    default: "1",
    help: "workers to change at the same time: a number or a percentage",
    placeholder: "n|%",
    extra: true,
  }),
  canary: int({
    default: 1,
    help: "workers to change one at a time before the first batch",
    extra: true,
  }),
  pause: duration({ default: 0, help: "pause after each batch", extra: true }),
  order: string({
    default: "name",
    help: "order of workers: name, or zone:<label>",
    placeholder: "order",
    extra: true,
  }),
  window: string({
    help: "time of day in which changes may start, such as 22:00-04:00",
    placeholder: "start-end",
    extra: true,
  }),
  gate: stringArray({
    help: "condition to check before and after each node: health, etcd, nodes-ready, pods, " +
      "longhorn, rook-ceph, cnpg, cel:…, command:…; repeatable",
    placeholder: "gate",
    extra: true,
  }),
  gateChecks: string({
    default: "3/6s",
    help: "consecutive checks that gates must pass, and the time they span",
    placeholder: "count/time",
    extra: true,
  }),
  noSnapshot: bool({
    help: "skip the etcd snapshot before control plane nodes change",
    extra: true,
  }),
  plan: bool({
    help: "print order, checks and estimated time without changing anything",
    extra: true,
  }),
  resume: string({
    help: "continue the rolling change recorded in a journal",
    placeholder: "journal",
    complete: "localFile",
    extra: true,
  }),
  report: string({
    help: "write a Markdown report to this file",
    placeholder: "path",
    complete: "localFile",
    extra: true,
  }),
});

/** Rolling changes. */
export const rollingFlags = {
  rolling: bool({
    help: "change nodes in turn, and stop at the first failure",
    extra: true,
  }),
  ...detailFlags,
  ...quorumFlag,
  ...wideFlag,
};

/** Consent to a second installation, for upgrades that are continued. */
export const reinstallFlag = {
  reinstall: bool({
    help: "with --resume, install again on nodes that fell back to their old system",
    extra: true,
  }),
};

/** Values of the flags that every rolling change has. */
export interface RollingValues {
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
  /** Absent where nothing is installed. */
  readonly reinstall?: boolean;
  readonly report: string;
}

/** Parsed flags of a rolling change. */
export interface RollingChoice extends RollingOptions {
  /** Print the plan and change nothing. */
  readonly isPlan: boolean;
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
  "reinstall",
  "report",
] as const;

/**
 * Parses the flags; undefined without `--rolling`.
 *
 * @param given Names of the flags on the command line.
 * @throws {OsctlError} of kind `usage`.
 */
export async function parseRollingFlags(
  flags: RollingValues,
  given: ReadonlySet<string>,
): Promise<RollingChoice | undefined> {
  if (!flags.rolling) {
    const name = DEPENDENT.find((one) => given.has(one));
    if (name === undefined) return undefined;
    throw new OsctlError("usage", `--${flagName(name)} requires --rolling`, {
      hint: "add --rolling",
    });
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
  if (flags.reinstall && resume === "") {
    throw new OsctlError("usage", "--reinstall requires --resume", { hint: "remove it" });
  }
  if (plan && resume !== "") {
    throw new OsctlError("usage", "--plan cannot be combined with --resume", {
      hint: "--resume prints the remaining changes before it continues",
    });
  }
  const { DEFAULT_OPTIONS, parseMaxUnavailable, parseOrder, parseSteadiness } = await import(
    "../lib/procedures/rolling/options.ts"
  );
  const { parseWindow } = await import("../lib/procedures/rolling/window.ts");
  return {
    maxUnavailable: parseMaxUnavailable(flags.maxUnavailable),
    canary,
    pauseMs,
    order: parseOrder(flags.order),
    window: flags.window === "" ? undefined : parseWindow(flags.window),
    gates: gate,
    steadiness: flags.gateChecks === undefined
      ? DEFAULT_OPTIONS.steadiness
      : parseSteadiness(flags.gateChecks),
    acceptsQuorumLoss: acceptQuorumLoss,
    hasSnapshot: !noSnapshot,
    isPlan: plan,
    resume: resume === "" ? undefined : resume,
    reinstalls: flags.reinstall ?? false,
    report: report === "" ? undefined : report,
  };
}

/** @throws {OsctlError} of kind `usage` for the first flag that is set. */
export function rejectWithRolling(flags: Readonly<Record<string, boolean>>): void {
  const name = Object.keys(flags).find((one) => flags[one]);
  if (name === undefined) return;
  throw new OsctlError("usage", `--rolling cannot be combined with --${name}`, {
    hint: "remove one of them",
  });
}

/** @throws {OsctlError} of kind `usage` for a change that does not wait for its nodes. */
export function requireWait({ wait = true }: { readonly wait?: boolean }): void {
  if (wait) return;
  throw new OsctlError("usage", "--rolling cannot be combined with --wait=false", {
    hint: "remove one of them",
  });
}

/** Values of flags that show a rolling change. */
type ShowValues = ConnectionOptions & {
  readonly output: RollOptions["output"];
  readonly yes: boolean;
  readonly wide?: boolean;
};

/** Returns the options of a rolling change, and how to show it. */
export function toShowOptions(
  { output, yes, wide = false, ...connection }: ShowValues,
  { isPlan, report, ...rolling }: RollingChoice,
): Pick<RollOptions, "connection" | "rolling" | "output" | "yes" | "wide" | "isPlan" | "report"> {
  return { connection, rolling, output, yes, wide, isPlan, report };
}

/** Returns the same, with the limits of its steps. */
export function toRollOptions(
  flags: ShowValues & { readonly timeout: number; readonly drainTimeout: number },
  rolling: RollingChoice,
): ReturnType<typeof toShowOptions> & Pick<RollOptions, "limits"> {
  const { timeout: stepMs, drainTimeout: drainMs } = flags;
  return { ...toShowOptions(flags, rolling), limits: { stepMs, drainMs } };
}
