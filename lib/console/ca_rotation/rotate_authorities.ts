/**
 * Rotates certificate authorities, continues a rotation or rolls it back.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { withProgress } from "../../output/progress.ts";
import { exists } from "../../platform/files.ts";
import { withFileLock } from "../../platform/file_lock.ts";
import { rejectExistingFiles, requireParentFolders } from "../../platform/new_files.ts";
import { resolve } from "../../platform/paths.ts";
import { printTargets } from "../print_targets.ts";
import type { TargetNode } from "../../procedures/context.ts";
import { openNodes, presentIdentity } from "../../procedures/ca_rotation/clients.ts";
import {
  isFinished,
  type Journal,
  journalPath,
  readJournal,
  writeJournal,
} from "../../procedures/ca_rotation/journal.ts";
import { waitForKubernetes } from "../../procedures/ca_rotation/kubernetes_check.ts";
import { readNodes } from "../../procedures/ca_rotation/prepare.ts";
import { prepareRotation, roleOf } from "../../procedures/ca_rotation/prepare_rotation.ts";
import { printPlan } from "./print_plan.ts";
import type {
  ContinueOptions,
  RotationContext,
  RotationOptions,
  StartOptions,
} from "../../procedures/ca_rotation/rotation_options.ts";
import { continuations, runSteps } from "./run_steps.ts";

/** Shown while nodes do not respond. */
const CHECKING = "checking that all nodes respond";

/**
 * Rotates authorities, or continues with a journal.
 *
 * @throws {OsctlError} that names the step and how to continue.
 */
export async function rotateAuthorities(
  context: RotationContext,
  options: RotationOptions,
): Promise<void> {
  if (options.action === "start") await startRotation(context, options);
  else await continueRotation(context, options);
}

/** Starts a rotation. */
async function startRotation(context: RotationContext, options: StartOptions): Promise<void> {
  const { cwd } = context;
  const { output, force } = options;
  await requireParentFolders([output], { cwd, force });
  const name = journalPath(output);
  const prepare = () => withProgress(context, CHECKING, () => prepareRotation(context, options));
  if (options.isDryRun) {
    await rejectUnfinished(context, name);
    const { journal, nodes, targets } = await prepare();
    await printNodes(context, options, targets);
    return await printPlan(context, options, journal, nodes.map(({ text }) => text));
  }
  const path = resolve(cwd, name);
  await withLock(context, path, async () => {
    await rejectOutputs(context, options, name);
    const { journal, targets } = await prepare();
    if (journal.kubernetes !== undefined) await checkKubernetes(context, options, journal);
    await printNodes(context, options, targets);
    await writeJournal(path, journal);
    await runSteps(context, options, { journal, name });
  });
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
): Promise<void> {
  await withProgress(
    context,
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
  options: ContinueOptions,
): Promise<void> {
  const { journal: name } = options;
  const path = resolve(context.cwd, name);
  const read = async () => {
    const journal = await readJournal(path, name);
    if (options.action === "rollback") journal.direction = "rollback";
    return journal;
  };
  if (options.isDryRun) {
    const journal = await read();
    await printNodes(context, options, targetsOf(journal));
    const texts = await withProgress(context, CHECKING, () => readTexts(context, options, journal));
    return await printPlan(context, options, journal, texts);
  }
  await read(); // reports a missing file before the lock creates one
  await withLock(context, path, async () => {
    const journal = await read();
    await printNodes(context, options, targetsOf(journal));
    await runSteps(context, options, { journal, name });
  });
}

/** Prints the nodes of a rotation; as the first record with `--format json`. */
async function printNodes(
  context: RotationContext,
  { format }: RotationOptions,
  nodes: readonly TargetNode[],
): Promise<void> {
  await printTargets(context, nodes, { isAsking: false, isRecorded: format === "json" });
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
