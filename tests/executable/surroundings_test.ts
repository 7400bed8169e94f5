/** An executable starts wherever a user puts it, and in poor surroundings. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { withSandbox } from "../helpers/sandbox.ts";
import { type Executable, executableTest, run } from "./executable.ts";

const CLIENT = ["version", "--client", "--short"];

/** Runs a script of the shell, in which `$1` is the executable. */
function shell({ path }: Pick<Executable, "path">, script: string) {
  return run("/bin/sh", ["-c", script, "sh", path], { env: { PATH: "/usr/sbin:/usr/bin:/bin" } });
}

async function expectClient(outcome: ReturnType<typeof run>): Promise<void> {
  const { code, stdout, stderr } = await outcome;
  deepEqual([code, stderr], [0, ""]);
  match(stdout, /^Client/);
}

executableTest("it prints its version, help and completion", {}, async ({ path }) => {
  const full = await run(path, ["version", "--client"]);
  equal(full.code, 0, full.stderr);
  match(full.stdout, /^Client:\n[^]*\tosctl: +\d+\.\d+\.\d+ \(commit \w+\)\n/);
  const help = await run(path, ["--help"]);
  match(help.stdout, /\n {2}dashboard +/);
  for (const name of ["bash", "zsh", "fish"]) {
    const { code, stdout, stderr } = await run(path, ["completion", name]);
    equal(code, 0, stderr);
    match(stdout, /__complete/);
  }
  const unknown = await run(path, ["lsit"]);
  deepEqual([unknown.code, unknown.stdout], [2, ""]);
  match(unknown.stderr, /^osctl: unknown command "lsit" .*did you mean "list"[^\n]*\n$/);
});

executableTest(
  "it starts without variables, stdin and temporary folder",
  { posix: true },
  async (exe) => {
    await expectClient(run(exe.path, CLIENT));
    await expectClient(shell(exe, '"$1" version --client --short <&-'));
    await expectClient(run(exe.path, CLIENT, { env: { TMPDIR: "/nonexistent" } }));
    await expectClient(run(exe.path, CLIENT, { env: { HOME: "/nonexistent" } }));
  },
);

executableTest("it starts by a link, and by a name with spaces", { posix: true }, async (exe) => {
  await Deno.symlink(exe.path, `${exe.folder}/link`);
  await expectClient(run(`${exe.folder}/link`, CLIENT));
  await Deno.mkdir(`${exe.folder}/my programs`);
  await expectClient(run(await exe.copy("my programs/os ctl"), CLIENT));
});

executableTest("it opens no file of the shared temporary folder", { posix: true }, async (exe) => {
  const shared = `${exe.folder}/tmp`;
  await Deno.mkdir(shared);
  // The runtime would wait for the other end, and take what it reads for compiled code.
  const fifo = `${shared}/deno-compile-osctl.cache`;
  equal((await new Deno.Command("mkfifo", { args: [fifo] }).output()).code, 0);
  await Deno.symlink(fifo, `${shared}/deno-compile-osctl`);
  const outcome = run(exe.path, CLIENT, { env: { TMPDIR: shared } });
  const { promise: late, resolve: expire } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => expire(undefined), 30_000);
  const first = await Promise.race([outcome, late]);
  clearTimeout(timer);
  // The end of the pipe lets a process that waits continue.
  if (first === undefined) await Deno.writeTextFile(fifo, "");
  ok(first, "it waits for a pipe in the temporary folder");
  await expectClient(outcome);
  const names = [...Deno.readDirSync(shared)].map(({ name }) => name).sort();
  deepEqual(names, ["deno-compile-osctl", "deno-compile-osctl.cache"]);
});

// Another user may have no access to the folders of the runtime and the bundle.
executableTest("another user starts it", { root: true, standalone: true }, async (exe) => {
  await expectClient(
    shell(
      exe,
      'exec setpriv --reuid=65534 --regid=65534 --clear-groups "$1" version --client --short',
    ),
  );
});

executableTest("it starts on a read-only file system", { root: true }, async (exe) => {
  await expectClient(
    shell(
      exe,
      "exec unshare -m sh -c 'mount -o remount,ro,bind / && ! touch /probe 2>/dev/null && " +
        'exec "$1" version --client --short\' sh "$1"',
    ),
  );
});

executableTest("calls need few descriptors and 256 MB of memory", { linux: true }, async (exe) => {
  await withSandbox({ controlPlanes: 3, workers: 2 }, async ({ home, nodes }) => {
    const targets = nodes.map(({ address }) => address).join(",");
    const calls = [
      `version -n ${targets}`,
      `list -l /etc -n ${targets}`,
      `get members -n ${targets}`,
    ];
    for (const line of calls) {
      const { code, stdout, stderr } = await run("/bin/sh", [
        ...["-c", `ulimit -n 64; exec "$1" ${line}`, "sh", exe.path],
      ], { env: { HOME: home, PATH: "/usr/bin:/bin" } });
      equal(code, 0, stderr);
      for (const { address } of nodes) ok(stdout.includes(address), `${line}: ${address}`);
      const peak = await peakMemory(exe.path, line.split(" "), home);
      ok(peak < 256e6, `${line} takes ${peak} bytes`);
    }
  });
});

/** Returns the most resident memory of a run, bytes: `VmHWM` just before it ends. */
async function peakMemory(path: string, args: readonly string[], home: string): Promise<number> {
  const child = new Deno.Command(path, {
    args: [...args],
    clearEnv: true,
    env: { HOME: home, PATH: "/usr/bin:/bin" },
    cwd: "/",
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  let peak = 0;
  let isOver = false;
  const ended = child.status.then(() => isOver = true);
  while (!isOver) {
    const status = await Deno.readTextFile(`/proc/${child.pid}/status`).catch(() => "");
    peak = Math.max(peak, 1024 * Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await ended;
  ok(peak > 10e6, "the process was not observed");
  return peak;
}
