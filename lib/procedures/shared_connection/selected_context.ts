/**
 * The context of a command about sessions.
 *
 * @module
 */
import { loadClientConfig } from "../../osconfig/load.ts";
import type { System } from "../../platform/system.ts";
import type { SessionFlags } from "./types.ts";

/** Returns the name of `--context`, or of the current context; it may be gone. */
export async function selectedContext(
  system: Pick<System, "env" | "home" | "cwd">,
  { context, osconfig }: SessionFlags,
): Promise<string> {
  return context === "" ? (await loadClientConfig(osconfig, system)).current : context;
}
