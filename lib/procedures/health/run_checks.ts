/**
 * Runs health checks from this machine.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { MultiNodeError, OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import type { CheckLog } from "./check_log.ts";
import type { HealthCheck, HealthTarget } from "./types.ts";

/** Time between two attempts, milliseconds. */
const INTERVAL_MS = 1000;
/** Time limit of one attempt, milliseconds; a first connection to Kubernetes takes long. */
const ATTEMPT_MS = 30_000;
const LIMIT = `within ${ATTEMPT_MS / 1000}s`;

/** Options of a run. */
export interface RunOptions {
  readonly checks: readonly HealthCheck[];
  /** Ids of checks that are reported as skipped. */
  readonly skipped: ReadonlySet<string>;
  readonly clock: Clock;
  /** Ends the run: its deadline, or an interruption. */
  readonly signal: AbortSignal;
}

/** The abort reason of a run whose time is up. */
export class HealthDeadline extends Error {}

/**
 * Runs the checks one after the other, each until it passes.
 *
 * @throws {OsctlError} that names the check which did not pass in time, or cannot pass.
 */
export async function waitForChecks(
  target: HealthTarget,
  log: CheckLog,
  { checks, skipped, clock, signal }: RunOptions,
): Promise<void> {
  for (const check of checks) log.add(check);
  for (const check of checks) {
    if (skipped.has(check.id)) log.set(check.id, "skipped");
    else {
      await retryUntil(clock, signal, {
        attempt: (limit) => runOnce(check, target, log, limit),
        failed: (reason, remedy) => void log.set(check.id, "failing", reason, remedy),
        toError: () => log.fail(check.id),
        begin: () => void log.set(check.id, "running"),
      });
    }
  }
}

/** Runs all checks once, in parallel. */
export async function runChecksOnce(
  target: HealthTarget,
  log: CheckLog,
  { checks, skipped, clock, signal }: RunOptions,
): Promise<void> {
  for (const check of checks) log.add(check);
  await Promise.all(checks.map(async (check) => {
    if (skipped.has(check.id)) return void log.set(check.id, "skipped");
    log.set(check.id, "running");
    try {
      await attempt(clock, signal, (limit) => runOnce(check, target, log, limit));
    } catch (error) {
      if (isInterruption(error, signal)) throw error;
      const reason = error instanceof HealthDeadline
        ? log.reasonOf(check.id) || "no result in time"
        : reasonOf(error);
      log.set(check.id, "failed", reason, remedyOf(error));
    }
  }));
}

/** Steps of {@linkcode retryUntil}. */
export interface Retried<T> {
  /** Fail after the first attempt. */
  readonly once?: boolean;
  begin?(): void;
  /** Settles when the signal is aborted. */
  attempt(signal: AbortSignal): Promise<T>;
  /** Called with the reason of each failed attempt, and its remedy when it has one of its own. */
  failed(reason: string, remedy: string | undefined): void;
  /** Returns the error of the last attempt. */
  toError(): OsctlError;
}

/**
 * Repeats an attempt until it succeeds.
 *
 * @throws {OsctlError} of `toError` at the deadline, and when another attempt has the same result.
 */
export async function retryUntil<T>(
  clock: Clock,
  signal: AbortSignal,
  { once = false, begin, attempt: run, failed, toError }: Retried<T>,
): Promise<T> {
  begin?.();
  while (true) {
    try {
      return await attempt(clock, signal, run);
    } catch (error) {
      if (error instanceof HealthDeadline) throw toError();
      if (isInterruption(error, signal)) throw error;
      failed(reasonOf(error), remedyOf(error));
      if (once || isFinal(error)) throw toError();
    }
    try {
      await sleep(clock, INTERVAL_MS, signal);
    } catch (error) {
      throw error instanceof HealthDeadline ? toError() : error;
    }
  }
}

async function runOnce(
  check: HealthCheck,
  target: HealthTarget,
  log: CheckLog,
  signal: AbortSignal,
): Promise<void> {
  const awaited = new Set<string>();
  try {
    log.set(check.id, await raceWithAbort(check.run({ ...target, awaited }, signal), signal));
  } catch (error) {
    if (error !== signal.reason || awaited.size === 0) throw error;
    const reason = `no response from ${[...awaited].join(", ")}`;
    if (error instanceof AttemptExpired) throw new OsctlError("node", `${reason} ${LIMIT}`);
    // The reason of an earlier attempt is more specific.
    const isNew = error instanceof HealthDeadline && log.reasonOf(check.id) === "";
    if (isNew) log.set(check.id, "failing", reason);
    throw error;
  }
}

/** The abort reason of an attempt whose time is up. */
class AttemptExpired extends OsctlError {
  constructor() {
    super("node", `no result ${LIMIT}`);
  }
}

async function attempt<T>(
  clock: Clock,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const expired = () => new AttemptExpired();
  using limit = createDeadline({ clock, ms: ATTEMPT_MS, signals: [signal], expired });
  return await run(limit.signal);
}

/** Reports whether an error is not a result of a check: an interruption, a usage error or a bug. */
function isInterruption(error: unknown, signal: AbortSignal): boolean {
  if (error instanceof HealthDeadline) return false;
  if (!(error instanceof OsctlError) || signal.aborted) return true;
  return error.kind !== "node" && error.kind !== "connection" && error.kind !== "unsupported";
}

/** Codes of errors that do not change while the credentials are the same. */
const FINAL_CODES: ReadonlySet<number> = new Set([
  StatusCode.permissionDenied,
  StatusCode.unauthenticated,
]);

/** Reports whether another attempt has the same result. */
function isFinal(error: unknown): boolean {
  if (error instanceof MultiNodeError) return error.failures.some(({ error }) => isFinal(error));
  return error instanceof RpcError && FINAL_CODES.has(error.code);
}

/** Returns the reason of a failed attempt on one line. */
function reasonOf(error: unknown): string {
  return (error as OsctlError).message.replaceAll("\n", "; ");
}

/**
 * Returns the hint of an error that prevented a check; the remedy of the check is of no use then.
 */
function remedyOf(error: unknown): string | undefined {
  if (error instanceof MultiNodeError) {
    return error.failures.map((failure) => remedyOf(failure.error)).find(Boolean);
  }
  if (!(error instanceof OsctlError)) return undefined;
  const isUnreachable = error instanceof RpcError && error.code === StatusCode.unavailable;
  return isUnreachable || error.kind === "connection" ? error.hint : undefined;
}
