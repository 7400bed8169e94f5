/**
 * Selects other nodes: of another context, or of target expressions.
 *
 * @module
 */
import { isExpression } from "../../../targets/is_expression.ts";
import type { Choices, Selection } from "../../connect.ts";
import type { PageHost } from "./page.ts";
import { PickerPage } from "./picker_page.ts";

/** What can be selected, and how. */
export interface ContextOptions {
  /** What is shown. */
  readonly current: Selection;
  choices(): Promise<Choices>;
  /** Shows pages instead of a view. */
  showPages(): void;
  /** Connects to other nodes. */
  select(selection: Selection): Promise<void>;
}

/** Names of the command. */
export const CONTEXT_COMMANDS = ["context", "ctx"];

/** Reports whether a word of a command line starts a target expression. */
export function isTarget(word: string): boolean {
  return word.startsWith("@");
}

/** The contexts and targets that can be selected. */
export class Contexts {
  readonly #host: PageHost;
  readonly #options: ContextOptions;
  /** Why nothing else can be selected now. */
  readonly #hindrance: () => string | undefined;
  #choices: Choices = { contexts: [], targets: [] };

  constructor(host: PageHost, options: ContextOptions, hindrance: () => string | undefined) {
    this.#host = host;
    this.#options = options;
    this.#hindrance = hindrance;
  }

  /** Reads the choices again, for completion. */
  preload(): void {
    this.#host.run(() => this.#load());
  }

  async #load(): Promise<void> {
    this.#choices = await this.#options.choices();
    this.#host.redraw();
  }

  /** Names of contexts and targets that start with a text. */
  complete(typed: string): readonly string[] {
    const { contexts, targets } = this.#choices;
    const names = isTarget(typed) ? targets : contexts.map(({ name }) => name);
    return names.filter((name) => name.startsWith(typed));
  }

  /** Selects the context and targets of a command line; shows the choices without any. */
  run(words: readonly string[]): void {
    const [first = "", ...rest] = words;
    if (first === "") return this.open();
    const { context } = this.#options.current;
    const isContext = !isExpression([first]);
    this.#select({
      context: isContext ? first : context,
      nodes: (isContext ? rest : words).flatMap((word) => word.split(",")),
    });
  }

  #select(selection: Selection): void {
    const { context, nodes } = selection;
    this.#host.run(async () => {
      const hindrance = this.#hindrance();
      if (hindrance !== undefined) return this.#host.say(hindrance, true);
      this.#host.say(`connecting to ${[context, ...nodes].join(" ")} …`);
      await this.#options.select(selection);
    });
  }

  /** Opens the list of contexts and targets. */
  open(): void {
    const { current } = this.#options;
    this.preload();
    const shown = current.nodes.join(",");
    this.#options.showPages();
    this.#host.open(
      new PickerPage(this.#host, {
        title: "Contexts and targets",
        choices: () => [
          ...this.#choices.contexts.map(({ name, endpoints }) => ({
            text: name,
            detail: endpoints.join(", "),
            isCurrent: name === current.context,
            select: () => this.#select({ context: name, nodes: [] }),
          })),
          ...this.#choices.targets.map((target) => ({
            text: target,
            detail: `of context ${current.context}`,
            isCurrent: target === shown,
            select: () => this.#select({ context: current.context, nodes: [target] }),
          })),
        ],
      }),
    );
  }
}
