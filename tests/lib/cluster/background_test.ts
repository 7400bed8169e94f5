import { equal, match, rejects } from "node:assert/strict";
import { startBackground, stopBackground } from "../../../lib/cluster/background.ts";
import { readIdentity } from "../../../lib/cluster/process_identity.ts";
import { InterruptError } from "../../../lib/platform/interrupt_error.ts";
import type { Spawn } from "../../../lib/platform/system.ts";
import { wallClock } from "../../helpers/fake_system.ts";

/** Starts a shell script as background process. Returns its pid, which the script writes. */
async function background(
  script: string,
  body: (parts: {
    start: () => Promise<void>;
    pid: () => number;
    log: () => string;
    abort: AbortController;
    spawn: Spawn;
  }) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const abort = new AbortController();
  let child: Deno.ChildProcess | undefined;
  const spawn: Spawn = (command, options) => {
    const made = new Deno.Command(command, options).spawn();
    if (options?.detached) child = made;
    return made;
  };
  const logPath = `${folder}/run.log`;
  await Deno.writeTextFile(logPath, "");
  try {
    await body({
      start: () =>
        startBackground({
          self: { command: "/bin/sh", args: ["-c", script] },
          logPath,
          cwd: folder,
          spawn,
          signal: abort.signal,
        }),
      pid: () => child!.pid,
      log: () => Deno.readTextFileSync(logPath),
      abort,
      spawn,
    });
  } finally {
    // startBackground unreferences a ready process.
    child?.ref();
    await child?.status;
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a ready process keeps running until stopBackground", () =>
  background("echo '{\"ready\":true}'; exec sleep 60", async ({ start, pid, spawn }) => {
    await start();
    const identity = await readIdentity(pid(), spawn);
    equal(identity?.pid, pid());
    await stopBackground(identity!, { spawn, clock: wallClock });
    equal(await readIdentity(pid(), spawn), undefined);
    await stopBackground(identity!, { spawn, clock: wallClock });
  }));

Deno.test("startBackground rejects with the error of the process", () => {
  const handshake = JSON.stringify({
    error: { kind: "usage", message: "too many", hint: "take less" },
  });
  return background(`echo '${handshake}'; exit 1`, async ({ start }) => {
    await rejects(start(), { kind: "usage", message: "too many", hint: "take less" });
  });
});

Deno.test("startBackground reports the end of the log when the process exits without handshake", () =>
  background("echo oh dear >&2; exit 3", async ({ start, log }) => {
    await rejects(start(), { message: /exited during start-up: oh dear$/, hint: /run\.log/ });
    match(log(), /oh dear/);
  }));

Deno.test("canceling the start stops the process", () =>
  background("exec sleep 60", async ({ start, abort, pid, spawn }) => {
    const starting = start();
    abort.abort(new InterruptError("SIGINT"));
    await rejects(starting, { name: "InterruptError" });
    equal(await readIdentity(pid(), spawn), undefined);
  }));

Deno.test("stopBackground ignores a reused pid", async () => {
  const spawn: Spawn = (command, options) => new Deno.Command(command, options).spawn();
  const stranger = spawn("sleep", { args: ["60"] });
  try {
    const stale = { pid: stranger.pid, started: "long ago" };
    await stopBackground(stale, { spawn, clock: wallClock });
    equal((await readIdentity(stranger.pid, spawn))?.pid, stranger.pid);
  } finally {
    stranger.kill("SIGKILL");
    await stranger.status;
  }
});
