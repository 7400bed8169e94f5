/**
 * Problems as text lines.
 *
 * @module
 */
import { escapeControls } from "../../output/text.ts";
import { problemLines, type Source } from "../load/locate.ts";
import type { Problem } from "../problem.ts";

/** Maximum number of printed problems. */
const MAX_PRINTED = 100;

/** Returns one line per problem, and one with the number of those beyond the first 100. */
export function printProblems(problems: readonly Problem[], source: Source): string {
  const lines = problemLines(problems.slice(0, MAX_PRINTED), source)
    .map((line) => `${escapeControls(line)}\n`);
  const rest = problems.length - lines.length;
  return lines.join("") + (rest > 0 ? `… and ${rest} more\n` : "");
}
