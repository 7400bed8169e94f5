/** Runs `osctl config …` in a temporary home. */
import { strictEqual } from "node:assert/strict";
import {
  type CommandOutcome,
  runCommand,
  type RunCommandOptions,
} from "../../helpers/run_command.ts";

/** A temporary home directory. */
export interface ConfigHome {
  readonly folder: string;
  /** The default client configuration. */
  readonly path: string;
  /** Runs `osctl config` with the arguments. */
  run(args: readonly string[], options?: RunCommandOptions): Promise<CommandOutcome>;
  /** Runs it; asserts success and an empty stdout. */
  succeed(args: readonly string[], options?: RunCommandOptions): Promise<string>;
  write(text: string): Promise<void>;
  read(): Promise<string>;
  /** All files and directories below the home, sorted. */
  files(): string[];
}

/** Runs a test with an empty home, removed afterwards. */
export async function withConfigHome(test: (home: ConfigHome) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/.os/config`;
  const run = (args: readonly string[], options: RunCommandOptions = {}) =>
    runCommand(["config", ...args], { home: folder, cwd: folder, ...options });
  try {
    await test({
      folder,
      path,
      run,
      async succeed(args, options) {
        const { code, stdout, stderr } = await run(args, options);
        strictEqual(code, 0, stderr);
        strictEqual(stdout, "");
        return stderr;
      },
      async write(text) {
        await Deno.mkdir(`${folder}/.os`, { recursive: true });
        await Deno.writeTextFile(path, text, { mode: 0o600 });
      },
      read: () => Deno.readTextFile(path),
      files: () => filesBelow(folder, ""),
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function filesBelow(folder: string, prefix: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => [
    prefix + name,
    ...(isDirectory ? filesBelow(`${folder}/${name}`, `${prefix}${name}/`) : []),
  ]).sort();
}

/** Two contexts, `lab` the current one. */
export const TWO = `context: lab
contexts:
    lab:
        endpoints:
            - 10.0.0.2
            - 10.0.0.3
        nodes:
            - 10.0.0.4
    prod:
        endpoints: []
`;
