/**
 * Prompts with prepared answers.
 *
 * @module
 */
import type { Prompts } from "../../lib/cli/context.ts";
import { OsctlError } from "../../lib/errors.ts";

/** Cancels the prompt, as ^C does. */
export const CANCEL = Symbol("cancel");

/** An answer to the first question that contains the text; others get their initial value. */
export type Answer = readonly [question: string, answer: string | typeof CANCEL];

/** Prompts that record their questions. */
export interface ScriptedPrompts extends Prompts {
  /** Question and answer of each prompt. */
  readonly questions: [question: string, answer: string][];
  /** Invalid answers, each with the reason. */
  readonly rejected: [answer: string, reason: string][];
  /** Answers whose question was not asked. */
  readonly unused: Answer[];
}

/** Returns prompts that give each answer once, in order. A rejected text is followed by the next. */
export function scriptedPrompts(answers: readonly Answer[]): ScriptedPrompts {
  const unused = [...answers];
  const questions: [string, string][] = [];
  const rejected: [string, string][] = [];
  const take = (question: string): string | undefined => {
    const index = unused.findIndex(([part]) => question.includes(part));
    if (index < 0) return undefined;
    const [[, answer]] = unused.splice(index, 1) as [Answer];
    if (typeof answer === "string") return answer;
    throw new OsctlError("cancelled", "no choice made");
  };
  const record = (question: string, answer: string) => {
    questions.push([question, answer]);
    return answer;
  };
  return {
    questions,
    rejected,
    unused,
    confirm: (question) => Promise.resolve(record(question, take(question) ?? "no") === "yes"),
    text: async (question, { initial = "", validate } = {}) => {
      await Promise.resolve();
      while (true) {
        const text = take(question) ?? initial;
        const reason = validate?.(text);
        if (reason === undefined) return record(question, text);
        rejected.push([text, reason]);
      }
    },
    select: async (question, choices, initial = choices[0]!) => {
      await Promise.resolve();
      const scripted = take(question);
      const choice = scripted === undefined
        ? initial
        : choices.find((one) => one.includes(scripted));
      if (choice === undefined) throw new Error(`no "${scripted}" in ${choices.join("; ")}`);
      return record(question, choice);
    },
  };
}
