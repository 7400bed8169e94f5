/**
 * Runs commands in-process and captures their output.
 *
 * @module
 */
import { tree as realTree } from "../../commands/tree.ts";
import { wiring as realWiring } from "../../commands/wiring.ts";
import type { GroupDefinition } from "../../lib/cli/command.ts";
import { selectedRelease } from "../../lib/cli/release.ts";
import { runProgram } from "../../lib/cli/run.ts";
import type { Wiring } from "../../lib/cli/wiring.ts";
import type { NodeClient } from "../../lib/client/types.ts";
import { checkOutputSchema } from "./check_output_schema.ts";
import {
  acceleratedClock,
  type FakeSystem,
  fakeSystem,
  type FakeSystemOptions,
  wallClock,
} from "./fake_system.ts";
import { recordFlags } from "./flag_record.ts";
import { runExecutable } from "./run_executable.ts";
import { openSharedSession } from "./shared_session.ts";

/** Output and exit code of a command. */
export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
  /** Raw stdout, for binary output. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Options of {@linkcode runCommand}. */
export interface RunCommandOptions extends FakeSystemOptions {
  /** Interface release, `v1.4` or `v1.8`; default `OSCTL_INTERFACE` of `env`. */
  release?: string;
  /** An existing system, which replaces all other system options. */
  system?: FakeSystem;
  /** Replaces the client, the prompts or the completers. */
  wiring?: Partial<Wiring<NodeClient>>;
  /** Replaces the command tree. */
  tree?: GroupDefinition<NodeClient>;
}

/**
 * Runs `osctl` with `args`, with `OSCTL_EXECUTABLE` in a child process where that is possible. The
 * default is the wall clock, because most commands connect to an embedded node.
 */
export async function runCommand(
  args: readonly string[],
  options: RunCommandOptions = {},
): Promise<CommandOutcome> {
  const executed = await runExecutable(args, options);
  if (executed !== undefined) {
    const { OSCTL_INTERFACE: selected } = options.env ?? {};
    const env = { get: () => options.release ?? selected };
    if (executed.code === 0) checkOutputSchema(args, executed.stdout, selectedRelease(env));
    return executed;
  }
  const { release, system: given, wiring, tree = realTree, ...machine } = options;
  const env = { ...machine.env, ...(release === undefined ? {} : { OSCTL_INTERFACE: release }) };
  // Completions have short deadlines, which a loaded machine misses.
  const clock = args[0] === "__complete" ? acceleratedClock(1 / 20) : wallClock;
  const system = given ?? fakeSystem({ clock, ...machine, env });
  const shared = await openSharedSession(args, system);
  const run = runProgram(tree, args, shared?.system ?? system, {
    ...realWiring,
    ended: recordFlags,
    ...wiring,
  });
  const code = await run.finally(() => shared?.stop());
  const { stdout, stderr } = system;
  if (code === 0 && tree === realTree) {
    checkOutputSchema(args, stdout.text, selectedRelease(system.env));
  }
  return { code, stdout: stdout.text, stderr: stderr.text, bytes: stdout.bytes };
}
