/**
 * Applies the configuration of a file, or of one file per node in a folder: at once, node by node,
 * or by a Job of the cluster.
 *
 * @module
 */
import { throwFailures } from "../../client/mod.ts";
import type { NodeClient } from "../../client/types.ts";
import type { NodeFailure } from "../../errors.ts";
import type { Source } from "../../machineconfig/load/mod.ts";
import {
  type ApplyOptions,
  checkConfigForNodes,
  type ConfigChange,
  toReleases,
} from "../../node/machine_config/mod.ts";
import { readNodeTags, warnUnknownReleases } from "../../node/version/version_skew.ts";
import type { ConsoleContext } from "../context.ts";
import type { InClusterFlags } from "../rolling/in_cluster/launch_rolling.ts";
import { withRecordedNodes } from "../../procedures/rolling/requests.ts";
import { rollConfigs, type RollOptions } from "../rolling/roll_nodes.ts";
import { awaitTags } from "../../procedures/rolling/in_cluster/await_tags.ts";
import { type PodSession, runInPod } from "../../procedures/rolling/in_cluster/pod_session.ts";
import { applyChanges } from "./apply_changes.ts";
import {
  findTargetMismatches,
  rejectMismatches,
} from "../../procedures/configure_node/check_targets.ts";
import { type ConfigFileFlags, readConfigFile } from "./read_config_file.ts";
import { readPreviousConfigs } from "./read_configs.ts";

type Context = ConsoleContext<NodeClient>;

/** Values of the flags of the command. */
export type ApplyFileFlags = ConfigFileFlags & InClusterFlags & {
  readonly mode: ApplyOptions["mode"];
  /** Whether the mode is not on the command line. */
  readonly isDefaultMode?: boolean;
  readonly output: "text" | "json";
  readonly dryRun: boolean;
  /** Of mode `try`, milliseconds. */
  readonly timeout: number;
  readonly insecure: boolean;
  readonly certFingerprint: readonly string[];
  /** Kinds of mismatches of configuration and node to accept. */
  readonly acceptMismatch: readonly string[];
  readonly acceptQuorumLoss: boolean;
};

/** A file to apply, and the options. */
export interface ApplyFile {
  readonly flags: ApplyFileFlags;
  /** Undefined to apply to all nodes at once. */
  readonly rolling: Pick<RollOptions, "rolling" | "isPlan" | "report" | "wide"> | undefined;
  /** Arguments of the pod that applies it; undefined to apply it from here. */
  readonly podArgs: readonly string[] | undefined;
}

/**
 * Applies configurations.
 *
 * @throws {OsctlError} of kind `input` for an invalid configuration, before any node is changed.
 */
export async function applyFile(context: Context, options: ApplyFile): Promise<void> {
  if (options.rolling === undefined) return await apply(context, options, undefined);
  await runInPod(context, (pod) => apply(context, options, pod));
}

async function apply(
  context: Context,
  { flags, rolling, podArgs }: ApplyFile,
  pod: PodSession | undefined,
): Promise<void> {
  const { insecure, mode, dryRun, output, certFingerprint: fingerprints } = flags;
  const { signal, stderr } = context;
  const read = (file: string) => readConfigFile(context, { ...flags, file });
  const isFolder = flags.file.endsWith("/");
  const single = isFolder ? undefined : await read(flags.file);
  const target = await withRecordedNodes(context, flags, rolling?.rolling);
  await using client = await context.openClient({ connection: target, insecure, fingerprints });
  const { nodes } = client;
  const sources = new Map<string, Source>();
  for (const node of nodes) sources.set(node, single ?? await read(`${flags.file}${node}.yaml`));
  const [tags, previous] = await Promise.all([
    pod === undefined ? readNodeTags(client, { signal }) : awaitTags(context, client, pod),
    insecure
      ? { configs: new Map<string, string>(), failures: [] }
      : readPreviousConfigs(context, client),
  ]);
  const newer = warnUnknownReleases(tags);
  if (newer !== undefined) await stderr.write(newer);
  const releases = toReleases(tags);
  const failures: NodeFailure[] = [];
  for (const [source, some] of groupNodes(sources)) {
    const checked = checkConfigForNodes(source, context.release, { nodes: some, releases });
    failures.push(...checked.failures);
    await stderr.write(checked.warnings);
  }
  throwFailures(failures);
  // A change that continues has checked its nodes, of which one may restart.
  const isContinued = pod !== undefined || rolling?.rolling.resume !== undefined;
  const unread = isContinued ? [] : previous.failures;
  const readable = nodes.filter((one) => !unread.some(({ node }) => node === one));
  const changes = readable.map((node): ConfigChange => {
    const known = previous.configs.get(node);
    const { text } = sources.get(node)!;
    return { node, text, ...known === undefined ? {} : { previous: known } };
  });
  // Nodes in maintenance mode return neither their configuration nor members.
  const mismatches = insecure ? new Map() : await findTargetMismatches(context, client, changes);
  if (rolling === undefined) {
    const tryTimeoutMs = flags.timeout;
    const options = { mode, dryRun, tryTimeoutMs, insecure, flags, output, releases, mismatches };
    return throwFailures([...unread, ...await applyChanges(context, client, changes, options)]);
  }
  throwFailures(unread);
  if (!isContinued) rejectMismatches(mismatches, flags.acceptMismatch);
  if (podArgs !== undefined) {
    const { launchConfig } = await import("../rolling/in_cluster/launch_config.ts");
    return await launchConfig(context, {
      flags: target,
      rolling: rolling.rolling,
      mode,
      changes,
      args: podArgs,
    });
  }
  await rollConfigs(context, {
    ...rolling,
    connection: target,
    output,
    yes: flags.yes,
    mode,
    isDefaultMode: flags.isDefaultMode ?? false,
    changes,
    releases,
    secret: single?.text ?? JSON.stringify(changes.map(({ node, text }) => [node, text])),
    command: "osctl apply-config with the same configuration,",
    pod,
  });
}

/** Returns the nodes of each configuration. */
function groupNodes(sources: ReadonlyMap<string, Source>): Map<Source, string[]> {
  const groups = Map.groupBy(sources, ([, source]) => source);
  return new Map([...groups].map(([source, some]) => [source, some.map(([node]) => node)]));
}
