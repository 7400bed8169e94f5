import assert from "node:assert/strict";
import { readIdentity } from "../../lib/cluster/process_identity.ts";
import { sendSignal } from "../../lib/cluster/background.ts";
import type { System } from "../../lib/platform/system.ts";
import { findRuntimeFolders } from "../../scripts/run_command.ts";
import type { RunCommandOptions } from "../helpers/run_command.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { until } from "../helpers/until.ts";

const { denoDir } = await findRuntimeFolders();

const windows = Deno.build.os === "windows";

/** Time limit of a command that leaves a session, milliseconds: the node's response takes a part. */
const DIRECT_MS = 3000;

/** Starts background processes with the home and the runtime folder of a test. */
function environmentOf(
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
function withSessions(
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

interface Listed {
  readonly pid: number;
  readonly state: string;
  readonly calls: number;
  readonly open: number;
}

async function list(run: Sandbox["run"]): Promise<Listed[]> {
  const { stdout, code, stderr } = await run(["session", "status", "-o", "json"]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Starts a session and returns its process. */
async function start(run: Sandbox["run"], ...args: string[]): Promise<number> {
  const { code, stdout, stderr } = await run(["session", "start", ...args]);
  assert.deepEqual([code, stderr], [0, ""]);
  return Number(/\(process (\d+)\)/.exec(stdout)![1]);
}

/** Runs a command with the trace, and returns whether its call went through a session. */
async function isShared(run: Sandbox["run"], env: Record<string, string> = {}): Promise<boolean> {
  const start = performance.now();
  const { code, stdout, stderr } = await run(["version", "--short"], {
    env: { ...env, OSCTL_DEBUG: "1" },
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /NODE/i);
  assert.ok(performance.now() - start < DIRECT_MS);
  return /connection endpoint=\S+ via=session status=OK/.test(stderr);
}

async function hasExited(pid: number): Promise<boolean> {
  const none = () => {
    throw new Error("no program is needed");
  };
  return await readIdentity(pid, none) === undefined;
}

withSessions(
  "session start, status and stop leave nothing behind",
  async ({ home, nodes }, run) => {
    const none = await run(["session", "status"]);
    assert.deepEqual([none.code, none.stdout.split("\n").length], [0, 2]);
    assert.equal(none.stderr, "no sessions; start one with: osctl session start\n");
    const args = ["-n", nodes[0]!.address];
    assert.equal((await run(["config", "node", ...args.slice(1)])).code, 0);
    assert.equal(await isShared(run), false);
    const pid = await start(run, "--idle", "5m");
    const again = await run(["session", "start"]);
    assert.equal(
      again.stdout,
      `already running: a session of context "test" (process ${pid}); it ends after 5m0s without calls\n`,
    );
    assert.equal(await isShared(run), true);
    const [listed, ...others] = await list(run);
    assert.deepEqual(others, []);
    assert.deepEqual([listed!.pid, listed!.state, listed!.open], [pid, "connected", 0]);
    assert.ok(listed!.calls > 0);
    const table = await run(["session", "status"]);
    assert.match(
      table.stdout,
      /^CONTEXT +PID +STATE +ENDPOINTS +CALLS +OPEN +LAST USED +IDLE\ntest +/,
    );
    const stopped = await run(["session", "stop"]);
    assert.equal(stopped.stdout, `stopped the session of context "test" (process ${pid})\n`);
    assert.ok(await hasExited(pid));
    await assert.rejects(Deno.stat(`${home}/osctl`), Deno.errors.NotFound);
    assert.equal(await isShared(run), false);
    assert.equal((await run(["session", "stop"])).stderr, "no session to stop\n");
  },
);

withSessions("a session is used only where it is asked for", async ({ nodes }, run) => {
  await run(["config", "node", nodes[0]!.address]);
  await start(run);
  assert.equal(await isShared(run), true);
  assert.equal(await isShared(run, { OSCTL_SESSION: "0" }), false);
  assert.equal(await isShared(run, { OSCTL_SESSION: "" }), false);
  const onTerminal = (env: Record<string, string>) =>
    run(["version", "--short"], { terminals: ["stdout"], env: { OSCTL_DEBUG: "1", ...env } });
  assert.match((await onTerminal({ OSCTL_SESSION: "" })).stderr, /via=session status=OK/);
  assert.doesNotMatch((await onTerminal({ OSCTL_SESSION: "", CI: "true" })).stderr, /via=session/);
  assert.match((await onTerminal({ CI: "true" })).stderr, /via=session status=OK/);
  const invalid = await run(["version"], { env: { OSCTL_SESSION: "yes" } });
  assert.equal(invalid.code, 2);
  assert.match(invalid.stderr, /^osctl: invalid value "yes" in OSCTL_SESSION; use 1 to allow/);
});

withSessions(
  "a session ends when it is idle, or its context changes or is gone",
  async (sandbox, run) => {
    const { home, osconfig, osconfigFor } = sandbox;
    const idle = await start(run, "--idle", "1s");
    await until(() => hasExited(idle), (exited) => exited);
    await assert.rejects(Deno.stat(`${home}/osctl`), Deno.errors.NotFound);
    const short = await run(["session", "start", "--idle", "10ms"]);
    assert.match(short.stderr, /^osctl: invalid value "10ms" for --idle; use at least 1s/);

    const other = await start(run, "--idle", "2s", "--osconfig", osconfig);
    await Deno.rename(await osconfigFor("os:reader"), osconfig);
    await until(() => hasExited(other), (exited) => exited);
    const last = await start(run, "--idle", "1h");
    await Deno.remove(`${home}/osctl/control-${last}.sock`);
    await until(() => hasExited(last), (exited) => exited);
  },
);

withSessions(
  "commands survive a session that is suspended or killed",
  async ({ nodes, home }, run) => {
    await run(["config", "node", nodes[0]!.address]);
    const pid = await start(run);
    assert.equal(await isShared(run), true);
    Deno.kill(pid, "SIGSTOP");
    assert.equal(await isShared(run), false);
    assert.equal((await list(run))[0]!.state, "not responding");
    await run(["session", "stop"]);
    assert.ok(await hasExited(pid));
    await assert.rejects(Deno.stat(`${home}/osctl`), Deno.errors.NotFound);

    const killed = await start(run);
    sendSignal(killed, "SIGKILL");
    await until(() => hasExited(killed), (exited) => exited);
    assert.equal(await isShared(run), false);
    // The files of the killed process do not keep another one from starting.
    const next = await start(run);
    assert.equal(await isShared(run), true);
    assert.deepEqual((await list(run)).map((session) => session.pid), [next]);
  },
);

withSessions("a client that is killed leaves no open call", async (sandbox, run) => {
  const { nodes, home } = sandbox;
  await start(run);
  const { spawn } = environmentOf(sandbox);
  const { createSelfCommand } = await import("../../lib/platform/self_command.ts");
  const { command, args } = createSelfCommand([
    "get",
    "members",
    "--watch",
    "-n",
    nodes[0]!.address,
  ]);
  const child = spawn!(command, { args, stdin: "null", stdout: "null", stderr: "null", cwd: home });
  await until(() => list(run), ([session]) => session!.open > 0);
  const open = (await list(run))[0]!.open;
  assert.ok(open > 0);
  child.kill("SIGKILL");
  await child.status;
  await until(() => list(run), ([session]) => session!.open === 0);
});

withSessions("forty commands at the same time use one session", async ({ nodes }, run) => {
  await start(run);
  const args = ["get", "members", "-n", nodes[0]!.address];
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => run(args)));
  assert.equal(new Set(outcomes.map(({ stdout }) => stdout)).size, 1);
  assert.deepEqual(outcomes.filter(({ code }) => code !== 0), []);
  const [session] = await list(run);
  assert.deepEqual([session!.state, session!.open], ["connected", 0]);
  assert.ok(session!.calls >= 40);
});

withSessions("a session of unreachable endpoints is not started", async ({ home, dead }, run) => {
  const { code, stderr } = await run(["session", "start", "-e", dead]);
  assert.equal(code, 1);
  assert.match(stderr, /^osctl: \S+ refused the connection; /);
  await assert.rejects(Deno.stat(`${home}/osctl`), Deno.errors.NotFound);
  await Deno.mkdir(`${home}/osctl`, { mode: 0o755 });
  await Deno.chmod(`${home}/osctl`, 0o755);
  const unsafe = await run(["session", "start"]);
  assert.match(
    unsafe.stderr,
    /^osctl: cannot use the folder of sessions: .* is accessible to others; /,
  );
  await Deno.remove(`${home}/osctl`);
});

withSessions(
  "with the preference session, commands on a terminal start one for the next",
  async ({ nodes }, run) => {
    await run(["config", "node", nodes[0]!.address]);
    const invalid = await run(["preferences", "set", "session", "soon"]);
    assert.match(
      invalid.stderr,
      /invalid value "soon" for "session"; use a duration of at least 1s/,
    );
    assert.equal((await run(["preferences", "set", "session", "5m"])).code, 0);
    const off = { OSCTL_SESSION: "", CI: "true" };
    await run(["version"], { terminals: ["stdout"], env: off });
    await run(["version", "--no-preferences"]);
    await run(["version"], { env: { OSCTL_SESSION: "" } });
    assert.deepEqual(await list(run), []);
    const commands = ["version", "memory", "mounts"].map((name) =>
      run([name], { terminals: ["stdout"], env: { OSCTL_SESSION: "" } })
    );
    assert.deepEqual((await Promise.all(commands)).map(({ code }) => code), [0, 0, 0]);
    const sessions = await until(() => list(run), ({ length }) => length > 0);
    assert.deepEqual(sessions.map(({ state }) => state), ["connected"]);
    assert.equal(await isShared(run), true);
  },
);
