/**
 * Rolling changes of the commands that act on nodes.
 *
 * @module
 */
import type { machine } from "../../../proto/machine.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { ConfigChange, NodeReleases } from "../../node/machine_config/mod.ts";
import type { RecordOutput } from "../../output/select_format.ts";
import { resolve } from "../../platform/paths.ts";
import type { ConnectionOptions, OperationContext } from "../context.ts";
import { createApply, requireRollingMode } from "./changes/apply.ts";
import { createReboot } from "./changes/reboot.ts";
import { createReset, createShutdown } from "./changes/stop.ts";
import { createUpgrade } from "./changes/upgrade.ts";
import { readJournal } from "./journal.ts";
import type { RollingOptions } from "./parse_options.ts";
import type { PodSession } from "./in_cluster/pod_session.ts";
import type { Parameters } from "./request.ts";
import type { SessionFlags } from "./run_session.ts";
import { runRollingSession } from "./session.ts";
import { checkVersionPath } from "./version_path.ts";

type Context = OperationContext<NodeClient>;

/** A command line with `--rolling`. */
export interface RollingCommand<Flags> {
  readonly flags: SessionFlags & Flags;
  /** Names of the flags on the command line. */
  readonly given: ReadonlySet<string>;
  readonly rolling: RollingOptions;
}

/** Reboot modes, in the order of their numbers. */
const REBOOT_MODES = ["default", "powercycle", "force"];

/** Reboots nodes one after the other. */
export async function runRollingReboot(
  context: Context,
  { flags, given, rolling }: RollingCommand<
    { readonly mode: string; readonly drain: boolean; readonly wait: boolean }
  >,
): Promise<void> {
  requireWait(flags.wait);
  await runRollingSession(context, {
    flags,
    rolling,
    command: "osctl reboot --rolling",
    isDrained: !given.has("drain") || flags.drain,
    request(recorded) {
      const mode = chosen(recorded, "mode", flags.mode, given);
      return {
        kind: "reboot",
        title: mode === "default" ? "reboot" : `reboot in mode ${mode}`,
        parameters: { mode },
        create: (sources) => createReboot(sources, REBOOT_MODES.indexOf(mode)),
      };
    },
  });
}

/** Values of the flags of an upgrade. */
export interface UpgradeFlags {
  readonly allowDowngrade: boolean;
  readonly drain: boolean;
  readonly force: boolean;
  readonly image: string;
  readonly insecure: boolean;
  readonly noReboot: boolean;
  readonly preserve?: boolean;
  readonly rebootMode?: string;
  readonly stage: boolean;
  readonly wait: boolean;
}

/** @throws {OsctlError} of kind `usage` for flags that a rolling upgrade does not have. */
export function checkRollingUpgrade(
  { wait, stage, force, insecure, noReboot }: Omit<UpgradeFlags, "preserve" | "rebootMode">,
): void {
  requireWait(wait);
  rejectWithRolling({ stage, force, insecure, "no-reboot": noReboot });
}

/** Upgrades nodes one after the other. */
export async function runRollingUpgrade(
  context: Context,
  { flags, given, rolling }: RollingCommand<UpgradeFlags>,
): Promise<void> {
  checkRollingUpgrade(flags);
  await runRollingSession(context, {
    flags,
    rolling,
    command: "osctl upgrade --rolling",
    isDrained: flags.drain,
    request(recorded) {
      const image = chosen(recorded, "image", flags.image, given);
      const rebootMode = chosen(recorded, "rebootMode", flags.rebootMode ?? "default", given);
      const preserve = given.has("preserve")
        ? flags.preserve ?? false
        : recorded?.["preserve"] === true;
      const isDefault = recorded === undefined && !given.has("image");
      const { allowDowngrade } = flags;
      return {
        kind: "upgrade",
        title: `upgrade to ${image}`,
        parameters: { image, rebootMode, preserve },
        images: [image],
        create: (sources) =>
          createUpgrade(sources, {
            image,
            mode: REBOOT_MODES.indexOf(rebootMode),
            preserve,
            timeoutMs: flags.timeout,
          }),
        checkVersions: (nodes, tags, kubernetes) =>
          checkVersionPath(nodes, tags, kubernetes, { image, isDefault, allowDowngrade }),
      };
    },
  });
}

/** Shuts nodes down one after the other, control planes last. */
export async function runRollingShutdown(
  context: Context,
  { flags, rolling }: RollingCommand<{ readonly force: boolean; readonly wait: boolean }>,
): Promise<void> {
  requireWait(flags.wait);
  const { force } = flags;
  await runRollingSession(context, {
    flags,
    rolling,
    command: "osctl shutdown --rolling",
    isDrained: !force,
    request: () => ({
      kind: "shutdown",
      title: "shut down",
      parameters: {},
      // Drained nodes need not drain themselves.
      create: (sources) => createShutdown(sources, { force: true }),
    }),
  });
}

/** Values of the flags of a reset. */
export interface ResetFlags {
  readonly graceful: boolean;
  readonly insecure: boolean;
  readonly wait: boolean;
}

/** Wipes workers one after the other. */
export async function runRollingReset(
  context: Context,
  { flags, rolling, request }: RollingCommand<ResetFlags> & {
    readonly request: machine.IResetRequest;
  },
): Promise<void> {
  requireWait(flags.wait);
  rejectWithRolling({ insecure: flags.insecure });
  await runRollingSession(context, {
    flags,
    rolling,
    command: "osctl reset --rolling",
    isDrained: flags.graceful,
    isIrreversible: true,
    isForWorkers: true,
    request: (recorded) => {
      const parameters = recorded ?? { request: JSON.stringify(request) };
      return {
        kind: "reset",
        title: "wipe the disks",
        parameters,
        create: (sources) =>
          createReset(sources, {
            request: JSON.parse(String(parameters["request"])),
            openMaintenance: (node) =>
              context.openClient({
                connection: { ...flags, nodes: [node] },
                insecure: true,
                isUninterrupted: true,
              }),
          }),
      };
    },
  });
}

/** @throws {OsctlError} of kind `usage` for the first flag that is set. */
export function rejectWithRolling(flags: Readonly<Record<string, boolean>>): void {
  const name = Object.keys(flags).find((one) => flags[one]);
  if (name === undefined) return;
  throw new OsctlError("usage", `--rolling cannot be combined with --${name}`, {
    hint: "remove one of them",
  });
}

/** Returns the value of a flag; of the journal, unless the flag is on the command line. */
function chosen(
  recorded: Parameters | undefined,
  name: string,
  value: string,
  given: ReadonlySet<string>,
): string {
  const earlier = recorded?.[name];
  return typeof earlier === "string" && !given.has(name) ? earlier : value;
}

/** @throws {OsctlError} of kind `usage` for a change that does not wait for its nodes. */
export function requireWait(isWaiting: boolean): void {
  if (isWaiting) return;
  throw new OsctlError("usage", "--rolling cannot be combined with --wait=false", {
    hint: "remove one of them",
  });
}

/** Configurations to apply to nodes. */
export interface RollingApply {
  readonly flags: ConnectionOptions & { readonly yes: boolean; readonly output: RecordOutput };
  readonly rolling: RollingOptions;
  readonly mode: string;
  readonly changes: readonly ConfigChange[];
  readonly releases: NodeReleases;
  /** What is applied: patches or a configuration; a journal is continued with the same only. */
  readonly secret: string;
  /** The command that continues the change, without its journal. */
  readonly command: string;
  /** How to continue, where a journal is not enough. */
  readonly continuation?: string;
  /** The pod that runs the command. */
  readonly pod?: PodSession | undefined;
}

/** Limits of the steps of an application, milliseconds: its `--timeout` is of mode `try`. */
const APPLY_MS = 30 * 60_000;
const APPLY_DRAIN_MS = 5 * 60_000;

/** Applies configurations to one node after the other. */
export async function runRollingApply(
  context: Context,
  options: RollingApply,
): Promise<void> {
  const { flags, rolling, mode: applied, changes, releases, secret, command, continuation, pod } =
    options;
  const mode = requireRollingMode(applied);
  const isNew = rolling.resume === undefined;
  if (isNew && changes.length === 0) return;
  const texts = new Map(changes.map(({ node, text }) => [node, text]));
  await runRollingSession(context, {
    flags: {
      ...flags,
      nodes: isNew ? changes.map(({ node }) => node) : [],
      timeout: APPLY_MS,
      drainTimeout: APPLY_DRAIN_MS,
    },
    rolling,
    command,
    ...continuation === undefined ? {} : { continuation },
    pod,
    isDrained: true,
    request: () => ({
      kind: "apply",
      title: "apply the configuration",
      parameters: { mode },
      secret,
      create: (sources) => createApply(sources, { mode, texts, releases }),
    }),
  });
}

/**
 * Returns the connection options of a command, with the nodes of the journal to continue.
 *
 * @throws {OsctlError} of kind `usage` when nodes are on the command line as well.
 */
export async function withRecordedNodes<Flags extends ConnectionOptions>(
  { cwd }: Pick<Context, "cwd">,
  flags: Flags,
  rolling: RollingOptions | undefined,
): Promise<Flags> {
  if (rolling?.resume === undefined) return flags;
  if (flags.nodes.length > 0) {
    throw new OsctlError("usage", "--resume takes the nodes from the journal", {
      hint: "remove --nodes",
    });
  }
  const journal = await readJournal(resolve(cwd, rolling.resume), rolling.resume);
  const nodes = journal.nodes.map(({ address }) => address);
  return { ...flags, nodes, context: flags.context || journal.context };
}
