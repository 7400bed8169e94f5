/**
 * Errors of patches: patch or file, line, column and path, without values.
 *
 * @module
 */
import { combineErrors, MultiError, OsctlError } from "../../errors.ts";
import { locate, problemLines, type Source } from "../load/locate.ts";
import type { Problem } from "../problem.ts";

/** Creates an error at an offset: `<name>:<line>:<column>: <message>`. */
export function errorAt(
  source: Source,
  offset: number,
  message: string,
  hint?: string,
): OsctlError {
  const { line, column } = locate(source.text, offset);
  return new OsctlError(
    "input",
    `${source.name}:${line}:${column}: ${message}`,
    hint === undefined ? {} : { hint },
  );
}

/** Combines the errors among problems of a text; undefined when there are none. */
export function errorOf(problems: readonly Problem[], source: Source): OsctlError | undefined {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return undefined;
  return together(problemLines(errors, source).map((line) => new OsctlError("input", line)));
}

/** Returns the result of an action; undefined when it throws an OsctlError, which is collected. */
export async function collecting<T>(
  failures: OsctlError[],
  action: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    failures.push(error);
    return undefined;
  }
}

/** Combines errors, at least one. */
export function together(failures: readonly OsctlError[]): OsctlError {
  const all = failures.flatMap((failure) =>
    failure instanceof MultiError ? failure.errors : [failure]
  );
  const combined = combineErrors(all);
  if (combined === undefined) throw new Error("no error to combine");
  return combined;
}
