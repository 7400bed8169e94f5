/**
 * Rotates certificate authorities, continues a rotation or rolls it back.
 *
 * @module
 */
import { MAX_TIMER_MS, parseTimeouts } from "../../client/timeouts.ts";
import { MultiNodeError, OsctlError } from "../../errors.ts";
import {
  apiName,
  createReporter,
  type Direction,
  isComplete,
  isFinished,
  isSameStep,
  type Journal,
  journalPath,
  openNodes,
  presentIdentity,
  readJournal,
  readNodes,
  runRotation,
  type Step,
  stepsOf,
  titleOf,
  waitForKubernetes,
  writeJournal,
} from "./mod.ts";
import { withProgress } from "../../output/progress.ts";
import { shellQuoted } from "../../output/shell_quoted.ts";
import { exists } from "../../platform/files.ts";
import { withFileLock } from "../../platform/file_lock.ts";
import { rejectExistingFiles, requireParentFolders } from "../../platform/new_files.ts";
import { resolve } from "../../platform/paths.ts";
import { stopReason } from "../../platform/unfinished_error.ts";
import { prepareRotation } from "./prepare_rotation.ts";
import { printPlan } from "./print_plan.ts";
import { checkFlags, type RotationContext, type RotationValues } from "./rotation_options.ts";

/** Shown while nodes do not respond. */
const CHECKING = "checking that all nodes respond";

/** A journal and its path as typed. */
interface NamedJournal {
  readonly journal: Journal;
  readonly name: string;
}

/**
 * Rotates authorities, or continues with a journal.
 *
 * @param given names of the flags on the command line.
 * @throws {OsctlError} that names the step and how to continue.
 */
export async function rotateAuthorities(
  context: RotationContext,
  flags: RotationValues,
  given: ReadonlySet<string>,
): Promise<void> {
  checkFlags(flags, given);
  const name = flags.resume || flags.rollback;
  if (name !== "") return await continueRotation(context, flags, name, given.has("dryRun"));
  await requireParentFolders([flags.output], { cwd: context.cwd, force: flags.force });
  const file = journalPath(flags.output);
  const prepare = () =>
    withProgress(context, CHECKING, () => prepareRotation(context, flags, given));
  if (flags.dryRun) {
    await rejectUnfinished(context, file);
    const { journal, nodes } = await prepare();
    return await printPlan(context, flags, journal, nodes.map(({ text }) => text));
  }
  const path = resolve(context.cwd, file);
  await withLock(context, path, async () => {
    await rejectOutputs(context, flags);
    const { journal } = await prepare();
    if (journal.kubernetes !== undefined) await checkKubernetes(context, flags, journal);
    await writeJournal(path, journal);
    await run(context, flags, { journal, name: file });
  });
}

/**
 * Checks Kubernetes before the first change: the rotation of its authority ends with the same check.
 *
 * @throws {OsctlError} that a node is not ready.
 */
async function checkKubernetes(
  context: RotationContext,
  { timeout }: RotationValues,
  journal: Journal,
): Promise<void> {
  const timeoutMs = Math.min(timeout, MAX_TIMER_MS);
  await withProgress(
    context,
    "waiting for ready Kubernetes nodes",
    () => waitForKubernetes({ system: context, journal, timeoutMs }),
  );
}

/** Rejects output files that exist; the journal of an unfinished rotation even with `--force`. */
async function rejectOutputs(context: RotationContext, flags: RotationValues): Promise<void> {
  const { output, force, withSecrets } = flags;
  const { cwd } = context;
  const file = journalPath(output);
  await rejectUnfinished(context, file);
  const inputs = withSecrets === "" ? [] : [withSecrets];
  await rejectExistingFiles([file, ...flags.os ? [output] : []], { cwd, force }, inputs);
}

/** Rejects the journal of an unfinished rotation. */
async function rejectUnfinished({ cwd }: RotationContext, file: string): Promise<void> {
  const path = resolve(cwd, file);
  if (!await exists(path)) return;
  const journal = await readJournal(path, file);
  if (isFinished(journal)) return;
  throw new OsctlError("file", `"${file}" is the journal of a rotation that is not complete`, {
    hint: continuations(file, journal.direction),
  });
}

/** Returns how to continue. */
function continuations(name: string, direction: Direction): string {
  const file = shellQuoted(name);
  const command = direction === "rotate" ? "--resume" : "--rollback";
  const first = `continue with "osctl rotate-ca ${command} ${file}"`;
  return direction === "rollback"
    ? first
    : `${first}, or return to the old CA with "osctl rotate-ca --rollback ${file}"`;
}

function withLock(
  { clock, signal }: RotationContext,
  path: string,
  action: () => Promise<void>,
): Promise<void> {
  return withFileLock(path, { clock, signal, timeoutMs: 0 }, action);
}

/** Continues with a journal. */
async function continueRotation(
  context: RotationContext,
  flags: RotationValues,
  name: string,
  isDryRunGiven: boolean,
): Promise<void> {
  const path = resolve(context.cwd, name);
  const read = async () => {
    const journal = await readJournal(path, name);
    if (flags.rollback !== "") journal.direction = "rollback";
    return journal;
  };
  if (isDryRunGiven && flags.dryRun) {
    const journal = await read();
    return await printPlan(
      context,
      flags,
      journal,
      await withProgress(context, CHECKING, () => readTexts(context, journal)),
    );
  }
  await read(); // reports a missing file before the lock creates one
  await withLock(context, path, async () => {
    await run(context, flags, { journal: await read(), name });
  });
}

async function readTexts(context: RotationContext, journal: Journal): Promise<string[]> {
  const addresses = journal.nodes.map(({ address }) => address);
  const identity = presentIdentity(journal);
  await using client = openNodes(context, journal.context.endpoints, addresses, identity);
  const { callMs } = parseTimeouts(context.env);
  const nodes = await readNodes({
    system: context,
    client,
    identity,
    addresses,
    callMs,
    timeoutMs: callMs,
  });
  return addresses.map((address) => nodes.find((node) => node.address === address)!.text);
}

async function run(
  context: RotationContext,
  flags: RotationValues,
  { journal, name }: NamedJournal,
): Promise<void> {
  const { cwd, env, signal, stdout } = context;
  const steps = stepsOf(journal);
  const reporter = createReporter(context, {
    format: flags.format === "json" ? "json" : "table",
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
      timeoutMs: Math.min(flags.timeout, MAX_TIMER_MS),
      callMs: parseTimeouts(env).callMs,
    }, (step) => current = step);
  } catch (error) {
    await reporter.end().catch(() => {}); // the error of the rotation is reported
    throw await stopped(context, error, { journal, name }, steps, current);
  }
  await reporter.end();
  if (flags.format !== "text") return;
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
