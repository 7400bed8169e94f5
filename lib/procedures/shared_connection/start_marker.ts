/**
 * A file that exists while a session starts: of many commands at the same time, one starts it.
 *
 * @module
 */
import { removeIfPresent } from "../../platform/files.ts";

/** Longest start of a session, milliseconds. */
const START_MS = 15_000;

/**
 * Creates the marker; returns false while another command starts a session.
 *
 * @param now Milliseconds since the epoch.
 */
export async function takeStart(folder: string, now: number): Promise<boolean> {
  const path = pathOf(folder);
  if (await create(path)) return true;
  const age = now - await modifiedAt(path);
  if (age >= 0 && age < START_MS) return false;
  // Left by a process that was killed.
  await removeIfPresent(path);
  return await create(path);
}

/** Removes the marker. */
export async function endStart(folder: string): Promise<void> {
  await removeIfPresent(pathOf(folder));
}

async function create(path: string): Promise<boolean> {
  try {
    const file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
    file.close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
}

/** Returns the time of a file, Unix time, milliseconds; 0 when it is gone. */
async function modifiedAt(path: string): Promise<number> {
  try {
    return (await Deno.stat(path)).mtime?.getTime() ?? 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

function pathOf(folder: string): string {
  return `${folder}/starting`;
}
