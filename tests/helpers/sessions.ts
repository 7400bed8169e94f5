/**
 * Commands with sessions in the home of a sandbox.
 *
 * @module
 */
import assert from "node:assert/strict";
import { readIdentity } from "../../lib/cluster/process_identity.ts";
import type { System } from "../../lib/platform/system.ts";
import { findRuntimeFolders } from "../../scripts/run_command.ts";
import type { RunCommandOptions } from "./run_command.ts";
import { type Sandbox, withSandbox } from "./sandbox.ts";

const { denoDir } = await findRuntimeFolders();

const windows = Deno.build.os === "windows";

/** Time limit of a command that leaves a session, milliseconds: the node's response takes a part. */
const DIRECT_MS = 3000;

/** Starts background processes with the home and the runtime folder of a test. */
export function environmentOf(
  { home }: Sandbox,
  env: RunCommandOptions["env"] = {},
): RunCommandOptions {
  // From sources, the process reads libraries from the cache of this one.
  const all = { OSCTL_SESSION: "1", XDG_RUNTIME_DIR: home, DENO_DIR: denoDir, ...env };
  const spawn: System["spawn"] = (command, options) =>
    new Deno.Command(command, { ...options, env: { ...options?.env, HOME: home, ...all } }).spawn();
  return { env: all, spawn };
}

/** Runs commands with sessions in the home of a sandbox, and stops the sessions at the end. */
export function withSessions(
  name: string,
  body: (sandbox: Sandbox, run: Sandbox["run"]) => Promise<void>,
  options: Parameters<typeof withSandbox>[0] = {},
): void {
  Deno.test({
    name,
    ignore: windows,
    fn: () =>
      withSandbox(options, async (sandbox) => {
        const run: Sandbox["run"] = (args, more = {}) =>
          sandbox.run(args, { ...more, ...environmentOf(sandbox, more.env) });
        try {
          await body(sandbox, run);
        } finally {
          await run(["session", "stop", "--all"]);
        }
      }),
  });
}

/** A row of `session status`. */
export interface Listed {
  readonly pid: number;
  readonly state: string;
  readonly calls: number;
  readonly open: number;
}

/** Lists the sessions. */
export async function listSessions(run: Sandbox["run"]): Promise<Listed[]> {
  const { stdout, code, stderr } = await run(["session", "status", "-o", "json"]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Starts a session and returns its process. */
export async function startSession(run: Sandbox["run"], ...args: string[]): Promise<number> {
  const { code, stdout, stderr } = await run(["session", "start", ...args]);
  assert.deepEqual([code, stderr], [0, ""]);
  return Number(/\(process (\d+)\)/.exec(stdout)![1]);
}

/** Runs a command with the trace, and returns whether its call went through a session. */
export async function isShared(
  run: Sandbox["run"],
  env: Record<string, string> = {},
): Promise<boolean> {
  const start = performance.now();
  const { code, stdout, stderr } = await run(["version", "--short"], {
    env: { ...env, OSCTL_DEBUG: "1" },
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /NODE/i);
  assert.ok(performance.now() - start < DIRECT_MS);
  return /connection endpoint=\S+ via=session status=OK/.test(stderr);
}

/** Whether a process has ended. */
export async function hasExited(pid: number): Promise<boolean> {
  const none = () => {
    throw new Error("no program is needed");
  };
  return await readIdentity(pid, none) === undefined;
}
