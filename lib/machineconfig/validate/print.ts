/**
 * Problems as lines for people.
 *
 * @module
 */
import { printable } from "../../output/text.ts";
import { placesIn, type Source } from "../load/locate.ts";
import { cut, pathText, type Problem } from "../problem.ts";

/** Nobody reads on after so many. */
const MOST = 100;

/**
 * A line `file:line:column: path: message; hint` for each problem, with `warning:` before the path
 * of one.
 */
export function printProblems(problems: readonly Problem[], source: Source): string {
  const place = placesIn(source.text);
  const lines = problems.slice(0, MOST).map(({ offset, path, severity, message, hint }) => {
    const { line, column } = place(offset);
    const parts = [
      `${source.name}:${line}:${column}`,
      ...(severity === "warning" ? ["warning"] : []),
      ...(path.length === 0 ? [] : [cut(pathText(path))]),
      hint === undefined ? message : `${message}; ${hint}`,
    ];
    return `${printable(parts.join(": "))}\n`;
  });
  const rest = problems.length - lines.length;
  return lines.join("") + (rest > 0 ? `… and ${rest} more\n` : "");
}
