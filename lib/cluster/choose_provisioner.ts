/**
 * Selection of the provisioner and state folder, and rejection of flags it does not support.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { resolve } from "../platform/paths.ts";
import { createSelfCommand } from "../platform/self_command.ts";
import type { System } from "../platform/system.ts";
import { ClusterState } from "./cluster_state.ts";
import { SandboxProvisioner } from "./sandbox_provisioner.ts";
import type { Provisioner, ProvisionerSystem } from "./types.ts";

/**
 * Creates the provisioner of a name.
 *
 * @param hint Suggestion when the build lacks it.
 * @throws {OsctlError} of kind `unsupported` for a provisioner that this build lacks, of kind `usage`
 *   for an unknown name.
 */
export function chooseProvisioner(
  name: string,
  system: ProvisionerSystem,
  hint = "use --provisioner sandbox",
): Provisioner {
  if (name === "sandbox") return new SandboxProvisioner(system, createSelfCommand);
  if (name === "docker" || name === "qemu") {
    throw new OsctlError("unsupported", `provisioner "${name}" is not available in this build`, {
      hint,
    });
  }
  throw new OsctlError("usage", `unknown provisioner "${name}"`, { hint });
}

/** Selection of an existing cluster. */
export interface ClusterSelection {
  readonly name: string;
  /** State folder, resolved. */
  readonly stateFolder: string;
  /** Value of `--provisioner`; undefined when not given. */
  readonly provisioner: string | undefined;
}

/**
 * Creates the provisioner of an existing cluster: the given one, or that of its record. An unreadable
 * record belongs to the sandbox, whose methods report it.
 */
export async function findProvisioner(
  { name, stateFolder, provisioner }: ClusterSelection,
  system: ProvisionerSystem,
): Promise<Provisioner> {
  if (provisioner !== undefined) return chooseProvisioner(provisioner, system);
  try {
    const record = await new ClusterState(stateFolder, name).readRecord();
    return chooseProvisioner(record?.provisioner ?? "sandbox", system);
  } catch (error) {
    if (error instanceof OsctlError && error.kind === "input") {
      return chooseProvisioner("sandbox", system);
    }
    throw error;
  }
}

/** Resolves a `--state` value; `<home>` is replaced by the home folder. */
export function resolveStateFolder(
  value: string,
  { home, cwd }: Pick<System, "home" | "cwd">,
): string {
  return resolve(cwd, value.replace(/^<home>(?=\/|$)/, home));
}

/**
 * Rejects the first given flag that the provisioner does not support.
 *
 * @param given camelCase keys of the flags on the command line.
 * @param table flags of the command.
 * @param supported keys that the provisioner supports.
 * @throws {OsctlError} of kind `unsupported` with the flag.
 */
export function rejectUnsupportedFlags(
  given: ReadonlySet<string>,
  table: Readonly<Record<string, unknown>>,
  supported: ReadonlySet<string>,
): void {
  const key = Object.keys(table).find((name) => given.has(name) && !supported.has(name));
  if (key === undefined) return;
  const flag = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new OsctlError("unsupported", `the sandbox provisioner does not support --${flag}`, {
    hint: "remove it",
  });
}
