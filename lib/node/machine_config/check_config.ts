/**
 * Local validation of a machine configuration before it is sent.
 *
 * @module
 */
import { MultiError, type OsctlError } from "../../errors.ts";
import { decodeMachineConfig, type Source } from "../../machineconfig/load/mod.ts";
import { errorOf } from "../../machineconfig/patch/problems.ts";
import { printProblems } from "../../machineconfig/validate/print_problems.ts";
import { schemaRelease } from "../../machineconfig/schema/releases.ts";
import { rulesRelease, validate } from "../../machineconfig/validate/mod.ts";
import type { Release } from "../../distribution.ts";

/** Errors and warnings of a configuration. */
export interface CheckedConfig {
  readonly errors: readonly OsctlError[];
  /** Warnings as lines. */
  readonly warnings: string;
}

/** Validates a configuration by the rules common to all platforms; the node checks those of its own. */
export function findConfigErrors(source: Source, release: Release): CheckedConfig {
  const loaded = decodeMachineConfig(source.text, { release: schemaRelease(release) });
  // Mode cloud has no rules of its own. The platform of a node is unknown here.
  const rules = rulesRelease(loaded.documents, release);
  const problems = [...loaded.problems, ...validate(loaded, { mode: "cloud", release: rules })]
    .toSorted((a, b) => a.offset - b.offset);
  const error = errorOf(problems, source);
  if (error === undefined) return { errors: [], warnings: printProblems(problems, source) };
  return { errors: error instanceof MultiError ? error.errors : [error], warnings: "" };
}

/**
 * Validates a configuration.
 *
 * @returns Warnings as lines.
 * @throws {OsctlError} of kind `input` with the position of each error.
 */
export function checkConfig(source: Source, release: Release): string {
  const { errors: [first, ...others], warnings } = findConfigErrors(source, release);
  if (first === undefined) return warnings;
  throw others.length === 0 ? first : new MultiError([first, ...others]);
}
