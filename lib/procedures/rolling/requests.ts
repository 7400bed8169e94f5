/**
 * Requests for rolling changes: reboot, upgrade, shutdown, reset, and configurations.
 *
 * @module
 */
import type { machine } from "../../../proto/machine.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { ConfigChange, NodeReleases } from "../../node/machine_config/mod.ts";
import { resolve } from "../../platform/paths.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { createApply, requireRollingMode } from "./changes/apply.ts";
import { createReboot } from "./changes/reboot.ts";
import { createReset, createShutdown } from "./changes/stop.ts";
import { createUpgrade } from "./changes/upgrade.ts";
import { readJournal } from "./journal.ts";
import type { RollingOptions } from "./options.ts";
import type { ChangeRequest, Parameters } from "./request.ts";
import type { RollingLimits } from "./rolling_run.ts";
import { checkVersionPath } from "./version_path.ts";

/** Returns the request, also of a change that is continued with the parameters of its journal. */
export type CreateRequest = (recorded: Parameters | undefined) => ChangeRequest;

/** A value of a parameter. When a change is continued, a default is replaced by its journal's. */
export interface Choice<Value> {
  readonly value: Value;
  readonly isDefault: boolean;
}

/** Reboot modes, in the order of their numbers. */
const REBOOT_MODES = ["default", "powercycle", "force"];

/** Reboots nodes. */
export function rebootRequest(mode: Choice<string>): CreateRequest {
  return (recorded) => {
    const chosen = choose(recorded, "mode", mode);
    return {
      kind: "reboot",
      title: chosen === "default" ? "reboot" : `reboot in mode ${chosen}`,
      parameters: { mode: chosen },
      create: (sources) => createReboot(sources, REBOOT_MODES.indexOf(chosen)),
    };
  };
}

/** An upgrade of nodes. */
export interface UpgradeChange {
  /** Reference of the installer image. */
  readonly image: Choice<string>;
  readonly rebootMode: Choice<string>;
  /** Keep the data partition. */
  readonly preserve: Choice<boolean>;
  /** Use the single request of older nodes. */
  readonly isLegacy?: boolean;
  /** Accept an image older than the node. */
  readonly allowDowngrade: boolean;
  /** Limit of each step, milliseconds. */
  readonly timeoutMs: number;
}

/** Upgrades nodes. */
export function upgradeRequest(change: UpgradeChange): CreateRequest {
  const { allowDowngrade, timeoutMs } = change;
  return (recorded) => {
    const image = choose(recorded, "image", change.image);
    const rebootMode = choose(recorded, "rebootMode", change.rebootMode);
    const preserve = change.preserve.isDefault && recorded !== undefined
      ? recorded["preserve"] === true
      : change.preserve.value;
    const isLegacy = change.isLegacy || recorded?.["legacy"] === true;
    const isDefault = recorded === undefined && change.image.isDefault;
    return {
      kind: "upgrade",
      title: `upgrade to ${image}`,
      parameters: { image, rebootMode, preserve, ...isLegacy ? { legacy: true } : {} },
      images: [image],
      create: (sources) =>
        createUpgrade(sources, {
          image,
          mode: REBOOT_MODES.indexOf(rebootMode),
          preserve,
          isLegacy,
          timeoutMs,
        }),
      checkVersions: (nodes, tags, kubernetes) =>
        checkVersionPath(nodes, tags, kubernetes, { image, isDefault, allowDowngrade }),
    };
  };
}

/** Shuts nodes down, control planes last. */
export function shutdownRequest(): CreateRequest {
  return () => ({
    kind: "shutdown",
    title: "shut down",
    parameters: {},
    // Drained nodes need not drain themselves.
    create: (sources) => createShutdown(sources, { force: true }),
  });
}

/** Wipes workers. */
export function resetRequest(
  context: ProcedureContext<NodeClient>,
  connection: ConnectionOptions,
  request: machine.IResetRequest,
): CreateRequest {
  return (recorded) => {
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
              connection: { ...connection, nodes: [node] },
              insecure: true,
              isUninterrupted: true,
            }),
        }),
    };
  };
}

/** Limits of the steps of an application, milliseconds. */
export const APPLY_LIMITS: RollingLimits = { stepMs: 30 * 60_000, drainMs: 5 * 60_000 };

/** Configurations to apply to nodes. */
export interface ApplyChange {
  readonly mode: string;
  /** Whether the mode of a journal replaces it. */
  readonly isDefaultMode?: boolean;
  readonly changes: readonly ConfigChange[];
  readonly releases: NodeReleases;
  /** What is applied: patches or a configuration; a journal is continued with the same only. */
  readonly secret: string;
}

/**
 * Applies configurations.
 *
 * @throws {OsctlError} of kind `usage` for a mode that no rolling change has.
 */
export function applyRequest(
  { mode: value, isDefaultMode: isDefault = false, changes, releases, secret }: ApplyChange,
): CreateRequest {
  requireRollingMode(value);
  const texts = new Map(changes.map(({ node, text }) => [node, text]));
  return (recorded) => {
    const mode = requireRollingMode(choose(recorded, "mode", { value, isDefault }));
    return {
      kind: "apply",
      title: "apply the configuration",
      parameters: { mode },
      secret,
      create: (sources) => createApply(sources, { mode, texts, releases }),
    };
  };
}

function choose(
  recorded: Parameters | undefined,
  name: string,
  { value, isDefault }: Choice<string>,
): string {
  const earlier = recorded?.[name];
  return typeof earlier === "string" && isDefault ? earlier : value;
}

/**
 * Returns connection options with the nodes of the journal to continue.
 *
 * @throws {OsctlError} of kind `usage` when there are nodes as well.
 */
export async function withRecordedNodes<Connection extends ConnectionOptions>(
  { cwd }: Pick<ProcedureContext, "cwd">,
  connection: Connection,
  rolling: Pick<RollingOptions, "resume"> | undefined,
): Promise<Connection> {
  const resume = rolling?.resume;
  if (resume === undefined) return connection;
  if (connection.nodes.length > 0) {
    throw new OsctlError("usage", "--resume takes the nodes from the journal", {
      hint: "remove --nodes",
    });
  }
  const journal = await readJournal(resolve(cwd, resume), resume);
  const nodes = journal.nodes.map(({ address }) => address);
  return { ...connection, nodes, context: connection.context || journal.context };
}
