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
import { CAPTURE_BYTES, parseExpression } from "./parse_expression.ts";

/**
 * Compiles a filter expression for a link type.
 *
 * @throws {OsctlError} of kind `usage` for an invalid expression.
 */
export function compileFilter(expression: string, linkType: number): Instruction[] {
  const program = assemble(parseExpression(expression, linkType), CAPTURE_BYTES);
  if (program.length > MAX_INSTRUCTIONS) {
    throw new OsctlError(
      "usage",
      `the filter expression compiles to ${program.length} instructions`,
      { hint: `use at most ${MAX_INSTRUCTIONS}, for example networks instead of hosts` },
    );
  }
  return program;
}

/**
 * Parses a filter in compiled form, or compiles an expression. A blank filter has no instructions.
 *
 * @throws {OsctlError} of kind `usage` for an invalid filter.
 */
export function parseFilter(filter: string, linkType: number): Instruction[] {
  if (filter.trim() === "") return [];
  return isCompiled(filter) ? parseInstructions(filter) : compileFilter(filter, linkType);
}
