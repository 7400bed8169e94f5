/**
 * Warnings about the client configuration before any command runs.
 *
 * @module
 */
import { SERVICE_ACCOUNT_CONFIG } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { shellQuoted } from "../output/shell_quoted.ts";
import { fileErrorReason } from "../platform/files.ts";
import type { System } from "../platform/system.ts";
import { clientCertificate, expiryWarning } from "./credentials.ts";
import { loadClientConfig } from "./load.ts";
import { locateForReading, type Surroundings } from "./locate.ts";
import { selectContext } from "./select.ts";

/** Flags that select the configuration; `""` when not given. */
export interface ConfigFlags {
  readonly osconfig: string;
  readonly context: string;
}

/**
 * Returns a line when others can read the file with its keys, and one when the client certificate of
 * the context in use expires soon. A missing or unreadable configuration is left to the command that
 * requires it, and so is a pipe, which can be read only once.
 */
export async function dueWarnings(
  flags: ConfigFlags,
  system: Surroundings & Pick<System, "clock">,
): Promise<string[]> {
  const warnings: string[] = [];
  try {
    const path = await locateForReading(flags.osconfig, system);
    if (path === undefined) return warnings;
    const { isFile, mode } = await Deno.stat(path);
    if (!isFile) return warnings;
    warnings.push(
      ...Deno.build.os === "windows" ? await readableOnWindows(path) : readableByOthers(path, mode),
    );
    const context = selectContext(await loadClientConfig(flags.osconfig, system), flags.context);
    const facts = clientCertificate(context);
    const now = system.clock.now();
    const expiry = facts && expiryWarning(context, facts, now, flags.osconfig);
    if (expiry !== undefined) warnings.push(expiry);
    return warnings;
  } catch (error) {
    if (error instanceof OsctlError || fileErrorReason(error) !== undefined) return warnings;
    throw error;
  }
}

/** Permission bits to read a file, of others than its owner. */
const READ_BITS = 0o044;

/** Warns about a file that others can read; the file of a service account is mounted as it is. */
function readableByOthers(path: string, mode: number | null): string[] {
  if (mode === null || (mode & READ_BITS) === 0 || path === SERVICE_ACCOUNT_CONFIG) return [];
  const bits = (mode & 0o777).toString(8).padStart(4, "0");
  return [
    `others can read the client configuration "${path}" and its keys (mode ${bits}); run: ` +
    `chmod 600 ${shellQuoted(path)}`,
  ];
}

async function readableOnWindows(path: string): Promise<string[]> {
  const { AclError, readAccessList } = await import("../platform/windows_acl.ts");
  try {
    if (!grantsOthers(readAccessList(path))) return [];
  } catch (error) {
    // A drive without access control lists.
    if (error instanceof AclError) return [];
    throw error;
  }
  return [
    `others can read the client configuration "${path}" and its keys; run: ` +
    `icacls "${path}" /inheritance:r /grant:r "%USERNAME%:F"`,
  ];
}

/**
 * Reports whether an access control list, as text of the Security Descriptor Definition Language,
 * allows access to everyone, anonymous, authenticated, interactive or all users, or guests.
 */
export function grantsOthers(list: string): boolean {
  return /\(A;[^;()]*;[^;()]*;[^;()]*;[^;()]*;(?:WD|AN|AU|IU|BU|BG)\)/.test(list);
}
