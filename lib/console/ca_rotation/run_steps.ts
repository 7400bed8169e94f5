/**
 * Performs the steps of a journal and reports their result.
 *
 * @module
 */
import { MultiNodeError, OsctlError } from "../../errors.ts";
import { shellQuoted } from "../../output/shell_quoted.ts";
import { exists } from "../../platform/files.ts";
import { resolve } from "../../platform/paths.ts";
import { stopReason } from "../../platform/unfinished_error.ts";
import {
  isComplete,
  type Journal,
  stepsOf,
  writeJournal,
} from "../../procedures/ca_rotation/journal.ts";
import { createReporter } from "../../procedures/ca_rotation/reporter.ts";
import { runRotation } from "../../procedures/ca_rotation/rotation.ts";
import type {
  RotationContext,
  RotationOptions,
} from "../../procedures/ca_rotation/rotation_options.ts";
import {
  apiName,
  type Direction,
  isSameStep,
  type Step,
  titleOf,
} from "../../procedures/ca_rotation/types.ts";

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
 * Performs the steps that are not complete, and prints their progress and the result.
 *
 * @throws {OsctlError} that names the step and how to continue.
 */
export async function runSteps(
  context: RotationContext,
  { format, timeoutMs, callMs }: RotationOptions,
  { journal, name }: NamedJournal,
): Promise<void> {
  const { cwd, signal, stdout } = context;
  const steps = stepsOf(journal);
  const reporter = createReporter(context, {
    format: format === "json" ? "json" : "table",
    steps,
    signal,
    isComplete: (step) => isComplete(journal, step),
  });
  await context.status?.hide();
  let current: Step | undefined;
  try {
    await runRotation({
      system: context,
      journal,
      store: (journal) => writeJournal(resolve(cwd, name), journal),
      reporter,
      timeoutMs,
      callMs,
    }, (step) => current = step);
  } catch (error) {
    await reporter.end().catch(() => {}); // the error of the rotation is reported
    throw await stopped(context, error, { journal, name }, steps, current);
  }
  await reporter.end();
  if (format !== "text") return;
  await stdout.write(summary(journal, name, { hasOutput: await exists(journal.output) }));
}

/** Returns the error of a step with its place and how to continue; prints them after ^C. */
async function stopped(
  { signal, stderr }: RotationContext,
  error: unknown,
  { journal, name }: NamedJournal,
  steps: readonly Step[],
  step: Step | undefined,
): Promise<unknown> {
  const place = step === undefined
    ? "before the first step"
    : `in step ${steps.findIndex((one) => isSameStep(one, step)) + 1} of ${steps.length} (${
      titleOf(step)
    })`;
  const hint = continuations(name, journal.direction);
  if (signal.aborted) {
    await stderr.write(`osctl: stopped ${place}; ${hint}\n`);
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

/** Returns what has changed and what to do next. */
function summary(
  journal: Journal,
  name: string,
  { hasOutput }: { readonly hasOutput: boolean },
): string {
  const { direction, nodes, output } = journal;
  const isRotation = direction === "rotate";
  const changed = stepsOf(journal).map(({ authority }) => authority);
  const names = (["os", "kubernetes"] as const).filter((one) => changed.includes(one));
  const apis = `${names.map(apiName).join(" and ")} CA${names.length === 1 ? "" : "s"}`;
  const count = nodes.length === 1 ? "1 node" : `${nodes.length} nodes`;
  const lines = [
    names.length === 0
      ? "no CA was changed"
      : isRotation
      ? `rotated the ${apis} on ${count}`
      : `returned to the old ${apis} on ${count}`,
    ...names.includes("os") && hasOutput
      ? [`use the client configuration: osctl config merge --replace ${shellQuoted(output)}`]
      : [],
    ...names.includes("kubernetes") ? ["replace the kubeconfig: osctl kubeconfig --force"] : [],
    isRotation
      ? `"${name}" has the keys of both CAs: keep it for --rollback, or delete it`
      : `"${name}" has the keys of both CAs: delete it`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}
