/**
 * From the flags to a provisioner, a folder, and a refusal of what cannot be honoured.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { resolve } from "../platform/paths.ts";
import { createSelfCommand } from "../platform/self_command.ts";
import type { System } from "../platform/system.ts";
import { SandboxProvisioner } from "./sandbox_provisioner.ts";
import type { Provisioner, Surroundings } from "./types.ts";

/**
 * The provisioner of that name.
 *
 * @throws {OsctlError} of kind `unsupported` for those this build has not, of kind `usage` for
 *   names that mean nothing.
 */
export function chooseProvisioner(name: string, system: Surroundings): Provisioner {
  if (name === "sandbox") return new SandboxProvisioner(system, createSelfCommand);
  const hint = "give --provisioner sandbox";
  if (name === "docker" || name === "qemu") {
    throw new OsctlError("unsupported", `this build has no ${name} provisioner, only the sandbox`, {
      hint,
    });
  }
  throw new OsctlError("usage", `there is no provisioner "${name}"`, { hint });
}

/** The folder of cluster states that a `--state` value means; `<home>` stands for the home folder. */
export function stateFolder(value: string, { home, cwd }: Pick<System, "home" | "cwd">): string {
  return resolve(cwd, value.replace(/^<home>(?=\/|$)/, home));
}

/**
 * Refuses the first flag that was given and that the provisioner does not act on.
 *
 * @param given The camelCase keys given on the command line.
 * @param table The command's own flags.
 * @param honoured The keys the provisioner acts on.
 * @throws {OsctlError} of kind `unsupported` naming the flag.
 */
export function refuseFlags(
  given: ReadonlySet<string>,
  table: Readonly<Record<string, unknown>>,
  honoured: ReadonlySet<string>,
): void {
  const key = Object.keys(table).find((one) => given.has(one) && !honoured.has(one));
  if (key === undefined) return;
  const flag = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new OsctlError("unsupported", `the sandbox provisioner cannot do --${flag}`, {
    hint: "leave it out",
  });
}
