/**
 * Compiles filter expressions.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { assemble } from "./assemble.ts";
import {
  type Instruction,
  isCompiled,
  MAX_INSTRUCTIONS,
  parseInstructions,
} from "./instruction.ts";
import { CAPTURE_BYTES, parseFilter } from "./parse_filter.ts";

/**
 * Compiles a filter expression for a link type.
 *
 * @throws {OsctlError} of kind `usage` for an invalid expression.
 */
export function compileFilter(expression: string, linkType: number): Instruction[] {
  const program = assemble(parseFilter(expression, linkType), CAPTURE_BYTES);
  if (program.length > MAX_INSTRUCTIONS) {
    throw new OsctlError(
      "usage",
      `the filter expression needs ${program.length} instructions, at most ${MAX_INSTRUCTIONS} are allowed`,
    );
  }
  return program;
}

/**
 * Parses a filter in compiled form, or compiles an expression.
 *
 * @param linkType Called for an expression.
 * @throws {OsctlError} of kind `usage` for an invalid filter.
 */
export async function toFilterProgram(
  filter: string,
  linkType: () => Promise<number>,
): Promise<Instruction[]> {
  if (filter.trim() === "") return [];
  if (isCompiled(filter)) return parseInstructions(filter);
  return compileFilter(filter, await linkType());
}
