/**
 * Completes an unfinished command line: `osctl __complete`, called by the scripts of
 * `completion_scripts.ts`. It prints lines:
 *
 * | line | meaning |
 * | --- | --- |
 * | `=<word>` TAB `<meaning>` | a candidate for the whole word |
 * | `:files <before>` | the shell completes a file name after the prefix `before` |
 * | `:folders <before>` | the same with directories |
 * | `:nospace` | no space after the candidate (a directory, a path, `json=`) |
 *
 * @module
 */
import { type Candidate, fitting, understand, type Unfinished } from "./candidates.ts";
import type { GroupDefinition } from "./command.ts";
import type { Context, GlobalValues, OpenOptions } from "./context.ts";
import { OsctlError } from "../errors.ts";
import { extendSystem } from "../platform/system.ts";
import { bindArguments } from "./dispatch.ts";
import { effectiveDefault } from "./release.ts";
import { escapeForShell, splitShellLine } from "./shell_words.ts";
import { endOf, flagsAt, pathOf, positionalsOf } from "./tree.ts";
import { parseValue } from "./values.ts";
import type { Completers, CompletionRequest, Suggestion, Wiring } from "./wiring.ts";

/** Timeout of a completer, milliseconds. */
const DEADLINE_MS = 1500;

/** Control characters cannot be typed and would break the line protocol. */
// deno-lint-ignore no-control-regex -- the characters to find
const UNTYPABLE = /[\u0000-\u001f\u007f-\u009f]/;

/** Returns the flag values of an unfinished line; invalid values count as absent. */
function valuesOf<Client>(
  { chain, given }: Unfinished<Client>,
  context: Context<Client>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { key, flag } of flagsAt(chain, context.release)) {
    values[key] = effectiveDefault(flag, context.release, context);
  }
  const seen = new Map<string, unknown>();
  for (const { flag: { key, name, flag }, text } of given) {
    try {
      seen.set(key, parseValue({ name, flag }, text, seen.get(key)));
    } catch (error) {
      // The line is unfinished; its errors are reported when it is run.
      if (!(error instanceof OsctlError)) throw error;
    }
  }
  return { ...values, ...Object.fromEntries(seen) };
}

/** Calls a completer with a timeout; errors yield no candidates. */
async function live<Client>(
  name: keyof Completers<Client>,
  line: Unfinished<Client>,
  prefix: string,
  context: Context<Client>,
  wiring: Wiring<Client>,
): Promise<readonly Suggestion[]> {
  const late = new AbortController();
  const quiet: Context<Client> = extendSystem(context, {
    stderr: { write: () => Promise.resolve() },
    status: undefined,
    trace: undefined,
    signal: AbortSignal.any([context.signal, late.signal]),
    openClient: (options: OpenOptions) => wiring.openClient(quiet, options),
  });
  const values = valuesOf(line, context);
  const request: CompletionRequest = {
    prefix,
    flags: values as GlobalValues & typeof values,
    args: line.args,
    path: pathOf(line.chain),
    columnHelp: ({ mayCallNodes }) => columnHelp(line, quiet, values, mayCallNodes),
  };
  let stop = () => {};
  const deadline = new Promise<readonly Suggestion[]>((resolve) => {
    stop = context.clock.after(DEADLINE_MS, () => {
      late.abort(new OsctlError("cancelled", "completion timed out"));
      resolve([]);
    });
  });
  try {
    // An error message would corrupt the line being typed.
    const ask = async () => await (await wiring.completers?.())?.[name]?.(quiet, request) ?? [];
    const asked = ask().then(toSuggestions, () => []);
    return await Promise.race([asked, deadline]);
  } finally {
    stop();
  }
}

/** Stands for arguments that are not typed yet; the columns do not depend on them. */
const PLACEHOLDER = "x";

/**
 * Runs a command with `--columns help` and returns the lines it prints.
 *
 * @param mayCallNodes Without it the command cannot open a client, so that nothing is changed.
 */
async function columnHelp<Client>(
  { chain, args }: Unfinished<Client>,
  context: Context<Client>,
  values: Readonly<Record<string, unknown>>,
  mayCallNodes: boolean,
): Promise<string[]> {
  const command = endOf(chain);
  if (command.kind !== "command") return [];
  const positionals = positionalsOf(command);
  const missing = positionals.slice(args.length).filter(({ required }) => required);
  if (mayCallNodes && missing.length > 0) return [];
  const words = [...args, ...missing.map(() => PLACEHOLDER)].slice(0, positionals.length);
  const decoder = new TextDecoder();
  let text = "";
  const captured: Context<Client> = extendSystem(context, {
    stdout: {
      write(data: string | Uint8Array) {
        text += typeof data === "string" ? data : decoder.decode(data);
        return Promise.resolve();
      },
    },
    openClient: mayCallNodes
      ? context.openClient
      : () => Promise.reject(new OsctlError("usage", "columns need no node")),
  });
  await command.handler(captured, {
    args: bindArguments(positionals, words),
    flags: { ...values as GlobalValues, columns: ["help"], output: "table", sortBy: "" },
    given: new Set(["columns"]),
    commandNames: () => [],
    printHelp: () => Promise.resolve(),
  });
  return text.split("\n").filter((line) => line !== "");
}

function toSuggestions(values: readonly (string | Suggestion)[]): Suggestion[] {
  return values.map((value) => typeof value === "string" ? { value, meaning: "" } : value);
}

/** Returns the lines for a shell. */
async function answer<Client>(
  line: Unfinished<Client>,
  context: Context<Client>,
  wiring: Wiring<Client>,
): Promise<Candidate[] | string> {
  const { wanted } = line;
  if (wanted.kind === "nothing") return [];
  if (wanted.kind === "words") return wanted.candidates;
  const { completer, before, prefix, taken } = wanted;
  if (completer === "localFile" || completer === "localFolder") {
    // Patches are passed as @file.
    const at = prefix.startsWith("@") ? "@" : "";
    return `:${completer === "localFile" ? "files" : "folders"} ${before}${at}`;
  }
  const values = typeof completer === "string"
    ? await live(completer, line, prefix, context, wiring)
    : toSuggestions(completer);
  const free = values.filter(({ value }) => !taken.includes(value));
  const candidates = fitting(free, prefix);
  return candidates.map(({ value, meaning }) => ({ value: before + value, meaning }));
}

/** Returns the candidates for words, the last one unfinished; with aliases and plugins. */
async function candidatesFor<Client>(
  tree: GroupDefinition<Client>,
  words: readonly string[],
  context: Context<Client>,
  wiring: Wiring<Client>,
): Promise<Candidate[] | string> {
  const { customNames, findCustomCommand } = await import("./custom_commands.ts");
  const custom = words.length > 1
    ? await findCustomCommand(tree, words, context).catch(ignoreExpected)
    : undefined;
  if (custom?.kind === "plugin") {
    const { completePlugin } = await import("./plugins.ts");
    const found = await completePlugin(custom.plugin, custom.words, context);
    return fitting(found, words.at(-1)!);
  }
  const line = understand(tree, custom?.words ?? words, context.release);
  const found = await answer(line, context, wiring);
  const isFirst = line.wanted.kind === "words" && line.chain.length === 1;
  if (typeof found === "string" || !isFirst || words.at(-1)?.startsWith("-") !== false) {
    return found;
  }
  const own = await customNames(tree, context).catch(ignoreExpected) ?? [];
  return [...found, ...fitting(own, words.at(-1)!)];
}

/** The line is unfinished; its errors are reported when it is run. */
function ignoreExpected(error: unknown): undefined {
  if (!(error instanceof OsctlError)) throw error;
}

/**
 * Prints the candidates for an unfinished line. `args` is the shell's name and, from bash, the line up
 * to the cursor and the part of the word to replace; from others, the words, the last one unfinished.
 */
export async function complete<Client>(
  tree: GroupDefinition<Client>,
  args: readonly string[],
  context: Context<Client>,
  wiring: Wiring<Client>,
): Promise<void> {
  const [shell, ...rest] = args;
  const isBash = shell === "bash";
  const { words, quoted } = isBash
    ? splitShellLine(rest[0] ?? "")
    : { words: ["osctl", ...rest.length === 0 ? [""] : rest], quoted: false };
  const found = await candidatesFor(tree, words.slice(1), context, wiring);
  if (typeof found === "string") {
    await context.stdout.write(`${found}\n`);
    return;
  }
  // bash also breaks words at = and :, and replaces only the part after the last of them.
  const word = words.at(-1)!;
  const part = rest[1] ?? word;
  const kept = isBash && word.endsWith(part) ? word.length - part.length : 0;
  const written = (value: string) => {
    const text = value.slice(kept);
    return isBash && !quoted ? escapeForShell(text) : text;
  };
  const typable = found.filter(({ value }) => !UNTYPABLE.test(value));
  const lines = typable.map(({ value, meaning }) => `=${written(value)}\t${meaning}\n`);
  if (typable.length > 0 && typable.every(({ value }) => /[/.=]$/.test(value))) {
    lines.push(":nospace\n");
  }
  await context.stdout.write(lines.join(""));
}
