import assert from "node:assert/strict";
import { sendSignal } from "../../lib/cluster/background.ts";
import { ServedSession } from "../../lib/procedures/shared_connection/serve.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import {
  environmentOf,
  isShared,
  listSessions,
  startSession,
  withSessions,
} from "../helpers/sessions.ts";
import { until } from "../helpers/until.ts";

const YEAR_MS = 365 * 24 * 3600_000;

withSessions(
  "a stream fails with one line when its session is killed, and the next command works",
  async ({ nodes, home }, run) => {
    await run(["config", "node", nodes[0]!.address]);
    const pid = await startSession(run);
    const followed = run(["logs", "machined", "-f"]);
    await until(() => listSessions(run), ([session]) => session!.open > 0);
    sendSignal(pid, "SIGKILL");
    const { code, stderr } = await followed;
    assert.equal(code, 1);
    assert.match(stderr, /^osctl: \S+: lost the connection to [^\n]*\n$/);
    assert.equal(await isShared(run), false);
    assert.deepEqual(await listSessions(run), []);
    await run(["session", "stop"]);
    await assert.rejects(Deno.stat(`${home}/osctl`), Deno.errors.NotFound);
  },
);

withSessions(
  "a watch continues directly when its session is killed",
  async (sandbox, run) => {
    const { home, nodes } = sandbox;
    const pid = await startSession(run);
    const stop = new AbortController();
    const { signal } = stop;
    const system = fakeSystem({ home, clock: wallClock, signal, ...environmentOf(sandbox) });
    const watched = run(["events", "--tail", "1", "-n", nodes[0]!.address], { system });
    const { stdout, stderr } = system;
    await until(() => Promise.resolve(stdout.text), (text) => text.split("\n").length > 2);
    assert.equal((await listSessions(run))[0]!.open, 1);
    sendSignal(pid, "SIGKILL");
    await until(() => Promise.resolve(stderr.text), (text) => text.includes("reconnected"));
    stop.abort(new Error("enough"));
    await watched;
  },
);

withSessions("a session ends when its client certificate expires", async (sandbox) => {
  const { home } = sandbox;
  let offset = 0;
  const clock = {
    now: () => wallClock.now() + offset,
    // The interval of the checks is five seconds.
    after: (ms: number, callback: () => void) => wallClock.after(ms === 5000 ? 50 : ms, callback),
  };
  const { env = {} } = environmentOf(sandbox);
  const system = fakeSystem({ home, clock, env });
  const flags = { context: "", osconfig: "", endpoints: [] };
  const session = await ServedSession.start(system, {
    target: flags,
    idleMs: 1000 * YEAR_MS,
    failed: assert.fail,
  });
  let hasEnded = false;
  const ended = session.run().then(() => hasEnded = true);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(hasEnded, false);
  offset = 20 * YEAR_MS;
  await ended;
  await assert.rejects(Deno.stat(`${home}/osctl`), Deno.errors.NotFound);
});

withSessions("a configuration from a pipe has no session", async ({ home, osconfig }, run) => {
  const pipe = `${home}/pipe`;
  assert.equal((await new Deno.Command("mkfifo", { args: [pipe] }).output()).code, 0);
  const command = async (args: readonly string[], env = {}) => {
    // Opening a pipe blocks until the other end opens, so use another process.
    const writer = new Deno.Command("cp", { args: [osconfig, pipe] }).spawn();
    const outcome = await run([...args, "--osconfig", pipe], { terminals: ["stdout"], env });
    assert.equal((await writer.status).code, 0);
    return outcome;
  };
  const { code, stderr } = await command(["session", "start"]);
  assert.equal(code, 1);
  assert.match(stderr, /^osctl: the client configuration ".*pipe" is not a regular file; /);
  assert.equal((await run(["preferences", "set", "session", "5m"])).code, 0);
  const args = ["version", "-n", "127.0.0.1", "-e", "127.0.0.1:1"];
  assert.equal((await command(args, { OSCTL_SESSION: "" })).code, 1);
  assert.deepEqual(await listSessions(run), []);
});

withSessions("a session of another build does not prevent a start", async (sandbox, run) => {
  const { nodes, home } = sandbox;
  await run(["config", "node", nodes[0]!.address]);
  const old = await startSession(run);
  const path = `${home}/osctl/${old}.json`;
  const record = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(path, JSON.stringify({ ...record, names: ["0".repeat(32)] }));
  const next = await startSession(run);
  assert.notEqual(next, old);
  assert.equal(await isShared(run), true);
});

/** Mounts a small file system; false where that is not permitted. */
async function mountSmall(folder: string): Promise<boolean> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  await Deno.mkdir(folder);
  const args = ["-t", "tmpfs", "-o", "size=16k,nr_inodes=12,mode=0700", "tmpfs", folder];
  return (await new Deno.Command("mount", { args, stderr: "null" }).output()).success;
}

withSessions("commands connect directly when the disk is full", async (sandbox, run) => {
  const { home, nodes } = sandbox;
  const runtime = `${home}/runtime`;
  if (!await mountSmall(runtime)) return;
  await run(["config", "node", nodes[0]!.address]);
  assert.equal((await run(["preferences", "set", "session", "5m"])).code, 0);
  const env = { XDG_RUNTIME_DIR: runtime };
  try {
    // First no byte is left, then no file.
    for (const bytes of [4096, 0]) {
      for (let number = 0;; number++) {
        try {
          await Deno.writeFile(`${runtime}/${bytes}-${number}`, new Uint8Array(bytes));
        } catch (error) {
          assert.match(String(error), /No space left/);
          break;
        }
      }
      const { code, stdout, stderr } = await run(["session", "start"], { env });
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /^osctl: cannot [^\n]*no space left on device[^\n]*\n$/);
      assert.equal(await isShared(run, env), false);
      const direct = await run(["version", "--short"], {
        terminals: ["stdout"],
        env: { ...env, OSCTL_SESSION: "" },
      });
      assert.equal(direct.code, 0, direct.stderr);
      assert.doesNotMatch(direct.stderr, /session|space/);
      // The session that it has started ends without a trace.
      const isGone = async () => !await exists(`${runtime}/osctl`);
      await until(isGone, (gone) => gone);
    }
  } finally {
    await new Deno.Command("umount", { args: ["-l", runtime] }).output();
  }
});

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
