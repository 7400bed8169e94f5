/**
 * Context of a command: the system, the interface release, prompts, and a factory of clients.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import type { CallTrace } from "../output/call_trace.ts";
import type { StatusLine } from "../output/status_line.ts";
import type { System } from "../platform/system.ts";
import type { FlagValues } from "./flags.ts";
import type { globalFlags } from "./global_flags.ts";

/** Values of the flags inherited by every command, without those applied before it runs. */
export type GlobalValues = Omit<FlagValues<typeof globalFlags>, "color">;

/** Options of a prompt for a text. */
export interface TextOptions {
  readonly initial?: string;
  /** Returns why a trimmed text is invalid. */
  readonly validate?: (text: string) => string | undefined;
}

/** Prompts. Every method throws a usage error when stdin is not a terminal. */
export interface Prompts {
  /** Asks for confirmation; anything but yes is no. */
  confirm(question: string): Promise<boolean>;
  /** Asks for a text, `initial` to be edited; returns it trimmed. */
  text(question: string, options?: TextOptions): Promise<string>;
  /** Asks for one of the choices; `initial` or the first is preselected. */
  select(question: string, choices: readonly string[], initial?: string): Promise<string>;
}

/** Options of a connection to nodes. */
export interface OpenOptions {
  /** The flags given on the command line. */
  flags: GlobalValues;
  /** Use the maintenance service: no client certificate, `--nodes` are the endpoints. */
  insecure?: boolean;
  /** In maintenance mode, the accepted fingerprints (base64 SHA-256 of the leaf's SPKI). */
  fingerprints?: readonly string[];
  /** Use the hosts of the endpoints when no nodes are set. */
  defaultToEndpoints?: boolean;
}

/** Everything a command may access. `openClient` returns a `Client` (see `commands/wiring.ts`). */
export interface Context<Client = unknown> extends System {
  /** The selected interface release. */
  release: Release;
  prompts: Prompts;
  /** Shows progress on the terminal; undefined when stderr is none. */
  status: StatusLine | undefined;
  /** Prints every connection and call on stderr; undefined without `OSCTL_DEBUG=1`. */
  trace?: CallTrace | undefined;
  /** Opens a client for the nodes the flags and the client configuration name. */
  openClient(options: OpenOptions): Promise<Client>;
}
