/**
 * Edits the preferences in the user's editor.
 *
 * @module
 */
import { preferencesPath } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { type EditorSystem, runEditor } from "../node/machine_config/mod.ts";
import { dirname } from "../platform/paths.ts";
import { ensureFolder, readText, removeIfPresent, writeFileAtomic } from "../platform/files.ts";
import type { System } from "../platform/system.ts";
import { changePreferences, parsePreferences, readPreferencesText } from "../preferences/mod.ts";

/** Content of a new file. */
const EXAMPLE = `# Preferences of osctl. Uncomment what you need.
#
# groups:
#   db: [worker-1, worker-2]
#   edge: "@workers,-@db"
#   racked:
#     from: [list-nodes, --rack, "7"]
# maxParallel: 32
# confirmations: always
# session: 10m
# time:
#   zone: Europe/Berlin
#   format: datetime
`;

/**
 * Opens a copy of the preferences in the editor and stores a valid result.
 *
 * @throws {OsctlError} of kind `input` for an invalid result, which stays in the copy.
 */
export async function editPreferences(
  system: EditorSystem & Pick<System, "home" | "random">,
): Promise<void> {
  const path = preferencesPath(system.home);
  await ensureFolder(dirname(path), 0o700);
  const before = await readPreferencesText(system);
  const copy = `${path.replace(/\.yaml$/, "")}-${system.random.bytes(4).toHex()}.yaml`;
  await writeFileAtomic(copy, before === "" ? EXAMPLE : before, { mode: 0o600, overwrite: false });
  let isInvalid = false;
  try {
    await runEditor(system, copy);
    const after = await readText(copy);
    if (after === before || before === "" && after === EXAMPLE) {
      await system.stderr.write("osctl: no change\n");
      return;
    }
    isInvalid = true;
    parsePreferences(after, copy);
    isInvalid = false;
    await changePreferences(system, (text) => {
      if (text === before) return after;
      throw new OsctlError("input", `"${path}" was changed by another program, nothing was saved`, {
        hint: 'repeat "osctl preferences edit"',
      });
    });
  } finally {
    if (!isInvalid) await removeIfPresent(copy);
  }
}
