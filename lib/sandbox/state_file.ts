/**
 * Reads the state of a cluster from files that a crash, a full disk or a person may have corrupted.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { readTextIfPresent } from "../platform/files.ts";
import type { Check } from "../platform/shape.ts";

/** Creates the error for a corrupt file, with the reason if it is known. */
export function corruptFileError(path: string, reason?: string, cause?: unknown): OsctlError {
  const text = reason === undefined ? "" : `: ${reason}`;
  return new OsctlError("input", `"${path}" is corrupt${text}`, {
    hint: 'restore it, or remove the cluster with "osctl cluster destroy"',
    cause,
  });
}

/**
 * Reads a JSON file; undefined when it does not exist.
 *
 * @param hasShape whether the value is a `State`.
 * @throws {OsctlError} of kind `input` when it is corrupt.
 */
export async function readState<State>(path: string, hasShape: Check): Promise<State | undefined> {
  const text = await readTextIfPresent(path);
  return text === undefined ? undefined : parseState<State>(text, path, hasShape);
}

/** Parses JSON of a file; see {@linkcode readState}. */
export function parseState<State>(text: string, path: string, hasShape: Check): State {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The message of the parser quotes the content, which may be secret.
    throw corruptFileError(path, "not JSON", error);
  }
  if (!hasShape(value)) throw corruptFileError(path);
  return value as State;
}
