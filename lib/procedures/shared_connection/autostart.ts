/**
 * Starts sessions in the background, as the preference `session` requires.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { locateForReading } from "../../osconfig/locate.ts";
import { fileErrorReason } from "../../platform/files.ts";
import { createSelfCommand } from "../../platform/self_command.ts";
import { createPrivateFolder } from "../../platform/private_listener.ts";
import { sessionFolder } from "../../rpc/session/mod.ts";
import { checkFolder } from "./records.ts";
import { takeStart } from "./start_marker.ts";
import { BACKGROUND_OPTIONS, sessionArguments } from "./start.ts";
import type { SessionOptions } from "./types.ts";
import type { ProcedureSystem } from "../context.ts";

/**
 * Starts a session and does not wait for it: this command has connected directly. Does nothing when
 * another command is starting one, or the folder of sessions cannot be used.
 */
export async function autostartSession(
  system: ProcedureSystem,
  options: SessionOptions,
  idleMs: number,
): Promise<void> {
  const mayRun = Deno.permissions.querySync({ name: "run" });
  if (mayRun.state !== "granted") return;
  const folder = sessionFolder(system);
  try {
    await createPrivateFolder(folder);
    checkFolder(folder);
    const path = await locateForReading(options.osconfig, system);
    // A pipe can be read once only.
    if (path === undefined || !(await Deno.stat(path)).isFile) return;
    if (!await takeStart(folder, system.clock.now())) return;
    const { command, args } = createSelfCommand(sessionArguments(options, path, idleMs));
    system.spawn(command, { ...BACKGROUND_OPTIONS, args, stdout: "null" }).unref();
  } catch (error) {
    // Sessions save time only: the command itself has succeeded.
    if (!(error instanceof OsctlError) && fileErrorReason(error) === undefined) throw error;
  }
}
