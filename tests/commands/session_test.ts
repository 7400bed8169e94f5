import assert from "node:assert/strict";
import { sendSignal } from "../../lib/cluster/background.ts";
import {
  environmentOf,
  hasExited,
  isShared,
  listSessions,
  startSession,
  withSessions,
} from "../helpers/sessions.ts";
import { until } from "../helpers/until.ts";

withSessions(
  "session start, status and stop leave nothing behind",
  async ({ home, nodes }, run) => {
    const none = await run(["session", "status"]);
    assert.deepEqual([none.code, none.stdout.split("\n").length], [0, 2]);
    assert.equal(none.stderr, "no sessions; start one with: osctl session start\n");
    const args = ["-n", nodes[0]!.address];
    assert.equal((await run(["config", "node", ...args.slice(1)])).code, 0);
    assert.equal(await isShared(run), false);
    const pid = await startSession(run, "--idle", "5m");
    const again = await run(["session", "start"]);
    assert.equal(
      again.stdout,
      `already running: a session of context "test" (process ${pid}); it ends after 5m0s without calls\n`,
    );
    assert.equal(await isShared(run), true);
    const [listed, ...others] = await listSessions(run);
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

withSessions("a session is used only where it is requested", async ({ nodes }, run) => {
  await run(["config", "node", nodes[0]!.address]);
  await startSession(run);
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
    const idle = await startSession(run, "--idle", "1s");
    await until(() => hasExited(idle), (exited) => exited);
    await assert.rejects(Deno.stat(`${home}/osctl`), Deno.errors.NotFound);
    const short = await run(["session", "start", "--idle", "10ms"]);
    assert.match(short.stderr, /^osctl: invalid value "10ms" for --idle; use at least 1s/);

    const other = await startSession(run, "--idle", "2s", "--osconfig", osconfig);
    await Deno.rename(await osconfigFor("os:reader"), osconfig);
    await until(() => hasExited(other), (exited) => exited);
    const last = await startSession(run, "--idle", "1h");
    await Deno.remove(`${home}/osctl/control-${last}.sock`);
    await until(() => hasExited(last), (exited) => exited);
  },
);

withSessions(
  "commands survive a session that is suspended or killed",
  async ({ nodes, home }, run) => {
    await run(["config", "node", nodes[0]!.address]);
    const pid = await startSession(run);
    assert.equal(await isShared(run), true);
    Deno.kill(pid, "SIGSTOP");
    assert.equal(await isShared(run), false);
    assert.equal((await listSessions(run))[0]!.state, "not responding");
    await run(["session", "stop"]);
    assert.ok(await hasExited(pid));
    await assert.rejects(Deno.stat(`${home}/osctl`), Deno.errors.NotFound);

    const killed = await startSession(run);
    sendSignal(killed, "SIGKILL");
    await until(() => hasExited(killed), (exited) => exited);
    assert.equal(await isShared(run), false);
    // The files of the killed process do not keep another one from starting.
    const next = await startSession(run);
    assert.equal(await isShared(run), true);
    assert.deepEqual((await listSessions(run)).map((session) => session.pid), [next]);
  },
);

withSessions("a client that is killed leaves no open call", async (sandbox, run) => {
  const { nodes, home } = sandbox;
  await startSession(run);
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
  await until(() => listSessions(run), ([session]) => session!.open > 0);
  child.kill("SIGKILL");
  await child.status;
  await until(() => listSessions(run), ([session]) => session!.open === 0);
});

withSessions("forty commands at the same time use one session", async ({ nodes }, run) => {
  await startSession(run);
  const args = ["get", "members", "-n", nodes[0]!.address];
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => run(args)));
  assert.equal(new Set(outcomes.map(({ stdout }) => stdout)).size, 1);
  assert.deepEqual(outcomes.filter(({ code }) => code !== 0), []);
  const [session] = await listSessions(run);
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
    assert.deepEqual(await listSessions(run), []);
    const commands = ["version", "memory", "mounts"].map((name) =>
      run([name], { terminals: ["stdout"], env: { OSCTL_SESSION: "" } })
    );
    assert.deepEqual((await Promise.all(commands)).map(({ code }) => code), [0, 0, 0]);
    const sessions = await until(() => listSessions(run), ({ length }) => length > 0);
    assert.deepEqual(sessions.map(({ state }) => state), ["connected"]);
    assert.equal(await isShared(run), true);
  },
);
