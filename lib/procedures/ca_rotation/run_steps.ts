/**
 * Performs the steps of a journal.
 *
 * @module
 */
import { MultiNodeError, OsctlError } from "../../errors.ts";
import { shellQuoted } from "../../output/shell_quoted.ts";
import { resolve } from "../../platform/paths.ts";
import { stopReason } from "../../platform/unfinished_error.ts";
import type { RotationObserver } from "./events.ts";
import { type Journal, stepsOf, writeJournal } from "./journal.ts";
import type { RotationContext, RotationOptions } from "./options.ts";
import { runRotation } from "./rotation.ts";
import { type Direction, isSameStep, type Step, titleOf } from "./types.ts";

/** A journal and its path as typed. */
export interface NamedJournal {
  readonly journal: Journal;
  readonly name: string;
}

/** Returns how to continue. */
export function continuations(name: string, direction: Direction): string {
  const file = shellQuoted(name);
  const command = direction === "rotate" ? "--resume" : "--rollback";
  const first = `continue with "osctl rotate-ca ${command} ${file}"`;
  return direction === "rollback"
    ? first
    : `${first}, or return to the old CA with "osctl rotate-ca --rollback ${file}"`;
}

/**
 * Performs the steps that are not complete, and reports their progress.
 *
 * @throws {OsctlError} that names the step and how to continue.
 */
export async function runSteps(
  context: RotationContext,
  { timeoutMs, callMs }: RotationOptions,
  { journal, name }: NamedJournal,
  observer: RotationObserver,
): Promise<NamedJournal> {
  await observer.begin?.(journal);
  let current: Step | undefined;
  try {
    await runRotation({
      system: context,
      journal,
      store: (journal) => writeJournal(resolve(context.cwd, name), journal),
      event: (event) => observer.event(event),
      timeoutMs,
      callMs,
    }, (step) => current = step);
  } catch (error) {
    await observer.end?.().catch(() => {}); // the error of the rotation is reported
    throw await stopped(context, error, { journal, name }, current, observer);
  }
  await observer.end?.();
  return { journal, name };
}

/** Returns the error of a step with its place and how to continue; reports them after ^C. */
async function stopped(
  { signal }: RotationContext,
  error: unknown,
  { journal, name }: NamedJournal,
  step: Step | undefined,
  observer: RotationObserver,
): Promise<unknown> {
  const steps = stepsOf(journal);
  const place = step === undefined
    ? "before the first step"
    : `in step ${steps.findIndex((one) => isSameStep(one, step)) + 1} of ${steps.length} (${
      titleOf(step)
    })`;
  const hint = continuations(name, journal.direction);
  if (signal.aborted) {
    await observer.stopped?.(`stopped ${place}; ${hint}`);
    return stopReason(signal);
  }
  if (!(error instanceof OsctlError)) return error;
  const text = error instanceof MultiNodeError
    ? error.failures.map(({ node, error }) => `${node}: ${error.message}`).join("; ")
    : error.message;
  return new OsctlError(error.kind, `stopped ${place}: ${text}`, {
    hint: error.hint === undefined ? hint : `${error.hint}; then ${hint}`,
    cause: error,
  });
}
