/**
 * Colours, on terminals only, and not when `NO_COLOR` is set or `TERM` is `dumb`; `CLICOLOR_FORCE`
 * enables them everywhere. The text is the same with and without colours.
 *
 * @module
 */

/** The parts of `System` that determine colour support. */
export interface ColourSystem {
  readonly env: { get(name: string): string | undefined };
  readonly terminal: { isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean };
}

/** SGR formatters; the identity function when colours are disabled. */
export interface Colours {
  readonly enabled: boolean;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

/** Reports whether colours are enabled for a stream. */
export function hasColour(
  { env, terminal }: ColourSystem,
  stream: "stdout" | "stderr" = "stdout",
): boolean {
  if (env.get("NO_COLOR")) return false;
  if (!["", "0"].includes(env.get("CLICOLOR_FORCE") ?? "")) return true;
  return terminal.isTerminal(stream) && env.get("TERM") !== "dumb";
}

/** Values of `--color`. */
export const COLOUR_MODES = ["auto", "always", "never"] as const;

/** Returns the variables with those that enable or disable colours replaced for `--color`. */
export function overrideColour(
  env: ColourSystem["env"],
  mode: typeof COLOUR_MODES[number],
): ColourSystem["env"] {
  if (mode === "auto") return env;
  const values: Readonly<Record<string, string>> = mode === "always"
    ? { NO_COLOR: "", CLICOLOR_FORCE: "1" }
    : { NO_COLOR: "1" };
  return { get: (name) => Object.hasOwn(values, name) ? values[name] : env.get(name) };
}

/** Creates the formatters of a stream. */
export function createColours(
  facts: ColourSystem,
  stream: "stdout" | "stderr" = "stdout",
): Colours {
  const enabled = hasColour(facts, stream);
  const code = (start: number, end: number) => (text: string) =>
    enabled && text !== "" ? `\x1b[${start}m${text}\x1b[${end}m` : text;
  return {
    enabled,
    bold: code(1, 22),
    dim: code(2, 22),
    red: code(31, 39),
    green: code(32, 39),
    yellow: code(33, 39),
  };
}
