/**
 * Whether a question can be asked on the terminal.
 *
 * @module
 */
import type { Terminal } from "./system.ts";

/** Returns why prompting is impossible: `standard input is not a terminal`. */
export function unaskable(terminal: Pick<Terminal, "isTerminal">): string | undefined {
  if (!terminal.isTerminal("stdin")) return "standard input is not a terminal";
  if (!terminal.isTerminal("stdout")) return "standard output is not a terminal";
  return undefined;
}
