/** Starts of sessions that do not end by themselves, and records that no session has written. */
import assert from "node:assert/strict";
import { createSelfCommand } from "../../lib/platform/self_command.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { environmentOf, listSessions, startSession, withSessions } from "../helpers/sessions.ts";
import { until } from "../helpers/until.ts";

/** Returns the processes whose command line contains a text; Linux. */
async function processesWith(part: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === Deno.pid) continue;
    const line = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (line.includes(part) && line.includes("session\0run")) found.push(Number(name));
  }
  return found;
}

/** Adds an endpoint that accepts connections and never sends anything. */
async function withSilentEndpoint(
  osconfig: string,
  body: () => Promise<void>,
): Promise<void> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted: Deno.Conn[] = [];
  const serving = (async () => {
    for await (const conn of listener) accepted.push(conn);
  })().catch(() => {});
  const config = await Deno.readTextFile(osconfig);
  const { port } = listener.addr as Deno.NetAddr;
  const silent = config.replace(/endpoints:\n(\s+- .*\n)+/, `endpoints: ["127.0.0.1:${port}"]\n`);
  assert.notEqual(silent, config);
  await Deno.writeTextFile(osconfig, silent);
  try {
    await body();
  } finally {
    for (const conn of accepted) conn.close();
    listener.close();
    await serving;
    await Deno.writeTextFile(osconfig, config);
  }
}

withSessions("^C ends the start of a session, and its process", async (sandbox, run) => {
  if (Deno.build.os !== "linux") return;
  const { home, osconfig } = sandbox;
  await withSilentEndpoint(osconfig, async () => {
    const stop = new AbortController();
    const environment = environmentOf(sandbox, { OSCTL_CONNECT_TIMEOUT: "60s" });
    const system = fakeSystem({ home, clock: wallClock, signal: stop.signal, ...environment });
    const started = run(["session", "start"], { system });
    await until(() => processesWith(home), (found) => found.length === 1);
    const start = performance.now();
    stop.abort(new Error("interrupted"));
    await started;
    assert.ok(performance.now() - start < 3000);
    await until(() => processesWith(home), (found) => found.length === 0);
  });
});

withSessions("a start that was killed leaves no process", async (sandbox) => {
  if (Deno.build.os !== "linux") return;
  const { home, osconfig } = sandbox;
  await withSilentEndpoint(osconfig, async () => {
    const { spawn } = environmentOf(sandbox, { OSCTL_CONNECT_TIMEOUT: "3s" });
    const { command, args } = createSelfCommand(["session", "start", "--osconfig", osconfig]);
    const child = spawn!(command, { args, stdin: "null", stdout: "null", stderr: "null" });
    await until(() => processesWith(home), (found) => found.length === 1);
    child.kill("SIGKILL");
    await child.status;
    await until(() => processesWith(home), (found) => found.length === 0);
  });
});

withSessions("a process that does not respond is ended by the next start", async (sandbox, run) => {
  const { home } = sandbox;
  const pid = await startSession(run);
  const path = `${home}/osctl/${pid}.json`;
  const record = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(path, JSON.stringify({ ...record, since: record.since - 60_000 }));
  Deno.kill(pid, "SIGSTOP");
  assert.notEqual(await startSession(run), pid);
  assert.equal((await listSessions(run)).length, 1);
});

/** Records that are none; the process of the last ones would be a group, or the system's first. */
const DAMAGED = [
  "",
  "null",
  "[]",
  '"x"',
  "1",
  "{}",
  "{",
  "\u0000",
  '{"process":null}',
  '{"process":{}}',
  '{"process":{"pid":"1","started":""}}',
  ...[0, -1, 1, 1.5, 1e300].map((pid) =>
    JSON.stringify({
      process: { pid, started: "x" },
      context: "test",
      osconfig: "/x",
      endpoints: [],
      names: [],
      since: 0,
      idleMs: 1000,
    })
  ),
  ...["../../victim", "a/b", ""].map((name) =>
    JSON.stringify({
      process: { pid: 2 ** 22, started: "x" },
      context: "test",
      osconfig: "/x",
      endpoints: [],
      names: [name],
      since: 0,
      idleMs: 1000,
    })
  ),
  "x".repeat(2 * 1024 * 1024),
];

withSessions("damaged records of sessions are ignored", async ({ home, nodes }, run) => {
  await run(["config", "node", nodes[0]!.address]);
  const pid = await startSession(run);
  await Deno.writeTextFile(`${home}/victim.sock`, "");
  for (const [index, text] of DAMAGED.entries()) {
    await Deno.writeTextFile(`${home}/osctl/9${index}.json`, text);
    await Deno.mkdir(`${home}/osctl/8${index}.json`);
    assert.deepEqual((await listSessions(run)).map((one) => one.pid), [pid], text);
    const { code, stderr } = await run(["version", "--short"]);
    assert.equal(code, 0, stderr);
  }
  const stopped = await run(["session", "stop", "--all"]);
  assert.equal(stopped.code, 0, stopped.stderr);
  await Deno.stat(`${home}/victim.sock`);
});

withSessions("a runtime folder that cannot be used is no error", async (sandbox, run) => {
  const { home, nodes } = sandbox;
  await run(["config", "node", nodes[0]!.address]);
  await Deno.symlink(`${home}/b`, `${home}/a`);
  await Deno.symlink(`${home}/a`, `${home}/b`);
  const folders = [
    `${home}/a`,
    `${home}/a/x`,
    `/${"x".repeat(5000)}`,
    "/etc/passwd",
    "/nonexistent/x",
    "relative",
    ...(Deno.uid() === 0 ? [`${home}/foreign`] : []),
  ];
  if (Deno.uid() === 0) {
    await Deno.mkdir(`${home}/foreign`, { mode: 0o700 });
    await Deno.chown(`${home}/foreign`, 12345, 12345);
  }
  for (const XDG_RUNTIME_DIR of folders) {
    for (const args of [["version", "--short"], ["session", "status"], ["session", "stop"]]) {
      const { code, stderr } = await run(args, { env: { XDG_RUNTIME_DIR } });
      assert.equal(code, 0, `${XDG_RUNTIME_DIR} ${args}: ${stderr}`);
      assert.ok(!stderr.includes("internal error"), stderr);
    }
  }
});
