/**
 * The project: its root and its manifest, `deno.json`.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

/** Path of the root, with a separator at the end. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Flag of the runtime for the program: without V8's baseline compiler, which compiles most functions
 * of a command for a few calls.
 */
export const V8_FLAGS = "--v8-flags=--no-sparkplug";

/** Properties of `deno.json`. */
export interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
}

/** Reads `deno.json` of the project below `root`. */
export async function readManifest(root = ROOT): Promise<Manifest> {
  return JSON.parse(await Deno.readTextFile(`${root}/deno.json`));
}
