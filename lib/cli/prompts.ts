/**
 * Questions to a person on a terminal. The library behind them loads with the first question.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Terminal } from "../platform/system.ts";
import { printable } from "../output/text.ts";
import type { Prompts } from "./context.ts";

/** What keeps a person from seeing or answering a question: `standard input is no terminal`. */
export function unaskable(terminal: Pick<Terminal, "isTerminal">): string | undefined {
  if (!terminal.isTerminal("stdin")) return "standard input is no terminal";
  if (!terminal.isTerminal("stdout")) return "standard output is no terminal";
  return undefined;
}

function demandTerminal(terminal: Pick<Terminal, "isTerminal">, question: string): void {
  const reason = unaskable(terminal);
  if (reason === undefined) return;
  throw new OsctlError("usage", `cannot ask "${question}": ${reason}`, {
    hint: "give the answer on the command line",
  });
}

/** Prompts on the process's own terminal. */
export function terminalPrompts(terminal: Pick<Terminal, "isTerminal">): Prompts {
  /** The answer, or an end of the program when the person pressed ^C or Escape. */
  const answered = <T>(answer: T): Exclude<T, symbol> => {
    if (typeof answer !== "symbol") return answer as Exclude<T, symbol>;
    throw new OsctlError("cancelled", "nothing was chosen");
  };
  return {
    async confirm(question) {
      demandTerminal(terminal, question);
      const { confirm } = await import("@clack/prompts");
      return answered(await confirm({ message: question, initialValue: false }));
    },
    async select(question, choices, initial) {
      demandTerminal(terminal, question);
      const { autocomplete } = await import("@clack/prompts");
      const options = choices.map((choice) => ({ value: choice, label: printable(choice) }));
      const answer = await autocomplete({
        message: question,
        options,
        maxItems: 10,
        // Enter where nothing fits what was typed.
        validate: (chosen) => chosen === undefined ? "choose one of the list" : undefined,
        ...(initial === undefined ? {} : { initialValue: initial }),
      });
      return answered(answer);
    },
  };
}
