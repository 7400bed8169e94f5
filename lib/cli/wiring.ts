/**
 * What `commands/` supplies to the command layer.
 *
 * @module
 */
import type { System } from "../platform/system.ts";
import type { Context, GlobalValues, OpenOptions, Prompts } from "./context.ts";
import type { CompleterName } from "./flags.ts";

/** What a completer may look at: the line typed so far. */
export interface CompletionRequest {
  /** The beginning of the word being completed. */
  prefix: string;
  /** The values of the flags on the line, by camelCase key, with defaults filled in. */
  flags: GlobalValues & Readonly<Record<string, unknown>>;
  /** The arguments given before this one. */
  args: readonly string[];
}

/** Gives the candidates for a value. Slow or failing ones are dropped silently. */
export type Completer<Client> = (
  context: Context<Client>,
  request: CompletionRequest,
) => Promise<readonly string[]>;

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

/** The part of a context that a client is opened with. */
export type ClientContext = System & Pick<Context, "release" | "status">;

/** The parts of a program that `lib/cli` cannot know. */
export interface Wiring<Client> {
  /** Opens a client for the nodes the flags and the client configuration name. */
  openClient(system: ClientContext, options: OpenOptions): Promise<Client>;
  /** One line that a person at a terminal should read before a command runs. */
  warning?(system: System, flags: GlobalValues): Promise<string | undefined>;
  /** Loads what gives live values for shell completion. */
  completers?(): Promise<Completers<Client>>;
  /**
   * Told which command is about to be loaded and run, for what can be prepared meanwhile.
   *
   * @param path Its names below the program's, for example `["etcd", "status"]`.
   * @param given The names of the flags on the line.
   */
  starting?(system: System, path: readonly string[], given: ReadonlySet<string>): void;
  /** Questions to a person; on the process's terminal when left out. */
  prompts?: Prompts;
  /** Receives the flags of a line once its command has ended, and the error that ended it. */
  ended?(flags: readonly GivenFlag[], error?: unknown): void;
}
