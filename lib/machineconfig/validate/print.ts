/**
 * Problems as lines for people.
 *
 * @module
 */
import { printable } from "../../output/text.ts";
import { problemLines, type Source } from "../load/locate.ts";
import type { Problem } from "../problem.ts";

/** Nobody reads on after so many. */
const MOST = 100;

/** A line for each problem, and one for those beyond the first hundred. */
export function printProblems(problems: readonly Problem[], source: Source): string {
  const lines = problemLines(problems.slice(0, MOST), source)
    .map((line) => `${printable(line)}\n`);
  const rest = problems.length - lines.length;
  return lines.join("") + (rest > 0 ? `… and ${rest} more\n` : "");
}
