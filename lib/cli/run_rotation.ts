/**
 * Rotates certificate authorities, continues a rotation or rolls it back.
 *
 * @module
 */
import type { NodeClient } from "../client/types.ts";
import { MAX_TIMER_MS, parseTimeouts } from "../client/timeouts.ts";
import { MultiNodeError, OsctlError } from "../errors.ts";
import { type NodeFlags, parseNodeFlags } from "../kubernetes/health/cluster_nodes.ts";
import { parseEndpoint } from "../kubernetes/health/connect.ts";
import { openTarget } from "../kubernetes/health/open_target.ts";
import {
  apiName,
  checkBundle,
  type ConfiguredNode,
  createClient,
  createReplacement,
  createReporter,
  type Direction,
  EVENT_FIELDS,
  isFinished,
  isSameStep,
  type Journal,
  journalPath,
  openNodes,
  planPatches,
  presentAuthority,
  presentIdentity,
  readJournal,
  readNodes,
  runRotation,
  type Step,
  stepsOf,
  titleOf,
  writeJournal,
} from "../kubernetes/rotate/mod.ts";
import { credentialsOf, loadClientConfig, selectContext } from "../osconfig/load.ts";
import { createColours } from "../output/colour.ts";
import { createRecordWriter } from "../output/rows.ts";
import { shellQuoted } from "../output/shell_quoted.ts";
import { exists } from "../platform/files.ts";
import { withFileLock } from "../platform/file_lock.ts";
import { rejectExistingFiles, requireParentFolders } from "../platform/new_files.ts";
import { resolve } from "../platform/paths.ts";
import type { Context, GlobalValues } from "./context.ts";

/** Values of the flags of `rotate-ca`. */
export interface RotationValues extends GlobalValues, NodeFlags {
  readonly dryRun: boolean;
  readonly k8sEndpoint: string;
  readonly kubernetes: boolean;
  readonly os: boolean;
  readonly output: string;
  readonly withDocs: boolean;
  readonly withExamples: boolean;
  readonly resume: string;
  readonly rollback: string;
  readonly withSecrets: string;
  readonly force: boolean;
  readonly timeout: number;
  readonly format: "text" | "json";
}

type RotationContext = Context<NodeClient>;

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
  if (flags.dryRun) {
    const { journal, nodes } = await prepare(context, flags, given);
    return await printPlan(context, flags, journal, nodes.map(({ text }) => text));
  }
  const path = resolve(context.cwd, file);
  await withLock(context, path, async () => {
    await rejectOutputs(context, flags);
    const { journal } = await prepare(context, flags, given);
    await writeJournal(path, journal);
    await run(context, flags, { journal, name: file });
  });
}

/** Flags that the journal records. */
const RECORDED = [
  "controlPlaneNodes",
  "initNode",
  "workerNodes",
  "kubernetes",
  "os",
  "output",
  "withDocs",
  "withExamples",
  "withSecrets",
  "k8sEndpoint",
  "force",
] as const;

function checkFlags(flags: RotationValues, given: ReadonlySet<string>): void {
  const { resume, rollback, timeout } = flags;
  if (timeout <= 0) {
    throw new OsctlError("usage", "invalid --timeout: not positive", {
      hint: "use a Go duration, such as 3m",
    });
  }
  if (resume !== "" && rollback !== "") {
    throw new OsctlError("usage", "--resume cannot be combined with --rollback");
  }
  if (resume !== "" || rollback !== "") {
    const recorded = RECORDED.find((name) => given.has(name));
    if (recorded === undefined) return;
    const option = `--${recorded.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const used = resume === "" ? "--rollback" : "--resume";
    throw new OsctlError("usage", `${option} has no effect with ${used}: the journal records it`, {
      hint: `remove ${option}`,
    });
  }
  if (!flags.os && !flags.kubernetes) {
    throw new OsctlError("usage", "nothing to rotate: --os=false and --kubernetes=false", {
      hint: "remove one of them",
    });
  }
  if (flags.k8sEndpoint !== "") parseEndpoint(flags.k8sEndpoint);
}

/** Rejects output files that exist; the journal of an unfinished rotation even with `--force`. */
async function rejectOutputs({ cwd }: RotationContext, flags: RotationValues): Promise<void> {
  const { output, force } = flags;
  const file = journalPath(output);
  const path = resolve(cwd, file);
  if (await exists(path)) {
    const journal = await readJournal(path, file);
    if (!isFinished(journal)) {
      throw new OsctlError("file", `"${file}" is the journal of a rotation that is not complete`, {
        hint: continuations(file, journal.direction),
      });
    }
  }
  await rejectExistingFiles([file, ...flags.os ? [output] : []], { cwd, force });
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

/** Reads the cluster and creates the new authorities. */
async function prepare(
  context: RotationContext,
  flags: RotationValues,
  given: ReadonlySet<string>,
): Promise<{ journal: Journal; nodes: readonly ConfiguredNode[] }> {
  const { env, signal, cwd } = context;
  const { callMs } = parseTimeouts(env);
  const named = parseNodeFlags(flags);
  const config = await loadClientConfig(flags.osconfig, context);
  const selected = selectContext(config, flags.context);
  const { ca, crt, key } = credentialsOf(selected);
  if (ca === undefined || crt === undefined || key === undefined) {
    throw new OsctlError("unsupported", `context "${selected.name}" has no client certificate`, {
      hint: "use a context of an administrator with ca, crt and key",
    });
  }
  await using client = await context.openClient({ flags, defaultToEndpoints: true });
  const { cluster } = await discover(context, client, flags, named, callMs);
  const addresses = [
    ...flags.initNode === "" ? [] : [flags.initNode],
    ...cluster.controlPlanes.map(({ address }) => address),
    ...cluster.workers.map(({ address }) => address),
  ];
  const timeoutMs = Math.min(flags.timeout, MAX_TIMER_MS);
  const nodes = await readNodes({
    ...{ system: context, client, callMs, timeoutMs },
    identity: { crt, key, roots: [ca] },
    addresses: [...new Set(addresses)],
  });
  const [os, kubernetes] = await Promise.all(
    (["os", "kubernetes"] as const).map(async (authority) =>
      flags[authority]
        ? await createReplacement(authority, presentAuthority(nodes, authority), context)
        : undefined
    ),
  );
  const secrets = flags.withSecrets === "" ? undefined : resolve(cwd, flags.withSecrets);
  for (const [authority, replacement] of [["os", os], ["kubernetes", kubernetes]] as const) {
    if (secrets === undefined || replacement === undefined) continue;
    await checkBundle(secrets, flags.withSecrets, authority, replacement.old);
  }
  signal.throwIfAborted();
  const isEncoded = given.has("withDocs") || given.has("withExamples");
  const journal: Journal = {
    version: 1,
    direction: "rotate",
    context: {
      name: selected.name,
      endpoints: client.endpoints,
      nodes: selected.record.nodes,
      ca,
      client: { crt, key },
    },
    nodes: nodes.map(({ address, isControlPlane }) => ({ address, isControlPlane })),
    ...os === undefined ? {} : { os, client: await createClient(os, context) },
    ...kubernetes === undefined ? {} : { kubernetes },
    output: resolve(cwd, flags.output),
    force: flags.force,
    ...secrets === undefined ? {} : { secrets },
    k8sEndpoint: flags.k8sEndpoint,
    ...isEncoded ? { encoding: { docs: flags.withDocs, examples: flags.withExamples } } : {},
  };
  return { journal, nodes };
}

async function discover(
  context: RotationContext,
  client: NodeClient,
  flags: RotationValues,
  cluster: ReturnType<typeof parseNodeFlags>,
  callMs: number,
) {
  using target = await openTarget(context, client, {
    ...{ callMs, endpoint: flags.k8sEndpoint, cluster, once: true, signal: context.signal },
    undiscovered() {}, // the error has the reason
  });
  return { cluster: target.cluster };
}

/** Prints the patches of all nodes in all steps. */
async function printPlan(
  context: RotationContext,
  { format, resume, rollback }: RotationValues,
  journal: Journal,
  texts: readonly string[],
): Promise<void> {
  const { stdout } = context;
  const patches = await planPatches(journal, texts);
  const steps = stepsOf(journal);
  if (format === "json") {
    const writer = createRecordWriter(stdout, EVENT_FIELDS, { format: "json", endless: true });
    for (const { step, node, lines } of patches) {
      await writer.add(node, { step, node, state: "planned", text: lines.join("\n") });
    }
    return await writer.end();
  }
  const colours = createColours(context);
  const tint = (line: string) =>
    line.startsWith("+") ? colours.green(line) : line.startsWith("-") ? colours.red(line) : line;
  let text = "";
  for (const [index, step] of steps.entries()) {
    text += `[${index + 1}/${steps.length}] ${titleOf(step)}\n`;
    for (const { node, lines } of patches.filter((patch) => isSameStep(patch.step, step))) {
      text += `  ${node}${lines.length === 0 ? ": no changes" : ""}\n`;
      text += lines.map((line) => `    ${tint(line)}\n`).join("");
    }
  }
  const isContinued = resume !== "" || rollback !== "";
  const next = isContinued ? "run it without --dry-run" : "apply the patches with --dry-run=false";
  await stdout.write(`${text}nothing was changed; ${next}\n`);
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
    return await printPlan(context, flags, journal, await readTexts(context, journal));
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
    ...{ system: context, client, identity, addresses, callMs, timeoutMs: callMs },
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
  const reporter = createReporter(context, { format: flags.format, steps, signal });
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
    await reporter.end();
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
    return signal.reason;
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
  const names = (["os", "kubernetes"] as const).filter((one) => journal[one] !== undefined);
  const apis = `${names.map(apiName).join(" and ")} CA${names.length === 1 ? "" : "s"}`;
  const count = nodes.length === 1 ? "1 node" : `${nodes.length} nodes`;
  const isRotation = direction === "rotate";
  const lines = [
    isRotation ? `rotated the ${apis} on ${count}` : `returned to the old ${apis} on ${count}`,
    ...journal.os !== undefined && hasOutput
      ? [`use the client configuration: osctl config merge --replace ${shellQuoted(output)}`]
      : [],
    ...journal.kubernetes === undefined ? [] : ["replace the kubeconfig: osctl kubeconfig --force"],
    isRotation
      ? `"${name}" has the keys of both CAs: keep it for --rollback, or delete it`
      : `"${name}" has the keys of both CAs: delete it`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}
