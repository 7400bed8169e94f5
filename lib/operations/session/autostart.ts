/**
 * Starts sessions in the background, as the preference `session` asks for.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { loadClientConfig } from "../../osconfig/load.ts";
import { createSelfCommand } from "../../platform/self_command.ts";
import { createPrivateFolder } from "../../platform/private_listener.ts";
import type { System } from "../../platform/system.ts";
import { sessionFolder } from "../../rpc/session/mod.ts";
import { checkFolder } from "./records.ts";
import { takeStart } from "./start_marker.ts";
import { BACKGROUND, sessionArguments } from "./start.ts";
import type { SessionFlags } from "./types.ts";

/**
 * Starts a session and does not wait for it: this command has connected directly. Does nothing when
 * another command is starting one, or the folder of sessions cannot be used.
 */
export async function autostartSession(
  system: System,
  flags: SessionFlags,
  idleMs: number,
): Promise<void> {
  const mayRun = Deno.permissions.querySync({ name: "run" });
  if (mayRun.state !== "granted") return;
  const folder = sessionFolder(system);
  try {
    await createPrivateFolder(folder);
    checkFolder(folder);
    if (!await takeStart(folder, system.clock.now())) return;
    const { path } = await loadClientConfig(flags.osconfig, system);
    const { command, args } = createSelfCommand(sessionArguments(flags, path!, idleMs));
    system.spawn(command, { ...BACKGROUND, args, stdout: "null" }).unref();
  } catch (error) {
    // Sessions save time only: the command itself has succeeded.
    if (!(error instanceof OsctlError) && !(error instanceof Deno.errors.PermissionDenied)) {
      throw error;
    }
  }
}
