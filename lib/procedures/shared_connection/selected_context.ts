/**
 * The context of a command about sessions.
 *
 * @module
 */
import { loadClientConfig } from "../../osconfig/load.ts";
import type { SessionOptions } from "./types.ts";
import type { ProcedureSystem } from "../context.ts";

/** Returns the name of `--context`, or of the current context; it may be gone. */
export async function selectedContext(
  system: Pick<ProcedureSystem, "env" | "home" | "cwd">,
  { context, osconfig }: SessionOptions,
): Promise<string> {
  return context === "" ? (await loadClientConfig(osconfig, system)).current : context;
}
