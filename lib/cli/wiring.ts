/**
 * Dependencies that `commands/` supplies to the command layer.
 *
 * @module
 */
import type { System } from "../platform/system.ts";
import type { Context, GlobalValues, OpenOptions, Prompts } from "./context.ts";
import type { NodeChange } from "./command.ts";
import type { CompleterName } from "./flags.ts";

/** Input of a completer: the line typed so far. */
export interface CompletionRequest {
  /** The beginning of the word being completed. */
  prefix: string;
  /** The values of the flags on the line, by camelCase key, with defaults filled in. */
  flags: GlobalValues & Readonly<Record<string, unknown>>;
  /** The arguments given before this one. */
  args: readonly string[];
  /** Names of the command below the program's, joined by spaces: `etcd status`. */
  path: string;
  /** Returns what the command prints for `--columns help`, by running it. */
  columnHelp(options: { readonly mayCallNodes: boolean }): Promise<readonly string[]>;
}

/** A candidate and its description. */
export interface Suggestion {
  readonly value: string;
  readonly meaning: string;
}

/** Returns candidates for a value. Slow or failing completers yield none. */
export type Completer<Client> = (
  context: Context<Client>,
  request: CompletionRequest,
) => Promise<readonly (string | Suggestion)[]>;

/** Completers by name. Local files and folders are completed by the shell itself. */
export type Completers<Client> = {
  readonly [Name in Exclude<CompleterName, "localFile" | "localFolder">]?: Completer<Client>;
};

/** A flag on a command line. */
export interface GivenFlag {
  /** The path of the definition that declares it, without the program's name. */
  readonly declaredBy: string;
  readonly name: string;
}

/** A command that runs, and the use of its clients. */
export interface RunningCommand {
  /** How the nodes that it changes are shown; undefined for a read. */
  readonly changesNodes: NodeChange | undefined;
  /** Whether it calls no node. */
  readonly isLocal: boolean;
  readonly clients: {
    /** Whether configured nodes were called. */
    hasCalled: boolean;
    /** Whether a client has connected without a session. */
    isUnshared: boolean;
    /** Whether unknown keys of the context were reported. */
    hasWarned: boolean;
  };
}

/** The part of a context that a client is opened with. */
export type ClientContext = System & Pick<Context, "release" | "status" | "trace"> & {
  /** Undefined while a line is completed. */
  readonly running?: RunningCommand | undefined;
};

/** Dependencies of the command layer. */
export interface Wiring<Client> {
  /** Opens a client for the nodes the flags and the client configuration name. */
  openClient(system: ClientContext, options: OpenOptions): Promise<Client>;
  /** Returns warnings to print on a terminal before a command runs. */
  warnings?(system: System, flags: GlobalValues): Promise<readonly string[]>;
  /** Loads the completers. */
  completers?(): Promise<Completers<Client>>;
  /** Called before a command is loaded, to prepare what it will need. */
  starting?(system: ClientContext): void;
  /**
   * Called after the handler of a command.
   *
   * @param error What the handler threw; undefined after success.
   */
  finished?(system: ClientContext, flags: GlobalValues, error: unknown): Promise<void>;
  /** Prompts; on the process's terminal when absent. */
  prompts?: Prompts;
  /** Receives the flags of a line once its command has ended, and the error that ended it. */
  ended?(flags: readonly GivenFlag[], error?: unknown): void;
}
