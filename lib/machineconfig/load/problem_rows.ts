/**
 * Problems of a configuration as rows.
 *
 * @module
 */
import type { View } from "../../output/rows.ts";
import { pathText, type Problem } from "../problem.ts";
import { placesIn, type Source } from "./locate.ts";

/** A problem and its position, from 1. */
export interface ProblemRow {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly problem: Problem;
}

/** Returns a row for each problem. */
export function toProblemRows(problems: readonly Problem[], source: Source): ProblemRow[] {
  const place = placesIn(source.text);
  return problems.map((problem) => ({ file: source.name, ...place(problem.offset), problem }));
}

/** View of problems; the text output is not a table. */
export const problemsView: View<ProblemRow> = {
  local: true,
  name: null,
  columns: [],
  fields: {
    file: ({ file }) => file,
    line: ({ line }) => line,
    column: ({ column }) => column,
    path: ({ problem }) => pathText(problem.path),
    severity: ({ problem }) => problem.severity,
    message: ({ problem }) => problem.message,
    hint: ({ problem }) => problem.hint ?? null,
  },
};
