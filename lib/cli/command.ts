/**
 * Builder of command definitions. A definition is plain data:
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

/** An argument in usage notation: `<required>`, `[optional]`, `[repeated...]`; otherwise required. */
export type ArgumentSpec = string;

/** Arguments by name, in order. */
export type ArgumentTable = Readonly<Record<string, ArgumentSpec>>;

/** Completion of an argument: a completer's name, or fixed values. */
export type ArgumentCompleter = CompleterName | readonly string[];

/** Argument values passed to a handler: a string, a string or undefined, or a list. */
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
  /** Prints the help of the command. */
  printHelp: () => Promise<void>;
  /** Returns the names and aliases of the program's commands. */
  commandNames: () => readonly string[];
}

/** Runs a command. Throws an `OsctlError` on failure. */
export type Handler<Client, Args extends ArgumentTable, Flags extends FlagTable> = (
  context: Context<Client>,
  invocation: Invocation<Args, Flags>,
) => Promise<void>;

/** An example in the help text. */
export interface Example {
  line: string;
  meaning: string;
}

/** How a command shows the nodes that it changes, before the change. */
export interface NodeChange {
  /** `asks`: the command lists them itself when it asks; `prints`: they are printed. */
  readonly shows: "asks" | "prints";
  /** Whether its events with `-o json` start with a record of the nodes. */
  readonly isRecorded?: boolean;
  /** Whether the only node of the client configuration is printed, too. */
  readonly showsSingle?: boolean;
}

/** Keys of the global flags that take effect for a command that calls no node. */
export type UsedGlobals = readonly string[] | "all";

/**
 * A command: plain data and the handler. A definition whose client is `never` can be inspected, not
 * run.
 */
export interface CommandDefinition<Client = never> {
  readonly kind: "command";
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  /** Help text below the summary. */
  readonly details: string | undefined;
  readonly args: ArgumentTable;
  readonly argCompleters: Readonly<Record<string, ArgumentCompleter>>;
  /** Arguments in usage notation, when not `args` joined by spaces. */
  readonly usage: string | PerRelease<string> | undefined;
  /** The flag for what users may pass as an argument instead. */
  readonly argumentFlag: string | undefined;
  readonly flags: FlagTable;
  readonly examples: readonly Example[];
  readonly since: Release | undefined;
  readonly until: Release | undefined;
  readonly extra: boolean;
  readonly hidden: boolean;
  /** The output is finite text, which the user's pager may show. */
  readonly paged: boolean;
  /** Undefined for a command that changes no node. */
  readonly changesNodes: NodeChange | undefined;
  /** Undefined as in the group above it. */
  readonly globals: UsedGlobals | undefined;
  /** The flag, by key, with which the command calls no node. */
  readonly localFlag: string | undefined;
  /** Section in the help of its group. */
  readonly section: string | undefined;
  // deno-lint-ignore no-explicit-any -- the builder checked the handler against its own tables
  readonly handler: Handler<Client, any, any>;
}

/** A group of commands, which inherit its flags. */
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
  /** Commands of the interface that this build lacks. */
  readonly missing: readonly MissingCommand[];
  /** Titles of the sections of the help, in order; one section of all commands when empty. */
  readonly sections: readonly string[];
  /** Section in the help of the group above it. */
  readonly section: string | undefined;
  /** Keys of the global flags that take effect for its commands; all when undefined. */
  readonly globals: UsedGlobals | undefined;
  /** Commands of other tools, and the command lines that serve their purpose. */
  readonly synonyms: Synonyms;
}

/** Command lines, without the program's name, by a word that users of other tools type. */
export type Synonyms = Readonly<Record<string, readonly [string, ...string[]]>>;

/** A command of the interface that this build lacks. */
export interface MissingCommand {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly since?: Release;
}

/** A node of the command tree. */
export type Definition<Client = never> = CommandDefinition<Client> | GroupDefinition<Client>;

/** Builds a command definition. Every method changes the builder: copies cost time at each start. */
export class CommandBuilder<
  Client,
  // deno-lint-ignore ban-types -- the empty tables a command starts with
  Args extends ArgumentTable = {},
  // deno-lint-ignore ban-types
  Flags extends FlagTable = {},
> {
  readonly #state: Omit<CommandDefinition<Client>, "handler">;

  constructor(state: Omit<CommandDefinition<Client>, "handler">) {
    this.#state = state;
  }

  #with<A extends ArgumentTable = Args, F extends FlagTable = Flags>(
    change: Partial<Omit<CommandDefinition<Client>, "handler">>,
  ): CommandBuilder<Client, A, F> {
    Object.assign(this.#state, change);
    return this as unknown as CommandBuilder<Client, A, F>;
  }

  /** Adds aliases. */
  alias(...names: string[]): CommandBuilder<Client, Args, Flags> {
    return this.#with({ aliases: [...this.#state.aliases, ...names] });
  }

  /** Sets the summary: imperative, at most eight words, starts with a capital, no full stop. */
  summary(text: string): CommandBuilder<Client, Args, Flags> {
    return this.#with({ summary: text });
  }

  /** Sets the help text below the summary; wrapped to the terminal's width. */
  details(text: string): CommandBuilder<Client, Args, Flags> {
    return this.#with({ details: text });
  }

  /** Sets the positional arguments, in order, in usage notation. */
  args<const A extends ArgumentTable>(
    table: A,
    complete: { [Key in keyof A]?: ArgumentCompleter } = {},
  ): CommandBuilder<Client, A, Flags> {
    return this.#with<A, Flags>({
      args: table,
      argCompleters: complete as Readonly<Record<string, ArgumentCompleter>>,
    });
  }

  /** Sets the arguments in usage notation, when not the table joined by spaces. */
  usage(text: string | PerRelease<string>): CommandBuilder<Client, Args, Flags> {
    return this.#with({ usage: text });
  }

  /** Sets the flag that an unexpected argument suggests, by name. */
  argumentFlag(name: string): CommandBuilder<Client, Args, Flags> {
    return this.#with({ argumentFlag: name });
  }

  /** Adds a table of flags. */
  flags<F extends FlagTable>(table: F): CommandBuilder<Client, Args, Flags & F> {
    return this.#with<Args, Flags & F>({ flags: { ...this.#state.flags, ...table } });
  }

  /** Adds the types of flags that the group declares. */
  inherits<F extends FlagTable>(_group: F): CommandBuilder<Client, Args, Flags & F> {
    return this.#with<Args, Flags & F>({});
  }

  /** Adds an example: a command line and its effect. */
  example(line: string, meaning: string): CommandBuilder<Client, Args, Flags> {
    return this.#with({ examples: [...this.#state.examples, { line, meaning }] });
  }

  /** Sets the first interface release with the command. */
  since(release: Release): CommandBuilder<Client, Args, Flags> {
    return this.#with({ since: release });
  }

  /** Sets the last interface release with the command. */
  until(release: Release): CommandBuilder<Client, Args, Flags> {
    return this.#with({ until: release });
  }

  /** Marks a command outside of the interface. */
  extra(): CommandBuilder<Client, Args, Flags> {
    return this.#with({ extra: true });
  }

  /** Hides the command from help and completion. */
  hidden(): CommandBuilder<Client, Args, Flags> {
    return this.#with({ hidden: true });
  }

  /** Shows output that exceeds the screen in the user's pager, unless it follows a source. */
  paged(): CommandBuilder<Client, Args, Flags> {
    return this.#with({ paged: true });
  }

  /** Sets how the nodes that the command changes are shown before the change. */
  changesNodes(
    shows: NodeChange["shows"],
    options: Omit<NodeChange, "shows"> = {},
  ): CommandBuilder<Client, Args, Flags> {
    return this.#with({ changesNodes: { shows, ...options } });
  }

  /** Marks a command that calls no node, and sets the global flags that take effect. */
  usesGlobals(...keys: string[]): CommandBuilder<Client, Args, Flags> {
    return this.#with({ globals: keys });
  }

  /** Marks a command of a local group that calls nodes: all global flags take effect. */
  callsNodes(): CommandBuilder<Client, Args, Flags> {
    return this.#with({ globals: "all" });
  }

  /** Sets the flag, by key, with which the command calls no node. */
  localWith(key: string): CommandBuilder<Client, Args, Flags> {
    return this.#with({ localFlag: key });
  }

  /** Sets the section in the help of the group. */
  section(title: string): CommandBuilder<Client, Args, Flags> {
    return this.#with({ section: title });
  }

  /** Sets the handler and returns the definition. */
  run(handler: Handler<Client, Args, Flags>): CommandDefinition<Client> {
    return { ...this.#state, handler };
  }
}

/** Returns a builder for a command whose context opens a `Client`. */
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
    argumentFlag: undefined,
    flags: {},
    examples: [],
    since: undefined,
    until: undefined,
    extra: false,
    hidden: false,
    paged: false,
    changesNodes: undefined,
    globals: undefined,
    localFlag: undefined,
    section: undefined,
  });
}

/** Returns the definition of a group of commands. */
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
    missing: [],
    sections: [],
    section: undefined,
    globals: undefined,
    synonyms: {},
    ...description,
  };
}
