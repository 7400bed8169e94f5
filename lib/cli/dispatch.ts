/**
 * Hands a canonical command line to `commander`: it binds values to flags and words to arguments
 * and calls the story. Only what the line gives is declared to it.
 *
 * @module
 */
import { Command, Option } from "commander";
import type { Release } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { CommandDefinition } from "./command.ts";
import type { Context, GlobalValues } from "./context.ts";
import { canonicalArgv, type CanonicalLine } from "./pflag.ts";
import { effectiveDefault } from "./release.ts";
import { oneLine } from "./report.ts";
import { argumentText, endOf, flagsAt, type Positional, positionalsOf, typedPath } from "./tree.ts";
import { parseValue } from "./values.ts";
import type { Wiring } from "./wiring.ts";

/** The error for a number of arguments the command does not take, or undefined. */
function wrongArguments(
  line: CanonicalLine,
  command: CommandDefinition,
  release: Release,
): OsctlError | undefined {
  const positionals = positionalsOf(command);
  const typed = typedPath(line.chain);
  const usage = argumentText(command, release);
  const missing = positionals.slice(line.args.length).filter(({ required }) => required);
  if (missing.length > 0) {
    const named = missing.map(({ spec }) => spec).join(" ");
    return new OsctlError("usage", `missing ${named} for "${typed}"`, {
      hint: `type ${typed} ${usage}`,
    });
  }
  if (positionals.some(({ repeated }) => repeated) || line.args.length <= positionals.length) {
    return undefined;
  }
  const extra = line.args[positionals.length]!;
  const takes = positionals.length === 0 ? "takes no arguments" : `takes only ${usage}`;
  return new OsctlError("usage", `unexpected argument "${extra}": "${typed}" ${takes}`);
}

/** As commander writes an argument: `<key>`, `[key]`, with `...` when it takes all that is left. */
function declared({ key, required, repeated }: Positional): string {
  const name = repeated ? `${key}...` : key;
  return required ? `<${name}>` : `[${name}]`;
}

/** Nobody reads warnings in a script, so there nothing is spent on looking for one. */
async function warn<Client>(
  context: Context<Client>,
  flags: GlobalValues,
  wiring: Wiring<Client>,
): Promise<void> {
  if (!context.terminal.isTerminal("stderr")) return;
  const warning = await wiring.warning?.(context, flags);
  if (warning !== undefined) await context.stderr.write(`osctl: warning: ${oneLine(warning)}\n`);
}

/**
 * Runs the command at the end of `line`.
 *
 * @throws {OsctlError} of kind `usage` for wrong values or arguments, and what the story throws.
 */
export async function dispatch<Client>(
  line: CanonicalLine<Client>,
  context: Context<Client>,
  wiring: Wiring<Client>,
): Promise<void> {
  const { release, home } = context;
  const end = endOf(line.chain) as CommandDefinition<Client>;
  const wrong = wrongArguments(line, end, release);
  if (wrong) throw wrong;

  const command = new Command().helpOption(false).exitOverride();
  const scope = flagsAt(line.chain, release);
  const options = new Map<string, Option>();
  for (const { name, flag } of scope) {
    if (!line.flags.some((given) => given.name === name)) continue;
    const option = new Option(`--${name} <value>`);
    // commander would take --no-x for the negation of --x.
    option.negate = false;
    command.addOption(
      option.argParser((text, previous) => parseValue({ name, flag }, text, previous)),
    );
    options.set(name, option);
  }
  const positionals = positionalsOf(end);
  for (const positional of positionals) command.argument(declared(positional));

  command.action(async () => {
    const values = command.opts();
    const flags = scope.map(({ key, name, flag }) => {
      const option = options.get(name);
      const value = option === undefined ? undefined : values[option.attributeName()];
      return [key, value ?? effectiveDefault(flag, release, home)];
    });
    const args = positionals.map(({ key }, index) => [key, command.processedArgs[index]]);
    const given = Object.fromEntries(flags);
    await warn(context, given, wiring);
    await end.story(context, {
      args: Object.fromEntries(args),
      flags: given,
      given: new Set(line.flags.map(({ key }) => key)),
    });
  });
  await command.parseAsync(canonicalArgv(line), { from: "user" });
}
