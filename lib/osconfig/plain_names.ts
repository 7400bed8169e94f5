/**
 * Rejects names and addresses with control characters.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { escapeControls } from "../output/text.ts";
import type { Osconfig } from "./types.ts";

/**
 * Rejects control characters in a value of the command line.
 *
 * @param what Noun for errors, before the value: `the node`.
 * @throws {OsctlError} of kind `usage`.
 */
export function requirePlain(text: string, what: string): void {
  const shown = escapeControls(text);
  if (shown === text) return;
  throw new OsctlError("usage", `${what} "${shown}" has control characters`, {
    hint: "remove line breaks, tabs and invisible characters",
  });
}

/**
 * Rejects control characters in the context names of another file.
 *
 * @throws {OsctlError} of kind `input`.
 */
export function requirePlainNames({ contexts, path }: Osconfig): void {
  for (const name of contexts.keys()) {
    const shown = escapeControls(name);
    if (shown === name) continue;
    const place = path === undefined ? "" : ` in "${path}"`;
    throw new OsctlError("input", `the name of context "${shown}"${place} has control characters`, {
      hint: "rename the context in that file first",
    });
  }
}
