/**
 * Names and addresses that lists, prompts and shells can show as they are.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { escapeControls } from "../output/text.ts";
import type { Osconfig } from "./types.ts";

/**
 * Makes sure that a text from the command line has no control characters.
 *
 * @param what How errors call it, before the text: `the node`.
 * @throws {OsctlError} of kind `usage`.
 */
export function requirePlain(text: string, what: string): void {
  const shown = escapeControls(text);
  if (shown === text) return;
  throw new OsctlError("usage", `${what} "${shown}" has control characters`, {
    hint: "leave out line breaks, tabs and whatever else is invisible",
  });
}

/**
 * Makes sure that the names of the contexts of another file have no control characters.
 *
 * @throws {OsctlError} of kind `input`.
 */
export function requirePlainNames({ contexts, path }: Osconfig): void {
  for (const name of contexts.keys()) {
    const shown = escapeControls(name);
    if (shown === name) continue;
    const place = path === undefined ? "" : ` in "${path}"`;
    throw new OsctlError("input", `the name of context "${shown}"${place} has control characters`, {
      hint: "rename it in that file first",
    });
  }
}
