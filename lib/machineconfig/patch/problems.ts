/**
 * Errors of patches: each names the patch or the file, line, column and path, never a value.
 *
 * @module
 */
import { MultiError, OsctlError } from "../../errors.ts";
import { locate, problemLines, type Source } from "../load/locate.ts";
import type { Problem } from "../problem.ts";

/** An error at a place of a text: `<name>:<line>:<column>: <message>`. */
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

/** One error for the errors among problems of a text; undefined when there is none. */
export function errorOf(problems: readonly Problem[], source: Source): OsctlError | undefined {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return undefined;
  return together(problemLines(errors, source).map((line) => new OsctlError("input", line)));
}

/** What the action gives; undefined when it fails in a way that is for people: that is put down. */
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

/** Errors, at least one, as one. */
export function together(failures: readonly OsctlError[]): OsctlError {
  const all = failures.flatMap((failure) =>
    failure instanceof MultiError ? failure.errors : [failure]
  );
  const [first, ...others] = all;
  if (first === undefined) throw new Error("an error without a reason");
  return others.length === 0 ? first : new MultiError([first, ...others]);
}
