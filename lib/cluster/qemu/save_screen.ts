/**
 * Screens of machines.
 *
 * @module
 */
import { readBytes, removeIfPresent, writeFileAtomic } from "../../platform/files.ts";
import { rejectExistingFiles } from "../../platform/new_files.ts";
import { resolve } from "../../platform/paths.ts";
import type { ProvisionerSystem } from "../types.ts";
import { request } from "./machine_states.ts";
import type { SelectedMachine } from "./select_machine.ts";

/**
 * Saves the screen of a machine as PNG.
 *
 * @throws {OsctlError} of kind `file` when the file exists without `force`, of kind `node` when QEMU
 *   is older than 7.1, which has no PNG.
 */
export async function saveScreen(
  system: ProvisionerSystem,
  { files }: SelectedMachine,
  { file, force }: { readonly file: string; readonly force: boolean },
): Promise<void> {
  const { cwd } = system;
  await rejectExistingFiles([file], { cwd, force });
  // QEMU creates the file with the rights of the cluster, in its folder.
  const temporary = `${files.control}.png.tmp`;
  try {
    await request(files.control, system, "screendump", { filename: temporary, format: "png" });
    await writeFileAtomic(resolve(cwd, file), await readBytes(temporary), {
      mode: 0o644,
      overwrite: force,
    });
  } finally {
    await removeIfPresent(temporary);
  }
}
