/**
 * Locates the client configuration file.
 *
 * @module
 */
import {
  defaultConfigPath,
  REFERENCE_CONFIG_VARIABLE,
  referenceConfigPath,
  SERVICE_ACCOUNT_CONFIG,
} from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { exists } from "../platform/files.ts";
import type { System } from "../platform/system.ts";
import { resolve } from "../platform/paths.ts";
import type { MissingConfig } from "./types.ts";

/** The parts of the system that determine the path. */
export type Surroundings = Pick<System, "env" | "home" | "cwd">;

/**
 * Returns the file to read: `--osconfig`, `OSCONFIG`, the file in the home folder, or of a service
 * account. Undefined when no file is named and none of the usual ones exists.
 *
 * @param flag The value of `--osconfig`; `""` when not given.
 * @param serviceAccountPath The path of the configuration in a pod.
 * @throws {OsctlError} of kind `file` when a file was named that does not exist.
 */
export async function locateForReading(
  flag: string,
  { env, home, cwd }: Surroundings,
  serviceAccountPath: string = SERVICE_ACCOUNT_CONFIG,
): Promise<string | undefined> {
  const named = namedPath(flag, env, cwd);
  if (named !== undefined) {
    if (await exists(named.path)) return named.path;
    throw new OsctlError(
      "file",
      `client configuration "${named.path}" from ${named.by} does not exist`,
      {
        hint: named.by === "OSCONFIG"
          ? "correct the variable OSCONFIG or unset it"
          : "use the path of an existing file",
      },
    );
  }
  for (const path of [defaultConfigPath(home), serviceAccountPath]) {
    if (await exists(path)) return path;
  }
  return undefined;
}

/** Reports whether `--osconfig` or `OSCONFIG` names a file that does not exist yet. */
export async function isNamedFileMissing(
  flag: string,
  { env, cwd }: Surroundings,
): Promise<boolean> {
  const named = namedPath(flag, env, cwd);
  return named !== undefined && !await exists(named.path);
}

/**
 * Returns the file to change, which may not exist yet: `--osconfig`, `OSCONFIG`, the file in the
 * home folder.
 *
 * @throws {OsctlError} of kind `file` when only the read-only one of a service account exists.
 */
export async function locateForWriting(
  flag: string,
  { env, home, cwd }: Surroundings,
  serviceAccountPath: string = SERVICE_ACCOUNT_CONFIG,
): Promise<string> {
  const named = namedPath(flag, env, cwd);
  if (named !== undefined) return named.path;
  const own = defaultConfigPath(home);
  if (await exists(own) || !(await exists(serviceAccountPath))) return own;
  throw new OsctlError(
    "file",
    `the client configuration "${serviceAccountPath}" of this service account is read-only`,
    { hint: "set a writable file with --osconfig or OSCONFIG" },
  );
}

/** Returns the default path, and an existing configuration of talosctl. */
export async function findReference({ env, home, cwd }: Surroundings): Promise<MissingConfig> {
  const variable = env.get(REFERENCE_CONFIG_VARIABLE) || undefined;
  const paths = [...variable === undefined ? [] : [resolve(cwd, variable)]];
  for (const path of [...paths, referenceConfigPath(home)]) {
    if (await exists(path)) return { path: defaultConfigPath(home), reference: path };
  }
  return { path: defaultConfigPath(home), reference: undefined };
}

function namedPath(
  flag: string,
  env: Surroundings["env"],
  cwd: string,
): { path: string; by: string } | undefined {
  if (flag !== "") return { path: resolve(cwd, flag), by: "--osconfig" };
  const variable = env.get("OSCONFIG") ?? "";
  return variable === "" ? undefined : { path: resolve(cwd, variable), by: "OSCONFIG" };
}
