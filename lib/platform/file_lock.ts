/**
 * An advisory lock across processes.
 *
 * @module
 */
import { sleep } from "../async/sleep.ts";
import { OsctlError } from "../errors.ts";
import { followLinks, removeIfPresent, withFileErrors } from "./files.ts";
import type { Clock } from "./system.ts";
import { registerTemporaryFile } from "./temporary_files.ts";

/** Options of {@linkcode withFileLock}. */
export interface LockOptions {
  clock: Clock;
  /** How long to wait for another holder, milliseconds; 10 s by default. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

const LOCK_TIMEOUT_MS = 10_000;
const MAX_POLL_MS = 50;

/**
 * Runs `action` while holding an exclusive advisory lock on `<path>.lock`, then removes the lock
 * file. The operating system releases the lock of a crashed holder.
 *
 * @throws {OsctlError} of kind `file` after the timeout; the signal's abort reason.
 */
export async function withFileLock<T>(
  path: string,
  options: LockOptions,
  action: () => Promise<T>,
): Promise<T> {
  const lockPath = `${await withFileErrors("lock", path, () => followLinks(path))}.lock`;
  const file = await acquire(path, lockPath, options);
  using _registered = registerTemporaryFile(lockPath);
  try {
    return await action();
  } finally {
    // Removed while held: another process that locks the removed file detects it in `isCurrent`.
    if (Deno.build.os !== "windows") await removeIfPresent(lockPath);
    file.close();
  }
}

async function acquire(path: string, lockPath: string, options: LockOptions): Promise<Deno.FsFile> {
  const { clock, timeoutMs = LOCK_TIMEOUT_MS, signal } = options;
  const deadline = clock.now() + timeoutMs;
  for (let poll = 1;; poll = Math.min(poll * 2, MAX_POLL_MS)) {
    const file = await withFileErrors(
      "lock",
      path,
      () => Deno.open(lockPath, { create: true, write: true, mode: 0o600 }),
    );
    let held = false;
    try {
      held = await tryLock(file, path) &&
        await isCurrent(file, lockPath);
    } finally {
      if (!held) file.close();
    }
    if (held) return file;
    if (clock.now() >= deadline) {
      throw new OsctlError("file", `"${path}" is locked by another process`, {
        hint: "retry when it has finished",
      });
    }
    await sleep(clock, poll, signal);
  }
}

/** Errors of file systems without locks, such as some of a network: ENOLCK, ENOSYS, EOPNOTSUPP. */
const NO_LOCKS = /no locks available|not implemented|not supported/i;

/**
 * Locks an open file exclusively; false while another process holds the lock.
 *
 * @throws {OsctlError} of kind `file`, with a hint for a file system without locks.
 */
export async function tryLock(file: Deno.FsFile, path: string): Promise<boolean> {
  try {
    return await file.tryLock(true);
  } catch (error) {
    const isUnsupported = error instanceof Error && NO_LOCKS.test(error.message);
    if (!isUnsupported) return await withFileErrors("lock", path, () => Promise.reject(error));
    throw new OsctlError("file", `cannot lock "${path}": its file system has no locks`, {
      hint: "use a folder on another file system",
      cause: error,
    });
  }
}

/**
 * Reports whether the locked file is still the one at `path`, and not removed by its previous
 * holder.
 */
export async function isCurrent(file: Deno.FsFile, path: string): Promise<boolean> {
  if (Deno.build.os === "windows") return true;
  try {
    const [ours, there] = await Promise.all([file.stat(), Deno.stat(path)]);
    return ours.ino === there.ino && ours.dev === there.dev;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
