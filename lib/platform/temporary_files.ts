/**
 * Temporary files of this process, so that an exit without clean-up leaves none.
 *
 * @module
 */

const PATHS = new Set<string>();

/** Registers a file for {@linkcode removeTemporaryFiles} until it is disposed of. */
export function registerTemporaryFile(path: string): Disposable {
  PATHS.add(path);
  return { [Symbol.dispose]: () => void PATHS.delete(path) };
}

/** Removes all registered files, synchronously since the process is about to exit. */
export function removeTemporaryFiles(): void {
  for (const path of PATHS) {
    try {
      Deno.removeSync(path);
    } catch {
      // Renamed in the meantime; another failure must not prevent the exit.
    }
  }
}
