/**
 * Validates a configuration file.
 *
 * @module
 */
import { decodeMachineConfig } from "../load/load.ts";
import { type ReadPlace, readSource } from "../load/source.ts";
import type { Source } from "../load/locate.ts";
import type { Problem } from "../problem.ts";
import type { ConfigRelease } from "../schema/types.ts";
import { rulesRelease } from "./rules_release.ts";
import { validate, type ValidateOptions } from "./validate.ts";

/** Options of `checkSource`; `release` is the release of the schema. */
export interface SourceOptions extends ValidateOptions {
  readonly strict: boolean;
  /** Selects the rules by the content, from this release on, for nodes of an unknown release. */
  readonly oldestRules?: ConfigRelease;
}

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
  options: SourceOptions,
): Promise<Checked> {
  const source = await readSource(path, place);
  if (source.problems.length > 0) return { source, problems: source.problems };
  const loaded = decodeMachineConfig(source.text, options);
  const release = options.oldestRules === undefined
    ? options.release
    : rulesRelease(loaded.documents, options.oldestRules);
  const problems = [...loaded.problems, ...validate(loaded, { ...options, release })]
    .toSorted((a, b) => a.offset - b.offset);
  if (!options.strict) return { source, problems };
  return { source, problems: problems.map((one) => ({ ...one, severity: "error" })) };
}
