/**
 * Runs a command of the real tree in-process and gives what it printed.
 *
 * @module
 */
import { tree as realTree } from "../../commands/tree.ts";
import { wiring as realWiring } from "../../commands/wiring.ts";
import type { GroupDefinition } from "../../lib/cli/command.ts";
import { runProgram } from "../../lib/cli/run.ts";
import type { Wiring } from "../../lib/cli/wiring.ts";
import type { NodeClient } from "../../lib/client/types.ts";
import { type FakeSystem, fakeSystem, type FakeSystemOptions, wallClock } from "./fake_system.ts";
import { recordFlags } from "./flag_record.ts";

/** What a command printed and how it ended. */
export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
  /** Stdout as it was written, when it is not text. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** The machine the command runs on, and parts of the program to replace. */
export interface RunCommandOptions extends FakeSystemOptions {
  /** The interface release, `v1.4` or `v1.8`; else `OSCTL_INTERFACE` of `env` decides. */
  release?: string;
  /** A machine made before; the other options of the machine are ignored then. */
  system?: FakeSystem;
  /** Replaces the client, the prompts or the completers. */
  wiring?: Partial<Wiring<NodeClient>>;
  /** Another tree. */
  tree?: GroupDefinition<NodeClient>;
}

/**
 * Runs `osctl` with `args`. Its clock is the wall's unless one is given, since most commands talk
 * to a real (embedded) node.
 */
export async function runCommand(
  args: readonly string[],
  options: RunCommandOptions = {},
): Promise<CommandOutcome> {
  const { release, system: given, wiring, tree = realTree, ...machine } = options;
  const env = { ...machine.env, ...(release === undefined ? {} : { OSCTL_INTERFACE: release }) };
  const system = given ?? fakeSystem({ clock: wallClock, ...machine, env });
  const code = await runProgram(tree, args, system, {
    ...realWiring,
    ended: recordFlags,
    ...wiring,
  });
  const { stdout, stderr } = system;
  return { code, stdout: stdout.text, stderr: stderr.text, bytes: stdout.bytes };
}
