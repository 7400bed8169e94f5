/**
 * Context of code that prints: the whole system, prompts, progress, and a factory of
 * clients.
 *
 * @module
 */
import type { StatusLine } from "../output/status_line.ts";
import type { FormatTime } from "../output/time_style.ts";
import type { System } from "../platform/system.ts";
import type { ProcedureContext } from "../procedures/context.ts";

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

/** Everything a command may access. */
export interface ConsoleContext<Client = unknown> extends ProcedureContext<Client>, System {
  prompts: Prompts;
  /** Shows progress on the terminal; undefined when stderr is none. */
  status: StatusLine | undefined;
  /** Formats times as the user chose; absent without a preference, and in a pipe. */
  times?: FormatTime | undefined;
}
