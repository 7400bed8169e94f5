/**
 * Local validation of a machine configuration before it is sent.
 *
 * @module
 */
import { decodeMachineConfig, type Source } from "../../machineconfig/load/mod.ts";
import { errorOf } from "../../machineconfig/patch/problems.ts";
import { printProblems } from "../../machineconfig/validate/print_problems.ts";
import { validate } from "../../machineconfig/validate/mod.ts";
import type { Release } from "../../distribution.ts";

/**
 * Validates a configuration by the rules common to all platforms; the node checks those of its own.
 *
 * @returns Warnings as lines.
 * @throws {OsctlError} of kind `input` with the position of each error.
 */
export function checkConfig(source: Source, release: Release): string {
  const loaded = decodeMachineConfig(source.text, { release });
  // Mode cloud has no rules of its own. The platform of a node is unknown here.
  const problems = [...loaded.problems, ...validate(loaded, { mode: "cloud", release })]
    .toSorted((a, b) => a.offset - b.offset);
  const error = errorOf(problems, source);
  if (error !== undefined) throw error;
  return printProblems(problems, source);
}
