/**
 * Temporary files of an extraction into an existing folder. Their process has a lock on them, so that
 * the next extraction removes the file of a killed one and no other.
 *
 * @module
 */
import { ignoreFileErrors, recordRemoved } from "./leftovers.ts";
import { join } from "./paths.ts";

const NAME = /^\.copy-[0-9a-f]{8}\.tmp$/;

/** A locked temporary file. */
export interface PartialFile {
  readonly path: string;
  readonly file: Deno.FsFile;
}

/** Creates a temporary file in a folder; closing it ends its lock. */
export async function createPartialFile(folder: string): Promise<PartialFile> {
  const id = crypto.randomUUID().slice(0, 8);
  const path = join(folder, `.copy-${id}.tmp`);
  const options = { write: true, createNew: true, mode: 0o600 };
  if (Deno.build.os === "windows") return { path, file: await Deno.open(path, options) };
  // Under its name it is locked, so that no other extraction takes it for a leftover.
  const unlocked = join(folder, `.copy.${id}.new`);
  const file = await Deno.open(unlocked, options);
  try {
    // A file system without locks has no other process that could remove the file either.
    await ignoreFileErrors(() => file.lock(true));
    await Deno.rename(unlocked, path);
    return { path, file };
  } catch (error) {
    file.close();
    await ignoreFileErrors(() => Deno.remove(unlocked));
    throw error;
  }
}

/**
 * Removes this user's temporary files in a folder, unless a process has locked them: it has been killed
 * otherwise. On Windows a file must be closed before it is renamed, so that locks do not protect it.
 */
export async function removePartialFiles(folder: string): Promise<void> {
  if (Deno.build.os === "windows") return;
  // Without the permission, the runtime may prompt for it.
  if ((await Deno.permissions.query({ name: "read", path: folder })).state !== "granted") return;
  await ignoreFileErrors(async () => {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (!isFile || !NAME.test(name)) continue;
      const path = join(folder, name);
      await ignoreFileErrors(async () => {
        if ((await Deno.lstat(path)).uid !== Deno.uid()) return;
        using file = await Deno.open(path, { write: true });
        if (!await file.tryLock(true)) return;
        await Deno.remove(path);
        recordRemoved(path);
      });
    }
  });
}
