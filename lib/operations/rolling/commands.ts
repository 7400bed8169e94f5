/**
 * Rolling changes of the commands that act on nodes.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { OperationContext } from "../context.ts";
import { createReboot } from "./changes/reboot.ts";
import { createUpgrade } from "./changes/upgrade.ts";
import type { RollingOptions } from "./parse_options.ts";
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
    command: "osctl reboot",
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
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly image: string;
  readonly insecure: boolean;
  readonly noReboot: boolean;
  readonly preserve?: boolean;
  readonly rebootMode?: string;
  readonly stage: boolean;
  readonly wait: boolean;
}

/** Upgrades nodes one after the other. */
export async function runRollingUpgrade(
  context: Context,
  { flags, given, rolling }: RollingCommand<UpgradeFlags>,
): Promise<void> {
  requireWait(flags.wait);
  const { stage, force, insecure, noReboot, dryRun } = flags;
  rejectWithRolling({ stage, force, insecure, "no-reboot": noReboot });
  if (dryRun) {
    throw new OsctlError("usage", "--rolling cannot be combined with --dry-run", {
      hint: "use --plan, which prints order, checks and estimated time",
    });
  }
  await runRollingSession(context, {
    flags,
    rolling,
    command: "osctl upgrade",
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

/** @throws {OsctlError} of kind `usage` for the first flag that is set. */
function rejectWithRolling(flags: Readonly<Record<string, boolean>>): void {
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

function requireWait(isWaiting: boolean): void {
  if (isWaiting) return;
  throw new OsctlError("usage", "--rolling cannot be combined with --wait=false", {
    hint: "remove one of them",
  });
}
