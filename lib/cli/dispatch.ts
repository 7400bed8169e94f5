/**
 * Binds the values and arguments of a parsed command line and runs the command's handler.
 *
 * @module
 */
import { BOUND_CONTEXT, type Release } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { CommandDefinition, GroupDefinition } from "./command.ts";
import type { Context, GlobalValues } from "./context.ts";
import type { CanonicalLine } from "./pflag.ts";
import { effectiveDefault } from "./release.ts";
import { NO_PREFERENCES } from "../preferences/types.ts";
import { shellQuoted } from "../output/shell_quoted.ts";
import { oneLine } from "../output/text.ts";
import {
  argumentText,
  childrenOf,
  endOf,
  flagsAt,
  type Positional,
  positionalsOf,
  typedPath,
} from "./tree.ts";
import { parseValue } from "./values.ts";
import type { Wiring } from "./wiring.ts";

/** Returns the error for a number of arguments the command does not take, or undefined. */
function wrongArguments(
  line: CanonicalLine,
  command: CommandDefinition,
  release: Release,
): OsctlError | undefined {
  const positionals = positionalsOf(command);
  const typed = typedPath(line.chain);
  const usage = argumentText(command, release) || Object.values(command.args).join(" ");
  const missing = positionals.slice(line.args.length).filter(({ required }) => required);
  if (missing.length > 0) {
    const named = missing.map(({ spec }) => spec).join(" ");
    return new OsctlError("usage", `missing ${named} for "${typed}"`, {
      hint: `for example: ${command.examples[0]?.line ?? `${typed} ${usage}`}`,
    });
  }
  if (positionals.some(({ repeated }) => repeated) || line.args.length <= positionals.length) {
    return undefined;
  }
  const extra = line.args[positionals.length]!;
  const flag = command.argumentFlag;
  if (flag !== undefined) {
    return new OsctlError("usage", `unexpected argument "${extra}" for "${typed}"`, {
      hint: `use --${flag} ${shellQuoted(extra)}`,
    });
  }
  const takes = positionals.length === 0 ? "takes no arguments" : `takes only ${usage}`;
  return new OsctlError("usage", `unexpected argument "${extra}": "${typed}" ${takes}`);
}

/** Returns the value of each positional argument; a repeated one takes all that are left. */
export function bindArguments(
  positionals: readonly Positional[],
  args: readonly string[],
): Record<string, string | readonly string[] | undefined> {
  return Object.fromEntries(
    positionals.map((
      { key, repeated },
      index,
    ) => [key, repeated ? args.slice(index) : args[index]]),
  );
}

/** Returns the parsed value of each flag given, by key. Lists accumulate over repetitions. */
function parseFlags(line: CanonicalLine): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { key, name, flag, text } of line.flags) {
    values.set(key, parseValue({ name, flag }, text, values.get(key)));
  }
  return values;
}

/**
 * Returns the context of a shell that `osctl shell` has started.
 *
 * @throws {OsctlError} of kind `usage` for another one.
 */
function boundContext(bound: string, flags: GlobalValues, given: ReadonlySet<string>): string {
  const isOther = flags.context !== "" && flags.context !== bound;
  if (!isOther && !given.has("osconfig")) return bound;
  const flag = isOther ? `--context ${flags.context}` : `--osconfig ${flags.osconfig}`;
  throw new OsctlError("usage", `"${flag}" in a shell bound to context "${bound}"`, {
    hint: "exit the shell, or unset OSCTL_CONTEXT",
  });
}

/** Prints the wiring's warnings on a terminal; a script does not pay for the check. */
async function warn<Client>(
  context: Context<Client>,
  flags: GlobalValues,
  wiring: Wiring<Client>,
): Promise<void> {
  if (!context.terminal.isTerminal("stderr")) return;
  for (const warning of await wiring.warnings?.(context, flags) ?? []) {
    await context.stderr.write(`osctl: warning: ${oneLine(warning)}\n`);
  }
}

/**
 * Runs the command at the end of `line`.
 *
 * @throws {OsctlError} of kind `usage` for wrong values or arguments, and what the handler throws.
 */
export async function dispatch<Client>(
  line: CanonicalLine<Client>,
  context: Context<Client>,
  wiring: Wiring<Client>,
): Promise<void> {
  const { release } = context;
  const command = endOf(line.chain) as CommandDefinition<Client>;
  const wrong = wrongArguments(line, command, release);
  if (wrong) throw wrong;
  const values = parseFlags(line);
  const flags = Object.fromEntries(
    flagsAt(line.chain, release).map(({ key, flag }) => [
      key,
      values.has(key) ? values.get(key) : effectiveDefault(flag, release, context),
    ]),
  ) as GlobalValues;
  const given = new Set(values.keys());
  const bound = context.env.get(BOUND_CONTEXT);
  if (bound) Object.assign(flags, { context: boundContext(bound, flags, given) });
  if (context.terminal.isTerminal("stdout")) {
    const { loadPreferences } = await import("../preferences/load.ts");
    const preferences = await loadPreferences(context, flags);
    if (preferences !== NO_PREFERENCES) {
      const { preferColour, preferredFlags, preferTimes } = await import(
        "./apply_preferences.ts"
      );
      const path = line.chain.slice(1).map(({ name }) => name);
      const scope = flagsAt(line.chain, release);
      Object.assign(flags, preferredFlags(preferences, { path, scope, given }));
      preferColour(context, preferences, given);
      preferTimes(context, preferences);
    }
  }
  await warn(context, flags, wiring);
  const handle = () =>
    command.handler(context, {
      args: bindArguments(positionalsOf(command), line.args),
      flags,
      given,
      commandNames: () =>
        childrenOf(line.chain[0] as GroupDefinition, release)
          .flatMap(({ name, aliases }) => [name, ...aliases]),
      printHelp: async () => {
        const { helpFor } = await import("./help.ts");
        await context.stdout.write(helpFor(line.chain, context));
      },
    });
  try {
    await handle();
  } catch (error) {
    await wiring.finished?.(context, flags, error);
    throw error;
  }
  await wiring.finished?.(context, flags, undefined);
}
