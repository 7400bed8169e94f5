import { equal, match, rejects } from "node:assert/strict";
import { startBackground, stopBackground } from "../../../lib/cluster/background.ts";
import { identityOf } from "../../../lib/cluster/process_identity.ts";
import { InterruptError } from "../../../lib/platform/interrupt_error.ts";
import type { Spawn } from "../../../lib/platform/system.ts";
import { wallClock } from "../../helpers/fake_system.ts";

/** Starts a shell script as the background process; gives its pid once it has said it. */
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
    // The start lets go of a process that is ready.
    child?.ref();
    await child?.status;
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a process that is ready is left alone, and found and stopped later", () =>
  background("echo '{\"ready\":true}'; exec sleep 60", async ({ start, pid, spawn }) => {
    await start();
    const identity = await identityOf(pid(), spawn);
    equal(identity?.pid, pid());
    await stopBackground(identity!, { spawn, clock: wallClock });
    equal(await identityOf(pid(), spawn), undefined);
    await stopBackground(identity!, { spawn, clock: wallClock });
  }));

Deno.test("an error the process reports is the error of the start", () => {
  const said = JSON.stringify({ error: { kind: "usage", message: "too many", hint: "take less" } });
  return background(`echo '${said}'; exit 1`, async ({ start }) => {
    await rejects(start(), { kind: "usage", message: "too many", hint: "take less" });
  });
});

Deno.test("a process that ends without a word leaves its last words in the log", () =>
  background("echo oh dear >&2; exit 3", async ({ start, log }) => {
    await rejects(start(), { message: /ended at once/, hint: /run\.log/ });
    match(log(), /oh dear/);
  }));

Deno.test("an interrupted start ends the process", () =>
  background("exec sleep 60", async ({ start, abort, pid, spawn }) => {
    const starting = start();
    abort.abort(new InterruptError("SIGINT"));
    await rejects(starting, { name: "InterruptError" });
    equal(await identityOf(pid(), spawn), undefined);
  }));

Deno.test("a process that only bears the number of ours is not touched", async () => {
  const spawn: Spawn = (command, options) => new Deno.Command(command, options).spawn();
  const stranger = spawn("sleep", { args: ["60"] });
  try {
    const stale = { pid: stranger.pid, started: "long ago" };
    await stopBackground(stale, { spawn, clock: wallClock });
    equal((await identityOf(stranger.pid, spawn))?.pid, stranger.pid);
  } finally {
    stranger.kill("SIGKILL");
    await stranger.status;
  }
});
