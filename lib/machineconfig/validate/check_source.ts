/**
 * Validates a configuration file.
 *
 * @module
 */
import { decodeMachineConfig } from "../load/load.ts";
import { type ReadPlace, readSource } from "../load/source.ts";
import type { Source } from "../load/locate.ts";
import type { Problem } from "../problem.ts";
import { validate, type ValidateOptions } from "./validate.ts";

/** Result of `checkSource`. */
export interface Checked {
  readonly source: Source;
  /** Sorted by offset. */
  readonly problems: readonly Problem[];
}

/**
 * Reads and validates the file at `path`, or standard input for `-`.
 *
 * @throws {OsctlError} of kind `file` when it cannot be read.
 */
export async function checkSource(
  path: string,
  place: ReadPlace,
  options: ValidateOptions & { readonly strict: boolean },
): Promise<Checked> {
  const source = await readSource(path, place);
  if (source.problems.length > 0) return { source, problems: source.problems };
  const loaded = decodeMachineConfig(source.text, options);
  const problems = [...loaded.problems, ...validate(loaded, options)]
    .toSorted((a, b) => a.offset - b.offset);
  if (!options.strict) return { source, problems };
  return { source, problems: problems.map((one) => ({ ...one, severity: "error" })) };
}
