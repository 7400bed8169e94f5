/** A program for tests of the real system: commands that write, wait and fail. */
import { commandFor, group } from "../../../lib/cli/command.ts";
import { reportUncaught, runProgram } from "../../../lib/cli/run.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { withFileLock } from "../../../lib/platform/file_lock.ts";
import { writeFileAtomic } from "../../../lib/platform/files.ts";
import { createRealSystem, waitForUncaughtError } from "../../../lib/platform/real_system.ts";
import type { Output } from "../../../lib/platform/system.ts";

const command = (name: string) => commandFor<never>(name).summary(name);

/** Resolves when the signal is aborted. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve());
  });

const forever = () => new Promise<void>((resolve) => setTimeout(resolve, 1e9));

/** Content whose second part never comes. */
async function* endless(stdout: Output): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
  await stdout.write("ready\n");
  await forever();
}

const tree = group<never>("program", {
  summary: "a program",
  children: [
    command("flood").run(async ({ stdout, stderr, signal }) => {
      try {
        while (!signal.aborted) await stdout.write("line\n".repeat(1000));
      } finally {
        if (signal.aborted) await stderr.write("cancelled\n");
      }
    }),
    command("big").run(async ({ stdout }) => await stdout.write(new Uint8Array(3_000_000))),
    command("follow").run(async ({ stdout, signal }) => {
      await stdout.write("ready\n");
      await aborted(signal);
    }),
    command("work").run(async ({ stdout, signal }) => {
      await stdout.write("ready\n");
      await aborted(signal);
      throw signal.reason;
    }),
    command("stubborn").run(async ({ stdout, signal }) => {
      signal.addEventListener("abort", () => void stdout.write("first\n"));
      await stdout.write("ready\n");
      await forever();
    }),
    command("write").run(async ({ clock, cwd, stdout, signal }) => {
      signal.addEventListener("abort", () => void stdout.write("first\n"));
      const path = `${cwd}/file`;
      await withFileLock(path, { clock }, () => writeFileAtomic(path, endless(stdout)));
    }),
    command("stray").run(async () => {
      void Promise.reject(new TypeError("not awaited"));
      await forever();
    }),
    command("late").run(async () => {
      setTimeout(() => {
        throw new OsctlError("node", "thrown from a timer");
      }, 0);
      await forever();
    }),
    command("echo").run(async ({ stdin, stdout }) => {
      for await (const chunk of stdin.readable) await stdout.write(chunk);
    }),
    command("resize").run(async ({ stdout, terminal }) => {
      const resized = new Promise<void>((resolve) => {
        const stop = terminal.onResize(() => {
          stop();
          resolve();
        });
      });
      await stdout.write("ready\n");
      await resized;
    }),
    command("select").run(async ({ stdout, prompts }) => {
      const chosen = await prompts.select("Which fruit?", ["apple", "banana", "cherry"]);
      await stdout.write(`chosen ${chosen}\n`);
    }),
    command("confirm").run(async ({ stdout, prompts }) => {
      await stdout.write(`confirmed ${await prompts.confirm("Really?")}\n`);
    }),
    command("facts").run(async ({ stdout, home, cwd, terminal }) => {
      const terminals = (["stdin", "stdout", "stderr"] as const).map(terminal.isTerminal);
      await stdout.write(JSON.stringify({ home, cwd, terminals, size: terminal.size() ?? null }));
    }),
  ],
});

const system = createRealSystem();
const wiring = { openClient: () => Promise.reject(new OsctlError("unsupported", "no nodes here")) };
const uncaught = waitForUncaughtError().then((error) => reportUncaught(error, system));
Deno.exit(await Promise.race([runProgram(tree, Deno.args, system, wiring), uncaught]));
