/**
 * Prompts on a terminal. The library is loaded at the first prompt.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Terminal } from "../platform/system.ts";
import { unaskable } from "../platform/unaskable.ts";
import { escapeControls } from "../output/text.ts";
import type { Prompts } from "./context.ts";

function demandTerminal(terminal: Pick<Terminal, "isTerminal">, question: string): void {
  const reason = unaskable(terminal);
  if (reason === undefined) return;
  throw new OsctlError("usage", `cannot prompt "${question}": ${reason}`, {
    hint: "pass the answer on the command line",
  });
}

/** Returns prompts on the process's terminal. */
export function terminalPrompts(
  { terminal, signal }: { terminal: Pick<Terminal, "isTerminal">; signal: AbortSignal },
): Prompts {
  /** Returns the answer; throws when the user pressed ^C or Escape. */
  const answered = <T>(answer: T): Exclude<T, symbol> => {
    if (typeof answer !== "symbol") return answer as Exclude<T, symbol>;
    throw new OsctlError("cancelled", "nothing selected");
  };
  return {
    async confirm(question) {
      demandTerminal(terminal, question);
      const { confirm } = await import("@clack/prompts");
      return answered(await confirm({ message: question, initialValue: false, signal }));
    },
    async text(question, { initial = "", validate } = {}) {
      demandTerminal(terminal, question);
      const { text } = await import("@clack/prompts");
      const answer = await text({
        message: question,
        initialValue: initial,
        validate: (given) => validate?.((given ?? "").trim()),
        signal,
      });
      return (answered(answer) ?? "").trim();
    },
    async select(question, choices, initial) {
      demandTerminal(terminal, question);
      const { autocomplete } = await import("@clack/prompts");
      const options = choices.map((choice) => ({ value: choice, label: escapeControls(choice) }));
      const answer = await autocomplete({
        message: question,
        options,
        maxItems: 10,
        signal,
        // Enter while no choice matches the filter.
        validate: (chosen) => chosen === undefined ? "select an item of the list" : undefined,
        ...(initial === undefined ? {} : { initialValue: initial }),
      });
      return answered(answer);
    },
  };
}
