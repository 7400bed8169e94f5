/**
 * Formats problems as lines.
 *
 * @module
 */
import { locate, type Place, placesIn } from "../../yaml/mod.ts";
import { cut, pathText, type Problem } from "../problem.ts";

export { locate, type Place, placesIn };

/** A text and its name in errors. */
export interface Source {
  /** A path, `stdin`, or another origin. */
  readonly name: string;
  readonly text: string;
}

/** Formats `file:line:column: path: message; hint`, with `warning:` before the path of a warning. */
export function problemLine(problem: Problem, source: Source): string {
  return problemLines([problem], source)[0]!;
}

/** Formats a line for each problem. */
export function problemLines(problems: readonly Problem[], source: Source): string[] {
  const place = placesIn(source.text);
  return problems.map(({ offset, path, severity, message, hint }) => {
    const { line, column } = place(offset);
    return [
      `${source.name}:${line}:${column}`,
      ...(severity === "warning" ? ["warning"] : []),
      ...(path.length === 0 ? [] : [cut(pathText(path))]),
      cut(message) + (hint === undefined ? "" : `; ${hint}`),
    ].join(": ");
  });
}
