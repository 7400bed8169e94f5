/**
 * Loads the client configuration in use: the only import of node calls from this folder.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { readText } from "../platform/files.ts";
import { CONFIG_LIMITS } from "./limits.ts";
import { findReference, locateForReading, type Surroundings } from "./locate.ts";
import { readPlainForm } from "./plain_form.ts";
import type { Osconfig } from "./types.ts";

export { type CertificateFacts, credentialsOf, expiryError } from "./credentials.ts";
export { type NamedContext, selectContext } from "./select.ts";
export type { ContextRecord, Osconfig } from "./types.ts";

/**
 * Finds and reads the client configuration; without one, the result has no path and no contexts.
 * Creates nothing.
 *
 * @param flag The value of `--osconfig`; `""` when not given.
 * @throws {OsctlError} of kind `file` or `input`.
 */
export async function loadClientConfig(
  flag: string,
  surroundings: Surroundings,
): Promise<Osconfig> {
  const path = await locateForReading(flag, surroundings);
  if (path === undefined) {
    const missing = await findReference(surroundings);
    return { path: undefined, missing, current: "", contexts: new Map() };
  }
  const text = await readText(path, CONFIG_LIMITS);
  const plain = readPlainForm(text, path);
  if (plain !== undefined) return plain;
  const { parseConfig } = await import("./document.ts");
  try {
    return parseConfig(text, path, path).config;
  } catch (error) {
    if (!(error instanceof OsctlError) || error.hint !== undefined) throw error;
    throw new OsctlError(error.kind, error.message, {
      hint: "correct the client configuration, or select another one with --osconfig",
      cause: error,
    });
  }
}
