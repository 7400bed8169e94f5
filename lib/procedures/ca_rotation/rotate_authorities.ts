/**
 * Rotates certificate authorities, continues a rotation or rolls it back.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { exists } from "../../platform/files.ts";
import { withFileLock } from "../../platform/file_lock.ts";
import { rejectExistingFiles, requireParentFolders } from "../../platform/new_files.ts";
import { resolve } from "../../platform/paths.ts";
import type { TargetNode } from "../context.ts";
import { openNodes, presentIdentity } from "./clients.ts";
import type { RotationObserver } from "./events.ts";
import { isFinished, type Journal, journalPath, readJournal, writeJournal } from "./journal.ts";
import { waitForKubernetes } from "./kubernetes_check.ts";
import type { ContinueOptions, RotationContext, RotationOptions, StartOptions } from "./options.ts";
import { type PlannedPatch, planPatches } from "./plan.ts";
import { readNodes } from "./prepare.ts";
import { prepareRotation, roleOf } from "./prepare_rotation.ts";
import { continuations, runSteps } from "./run_steps.ts";

/** Shown while nodes do not respond. */
const CHECKING = "checking that all nodes respond";

/** A rotation that is complete. */
export interface RotationResult {
  readonly journal: Journal;
  /** Path of the journal, as typed. */
  readonly name: string;
}

/** The plan of a rotation: the patches of all steps that are not complete. */
export interface RotationPlan {
  readonly journal: Journal;
  readonly patches: readonly PlannedPatch[];
}

/**
 * Rotates authorities, or continues with a journal.
 *
 * @throws {OsctlError} that names the step and how to continue.
 */
export async function rotateAuthorities(
  context: RotationContext,
  options: RotationOptions,
  observer: RotationObserver,
): Promise<RotationResult> {
  return options.action === "start"
    ? await startRotation(context, options, observer)
    : await continueRotation(context, options, observer);
}

/** Plans a rotation, or the rest of one; changes nothing. */
export async function planRotation(
  context: RotationContext,
  options: RotationOptions,
  observer: RotationObserver,
): Promise<RotationPlan> {
  if (options.action !== "start") {
    const journal = await readDirected(context, options);
    await observer.targets?.(targetsOf(journal));
    const texts = await awaiting(observer, CHECKING, () => readTexts(context, options, journal));
    return { journal, patches: await planPatches(journal, texts) };
  }
  await requireParentFolders([options.output], { cwd: context.cwd, force: options.force });
  await rejectUnfinished(context, journalPath(options.output));
  const prepared = await awaiting(observer, CHECKING, () => prepareRotation(context, options));
  const { journal, nodes, targets } = prepared;
  await observer.targets?.(targets);
  return { journal, patches: await planPatches(journal, nodes.map(({ text }) => text)) };
}

/** Starts a rotation. */
async function startRotation(
  context: RotationContext,
  options: StartOptions,
  observer: RotationObserver,
): Promise<RotationResult> {
  const { cwd } = context;
  const { output, force } = options;
  await requireParentFolders([output], { cwd, force });
  const name = journalPath(output);
  const path = resolve(cwd, name);
  return await withLock(context, path, async () => {
    await rejectOutputs(context, options, name);
    const prepared = await awaiting(observer, CHECKING, () => prepareRotation(context, options));
    const { journal, targets } = prepared;
    if (journal.kubernetes !== undefined) {
      await checkKubernetes(context, options, journal, observer);
    }
    await observer.targets?.(targets);
    await writeJournal(path, journal);
    return await runSteps(context, options, { journal, name }, observer);
  });
}

/** Waits for `body`, and reports what is awaited. */
function awaiting<T>(
  observer: RotationObserver,
  text: string,
  body: () => Promise<T>,
): Promise<T> {
  return observer.awaiting?.(text, body) ?? body();
}

/**
 * Checks Kubernetes before the first change: the rotation of its authority ends with the same check.
 *
 * @throws {OsctlError} that a node is not ready.
 */
async function checkKubernetes(
  context: RotationContext,
  { timeoutMs }: StartOptions,
  journal: Journal,
  observer: RotationObserver,
): Promise<void> {
  await awaiting(
    observer,
    "waiting for ready Kubernetes nodes",
    () => waitForKubernetes({ system: context, journal, timeoutMs }),
  );
}

/** Rejects output files that exist; the journal of an unfinished rotation even with `--force`. */
async function rejectOutputs(
  context: RotationContext,
  { output, force, secrets, authorities }: StartOptions,
  name: string,
): Promise<void> {
  await rejectUnfinished(context, name);
  const outputs = authorities.includes("os") ? [name, output] : [name];
  const inputs = secrets === undefined ? [] : [secrets];
  await rejectExistingFiles(outputs, { cwd: context.cwd, force }, inputs);
}

/** Rejects the journal of an unfinished rotation. */
async function rejectUnfinished({ cwd }: RotationContext, name: string): Promise<void> {
  const path = resolve(cwd, name);
  if (!await exists(path)) return;
  const journal = await readJournal(path, name);
  if (isFinished(journal)) return;
  throw new OsctlError("file", `"${name}" is the journal of a rotation that is not complete`, {
    hint: continuations(name, journal.direction),
  });
}

function withLock<T>(
  { clock, signal }: RotationContext,
  path: string,
  action: () => Promise<T>,
): Promise<T> {
  return withFileLock(path, { clock, signal, timeoutMs: 0 }, action);
}

/** Continues with a journal. */
async function continueRotation(
  context: RotationContext,
  options: ContinueOptions,
  observer: RotationObserver,
): Promise<RotationResult> {
  const { journal: name } = options;
  await readDirected(context, options); // reports a missing file before the lock creates one
  return await withLock(context, resolve(context.cwd, name), async () => {
    const journal = await readDirected(context, options);
    await observer.targets?.(targetsOf(journal));
    return await runSteps(context, options, { journal, name }, observer);
  });
}

/** Reads the journal in the direction of the options. */
async function readDirected(
  { cwd }: RotationContext,
  { journal: name, action }: ContinueOptions,
): Promise<Journal> {
  const journal = await readJournal(resolve(cwd, name), name);
  if (action === "rollback") journal.direction = "rollback";
  return journal;
}

/** Returns the nodes of a journal, which has no names. */
function targetsOf({ nodes }: Journal): TargetNode[] {
  return nodes.map(({ address, isControlPlane }) => ({ address, role: roleOf(isControlPlane) }));
}

async function readTexts(
  context: RotationContext,
  { callMs }: ContinueOptions,
  journal: Journal,
): Promise<string[]> {
  const addresses = journal.nodes.map(({ address }) => address);
  const identity = presentIdentity(journal);
  await using client = openNodes(context, journal.context.endpoints, addresses, identity);
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
