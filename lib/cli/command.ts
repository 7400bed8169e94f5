/**
 * How a command file states what it is. A command reads fluently and ends as plain data:
 *
 * ```ts
 * export default command("read")
 *   .summary("Print a file of a node")
 *   .args({ path: "<path>" })
 *   .example("osctl read /proc/version", "Print the kernel version")
 *   .run(async (context, { args, flags }) => { … });
 * ```
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import type { Context } from "./context.ts";
import type { CompleterName, FlagTable, FlagValues, PerRelease } from "./flags.ts";
import type { globalFlags } from "./global_flags.ts";

/** How an argument is written in usage: `<needed>`, `[optional]`, `[more...]`; else needed. */
export type ArgumentSpec = string;

/** Arguments by name, in order. */
export type ArgumentTable = Readonly<Record<string, ArgumentSpec>>;

/** How an argument is completed: live by name, or one of fixed values. */
export type ArgumentCompleter = CompleterName | readonly string[];

/** The values a story receives: text, text or undefined, or a list. */
export type ArgumentValues<Table extends ArgumentTable> = {
  [Key in keyof Table]: Table[Key] extends `${string}...${string}` ? readonly string[]
    : Table[Key] extends `[${string}` ? string | undefined
    : string;
};

/** One parsed invocation. */
export interface Invocation<Args extends ArgumentTable, Flags extends FlagTable> {
  args: ArgumentValues<Args>;
  /** Own, group and global flags with defaults filled in, by camelCase key. */
  flags: FlagValues<Flags & typeof globalFlags>;
  /** The camelCase keys of the flags that were given on the command line. */
  given: ReadonlySet<string>;
}

/** The work of a command. Returns when done; throws an `OsctlError` when it failed. */
export type Story<Client, Args extends ArgumentTable, Flags extends FlagTable> = (
  context: Context<Client>,
  invocation: Invocation<Args, Flags>,
) => Promise<void>;

/** An example for the help text. */
export interface Example {
  line: string;
  meaning: string;
}

/**
 * A finished command: plain data and the story. `never` as the client stands for whatever client:
 * such a definition can be looked at, not run.
 */
export interface CommandDefinition<Client = never> {
  readonly kind: "command";
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  /** Longer text for the help, shown below the summary. */
  readonly details: string | undefined;
  readonly args: ArgumentTable;
  readonly argCompleters: Readonly<Record<string, ArgumentCompleter>>;
  /** The arguments as usage writes them, where that differs from `args` joined by spaces. */
  readonly usage: string | PerRelease<string> | undefined;
  readonly flags: FlagTable;
  readonly examples: readonly Example[];
  readonly since: Release | undefined;
  readonly until: Release | undefined;
  readonly extra: boolean;
  readonly hidden: boolean;
  // deno-lint-ignore no-explicit-any -- the builder checked the story against its own tables
  readonly story: Story<Client, any, any>;
}

/** A group of commands. Its flags are inherited by everything below it. */
export interface GroupDefinition<Client = never> {
  readonly kind: "group";
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly flags: FlagTable;
  readonly since: Release | undefined;
  readonly until: Release | undefined;
  readonly extra: boolean;
  readonly hidden: boolean;
  readonly children: readonly Definition<Client>[];
}

/** A node of the command tree. */
export type Definition<Client = never> = CommandDefinition<Client> | GroupDefinition<Client>;

/** What the builder still lets a command file say. */
export class CommandBuilder<
  Client,
  // deno-lint-ignore ban-types -- the empty tables a command starts with
  Args extends ArgumentTable = {},
  // deno-lint-ignore ban-types
  Flags extends FlagTable = {},
> {
  readonly #state: Omit<CommandDefinition<Client>, "story">;

  constructor(state: Omit<CommandDefinition<Client>, "story">) {
    this.#state = state;
  }

  #with<A extends ArgumentTable = Args, F extends FlagTable = Flags>(
    change: Partial<Omit<CommandDefinition<Client>, "story">>,
  ): CommandBuilder<Client, A, F> {
    return new CommandBuilder<Client, A, F>({ ...this.#state, ...change });
  }

  /** Other names of the command. */
  alias(...names: string[]): CommandBuilder<Client, Args, Flags> {
    return this.#with({ aliases: [...this.#state.aliases, ...names] });
  }

  /** One line: what the command does. Starts with a capital, no full stop. */
  summary(text: string): CommandBuilder<Client, Args, Flags> {
    return this.#with({ summary: text });
  }

  /** More about it, in sentences; wrapped to the terminal. */
  details(text: string): CommandBuilder<Client, Args, Flags> {
    return this.#with({ details: text });
  }

  /** The positional arguments, in order, as written in usage. */
  args<const A extends ArgumentTable>(
    table: A,
    complete: { [Key in keyof A]?: ArgumentCompleter } = {},
  ): CommandBuilder<Client, A, Flags> {
    return this.#with<A, Flags>({
      args: table,
      argCompleters: complete as Readonly<Record<string, ArgumentCompleter>>,
    });
  }

  /** How usage writes the arguments, where that is not simply the table joined by spaces. */
  usage(text: string | PerRelease<string>): CommandBuilder<Client, Args, Flags> {
    return this.#with({ usage: text });
  }

  /** Adds flags; called once per table, so shared tables can be spread or chained. */
  flags<F extends FlagTable>(table: F): CommandBuilder<Client, Args, Flags & F> {
    return this.#with<Args, Flags & F>({ flags: { ...this.#state.flags, ...table } });
  }

  /** Types the flags inherited from the group; they are declared by the group, not here. */
  inherits<F extends FlagTable>(_group: F): CommandBuilder<Client, Args, Flags & F> {
    return this.#with<Args, Flags & F>({});
  }

  /** A command line and what it does. */
  example(line: string, meaning: string): CommandBuilder<Client, Args, Flags> {
    return this.#with({ examples: [...this.#state.examples, { line, meaning }] });
  }

  /** The first interface release that has the command. */
  since(release: Release): CommandBuilder<Client, Args, Flags> {
    return this.#with({ since: release });
  }

  /** The last interface release that has the command. */
  until(release: Release): CommandBuilder<Client, Args, Flags> {
    return this.#with({ until: release });
  }

  /** Ours, beyond the interface. */
  extra(): CommandBuilder<Client, Args, Flags> {
    return this.#with({ extra: true });
  }

  /** Not listed in help or completion. */
  hidden(): CommandBuilder<Client, Args, Flags> {
    return this.#with({ hidden: true });
  }

  /** The story; ends the description. */
  run(story: Story<Client, Args, Flags>): CommandDefinition<Client> {
    return { ...this.#state, story };
  }
}

/** Starts the description of a command that reaches nodes through `Client`. */
export function commandFor<Client>(name: string): CommandBuilder<Client> {
  return new CommandBuilder<Client>({
    kind: "command",
    name,
    aliases: [],
    summary: "",
    details: undefined,
    args: {},
    argCompleters: {},
    usage: undefined,
    flags: {},
    examples: [],
    since: undefined,
    until: undefined,
    extra: false,
    hidden: false,
  });
}

/** Describes a group of commands. */
export function group<Client>(
  name: string,
  description:
    & Pick<GroupDefinition<Client>, "summary" | "children">
    & Partial<Omit<GroupDefinition<Client>, "kind" | "name" | "summary" | "children">>,
): GroupDefinition<Client> {
  return {
    kind: "group",
    name,
    aliases: [],
    flags: {},
    since: undefined,
    until: undefined,
    extra: false,
    hidden: false,
    ...description,
  };
}
