/**
 * A temporary directory for a test of the `gen` commands.
 *
 * @module
 */
import assert from "node:assert/strict";
import { type CommandOutcome, runCommand } from "../../helpers/run_command.ts";

/** A temporary working directory. */
export interface Folder {
  readonly path: string;
  /** Runs `osctl gen …` in the directory. */
  gen(...args: string[]): Promise<CommandOutcome>;
  /** Runs it; asserts success and no output. */
  expectSuccess(...args: string[]): Promise<void>;
  /** Runs it and returns the exit code and the only error line. */
  expectError(...args: string[]): Promise<string>;
  read(name: string): Promise<string>;
  write(name: string, text: string): Promise<void>;
  /** Names in the directory, sorted. */
  names(): Promise<string[]>;
}

/** Runs a test in a temporary directory. */
export async function inFolder(test: (folder: Folder) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempDir();
  const gen = (...args: string[]) => runCommand(["gen", ...args], { cwd: path });
  try {
    await test({
      path,
      gen,
      async expectSuccess(...args) {
        assert.deepEqual({ ...await gen(...args), bytes: "" }, {
          code: 0,
          stdout: "",
          stderr: "",
          bytes: "",
        });
      },
      async expectError(...args) {
        const { code, stdout, stderr } = await gen(...args);
        assert.equal(stdout, "");
        assert.match(stderr, /^osctl: [^\n]+\n$/);
        return `${code} ${stderr.trim()}`;
      },
      read: (name) => Deno.readTextFile(`${path}/${name}`),
      write: (name, text) => Deno.writeTextFile(`${path}/${name}`, text),
      async names() {
        const names = await Array.fromAsync(Deno.readDir(path), ({ name }) => name);
        return names.sort();
      },
    });
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}
