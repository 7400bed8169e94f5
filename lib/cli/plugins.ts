/**
 * Plugins: programs `osctl-<name>` on the PATH that run as commands.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { fileErrorReason } from "../platform/file_error.ts";
import { join } from "../platform/paths.ts";
import type { System } from "../platform/system.ts";
import type { View } from "../output/rows.ts";

/** A program whose name makes it a plugin. */
export interface Plugin {
  readonly name: string;
  readonly path: string;
  readonly isExecutable: boolean;
}

/** Beginning of the names of plugins. */
const PREFIX = "osctl-";

/** Names of commands. */
const NAME = /^[a-z0-9][a-z0-9_-]*$/i;

/** Time of the completion of a plugin, milliseconds. */
const COMPLETION_MS = 1500;

/** Maximum size of the completion of a plugin, bytes. */
const MAX_BYTES = 1024 * 1024;

/** Extensions of programs that run as plugins on Windows, in the order in which they are tried. */
const WINDOWS_ENDINGS = [".exe", ".cmd", ".bat", ".ps1"];

/** Returns the name of the plugin in a file `osctl-<name>`; undefined for other files. */
export function pluginName(file: string, os: typeof Deno.build.os): string | undefined {
  if (!file.startsWith(PREFIX)) return undefined;
  const name = file.slice(PREFIX.length);
  if (os !== "windows") return NAME.test(name) ? name : undefined;
  const ending = WINDOWS_ENDINGS.find((each) => name.toLowerCase().endsWith(each));
  const base = ending === undefined ? "" : name.slice(0, -ending.length);
  return NAME.test(base) ? base : undefined;
}

/** Returns the program and arguments that run a plugin: Windows starts no scripts of PowerShell. */
export function pluginCommand(
  path: string,
  args: readonly string[],
): { readonly program: string; readonly args: string[] } {
  if (!path.toLowerCase().endsWith(".ps1")) return { program: path, args: [...args] };
  const options = ["-NoProfile", "-ExecutionPolicy", "Bypass", "-File"];
  return { program: "powershell.exe", args: [...options, path, ...args] };
}

/** Returns the plugins of all folders of the PATH, in its order. */
export async function listPlugins({ env }: Pick<System, "env">): Promise<Plugin[]> {
  const plugins: Plugin[] = [];
  for (const folder of foldersOf(env)) {
    const names: string[] = [];
    try {
      for await (const { name } of Deno.readDir(folder)) {
        if (name.startsWith(PREFIX)) names.push(name);
      }
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
    for (const file of names.toSorted()) {
      const name = pluginName(file, Deno.build.os);
      const plugin = name === undefined ? undefined : await readPlugin(name, join(folder, file));
      if (plugin !== undefined) plugins.push(plugin);
    }
  }
  return plugins;
}

/** Returns the first executable plugin of a name. */
export async function findPlugin(
  name: string,
  { env }: Pick<System, "env">,
): Promise<Plugin | undefined> {
  if (!NAME.test(name)) return undefined;
  const endings = Deno.build.os === "windows" ? WINDOWS_ENDINGS : [""];
  for (const folder of foldersOf(env)) {
    for (const ending of endings) {
      const plugin = await readPlugin(name, join(folder, PREFIX + name + ending));
      if (plugin?.isExecutable) return plugin;
    }
  }
  return undefined;
}

/** Runs a plugin in the foreground and returns its exit code. */
export async function runPlugin(
  { name, path }: Plugin,
  args: readonly string[],
  { spawn, ignoreInterrupt }: Pick<System, "spawn" | "ignoreInterrupt">,
): Promise<number> {
  const heedInterrupt = ignoreInterrupt();
  try {
    const stdio = { stdin: "inherit", stdout: "inherit", stderr: "inherit" } as const;
    const command = pluginCommand(path, args);
    return (await spawn(command.program, { args: command.args, ...stdio }).status).code;
  } catch (error) {
    if (!isUnreadable(error) && !(error instanceof Error && "code" in error)) throw error;
    throw new OsctlError("file", `plugin "${name}" cannot be started: "${path}"`, {
      hint: 'list plugins with "osctl plugin list"',
      cause: error,
    });
  } finally {
    heedInterrupt();
  }
}

/**
 * Returns the candidates of a plugin: it runs with `__complete` and the words, and prints a
 * candidate a line, with a tab before its description, and optionally a line `:<number>`, as
 * programs with Cobra do.
 */
export async function completePlugin(
  { path }: Plugin,
  words: readonly string[],
  { spawn, clock }: Pick<System, "spawn" | "clock">,
): Promise<{ readonly value: string; readonly meaning: string }[]> {
  const { program, args } = pluginCommand(path, ["__complete", ...words]);
  const child = spawn(program, { args, stdin: "null", stdout: "piped", stderr: "null" });
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch (error) {
      // The process has ended.
      if (!(error instanceof TypeError)) throw error;
    }
  };
  const stop = clock.after(COMPLETION_MS, kill);
  try {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MAX_BYTES) return [];
    }
    if (!(await child.status).success) return [];
    return text.split("\n").filter((line) => line !== "" && !line.startsWith(":")).map((line) => {
      const [value, meaning = ""] = line.split("\t");
      return { value: value!, meaning };
    });
  } finally {
    stop();
    kill();
  }
}

/** A plugin, and why it does not run. */
export interface ListedPlugin extends Plugin {
  readonly problem: string;
}

/** View of plugins. */
export const pluginsView: View<ListedPlugin> = {
  local: true,
  columns: [
    { header: "NAME", cell: ({ name }) => name },
    { header: "PATH", cell: ({ path }) => path },
    { header: "PROBLEM", cell: ({ problem }) => problem },
  ],
  fields: {
    name: ({ name }) => name,
    path: ({ path }) => path,
    problem: ({ problem }) => problem,
  },
};

/** Returns plugins with what prevents that they run. */
export function describePlugins(
  plugins: readonly Plugin[],
  { commands, aliases }: {
    readonly commands: readonly string[];
    readonly aliases: readonly string[];
  },
): ListedPlugin[] {
  const first = new Map<string, string>();
  return plugins.map((plugin) => {
    const { name, path, isExecutable } = plugin;
    const earlier = first.get(name);
    if (isExecutable && earlier === undefined) first.set(name, path);
    const problem = !isExecutable
      ? "not executable"
      : commands.includes(name)
      ? "shadowed by the command"
      : aliases.includes(name)
      ? "shadowed by the alias"
      : earlier === undefined
      ? ""
      : `shadowed by ${earlier}`;
    return { ...plugin, problem };
  });
}

function foldersOf(env: System["env"]): string[] {
  const separator = Deno.build.os === "windows" ? ";" : ":";
  // An empty part is the working directory, from which nothing is run.
  return [...new Set((env.get("PATH") ?? "").split(separator))].filter((part) => part !== "");
}

async function readPlugin(name: string, path: string): Promise<Plugin | undefined> {
  try {
    const { isFile, mode } = await Deno.stat(path);
    if (!isFile) return undefined;
    // The extension makes a file executable on Windows, where the runtime reports mode 0666.
    const isExecutable = Deno.build.os === "windows" || mode === null || (mode & 0o111) !== 0;
    return { name, path, isExecutable };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return undefined;
  }
}

function isUnreadable(error: unknown): boolean {
  // Also looped links and names that are too long: an entry of PATH may be anything.
  return fileErrorReason(error) !== undefined;
}
