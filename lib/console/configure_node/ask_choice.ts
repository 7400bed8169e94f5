/**
 * Helpers of questions.
 *
 * @module
 */
import type { Prompts } from "../context.ts";

/** Asks for one of labelled values; `initial` or the first is preselected. */
export async function askChoice<T>(
  prompts: Prompts,
  question: string,
  choices: readonly (readonly [value: T, label: string])[],
  initial?: T,
): Promise<T> {
  const preselected = choices.find(([value]) => value === initial)?.[1];
  const chosen = await prompts.select(question, choices.map(([, label]) => label), preselected);
  return choices.find(([, label]) => label === chosen)![0];
}

/** Returns a validation that accepts an empty text. */
export function optional(
  isValid: (text: string) => boolean,
  hint: string,
): (text: string) => string | undefined {
  return (text) => text === "" || isValid(text) ? undefined : hint;
}
