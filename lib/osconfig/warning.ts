/**
 * Warnings about the client configuration before any command runs.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
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
 * Returns a line when the client certificate of the context in use expires within 7 days. A missing
 * or unreadable configuration is left to the command that requires it, and so is a pipe, which can be
 * read only once.
 */
export async function dueWarning(
  flags: ConfigFlags,
  system: Surroundings & Pick<System, "clock">,
): Promise<string | undefined> {
  try {
    const path = await locateForReading(flags.osconfig, system);
    if (path === undefined || !(await Deno.stat(path)).isFile) return undefined;
    const context = selectContext(await loadClientConfig(flags.osconfig, system), flags.context);
    const facts = clientCertificate(context);
    return facts && expiryWarning(context, facts, system.clock.now(), flags.osconfig);
  } catch (error) {
    if (error instanceof OsctlError || fileErrorReason(error) !== undefined) return undefined;
    throw error;
  }
}
