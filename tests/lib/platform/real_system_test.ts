import { deepEqual, equal, match } from "node:assert/strict";

const program = new URL("./real_program.ts", import.meta.url).pathname;
const config = new URL("../../../deno.json", import.meta.url).pathname;
const runtime = ["run", "-A", "--no-check", "--quiet", "--config", config];

function start(args: string[], options: Deno.CommandOptions = {}): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    ...options,
    args: [...runtime, program, ...args],
  }).spawn();
}

/** A shell script in which `$run` starts the program. */
async function shell(script: string, env: Record<string, string> = {}) {
  const run = [Deno.execPath(), ...runtime, program].join(" ");
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", script],
    env: { run, ...env },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** Lines of a stream, one at a time. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

/** Starts a command, waits for its first line, sends signals, and returns its status. */
async function interrupted(
  command: string,
  { signals, cwd }: { signals: readonly Deno.Signal[]; cwd?: string },
) {
  const child = start([command], cwd === undefined ? {} : { cwd });
  const lines = linesOf(child.stdout);
  equal((await lines.next()).value, "ready");
  for (const [index, signal] of signals.entries()) {
    child.kill(signal);
    if (index < signals.length - 1) equal((await lines.next()).value, "first");
  }
  const [status, stderr, rest] = await Promise.all([
    child.status,
    new Response(child.stderr).text(),
    Array.fromAsync(lines),
  ]);
  return { code: status.code, signal: status.signal, stderr, rest };
}

/** Whether signals are ignored, as under `nohup`; children inherit that. */
function hangupIgnored(): boolean {
  if (Deno.build.os !== "linux") return false;
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(Deno.readTextFileSync("/proc/self/status"))![1]!;
  return (BigInt(`0x${mask}`) & 1n) === 1n;
}

/** The runtime's cache, whose default location depends on HOME. */
async function runtimeCache(): Promise<Record<string, string>> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return { DENO_DIR: JSON.parse(new TextDecoder().decode(stdout)).denoDir };
}

const unix = { ignore: Deno.build.os === "windows" };

Deno.test("a closed pipe ends the program silently with 0", unix, async () => {
  const { stdout, stderr } = await shell('{ $run flood; echo "code $?" >&2; } | head -n 1');
  equal(stdout, "line\n");
  equal(stderr, "cancelled\ncode 0\n");
});

Deno.test("help to a closed pipe is silent too", unix, async () => {
  const { stderr } = await shell('{ sleep 0.2; $run --help; echo "code $?" >&2; } | true');
  equal(stderr, "code 0\n");
});

Deno.test("a large output reaches a slow reader completely", unix, async () => {
  const { stdout, stderr } = await shell(
    '{ $run big; echo "code $?" >&2; } | { sleep 0.2; wc -c; }',
  );
  equal(stdout.trim(), "3000000");
  equal(stderr, "code 0\n");
});

Deno.test("stdin can be copied to stdout to its end", async () => {
  const child = start(["echo"], { stdin: "piped" });
  const sent = ReadableStream.from([new TextEncoder().encode("one\n"), new Uint8Array(200_000)]);
  const [, output] = await Promise.all([sent.pipeTo(child.stdin), child.output()]);
  equal(output.code, 0);
  equal(output.stdout.length, 200_004);
});

Deno.test("^C ends a followed stream with 0, other work with 130", unix, async () => {
  const followed = await interrupted("follow", { signals: ["SIGINT"] });
  deepEqual(followed, { code: 0, signal: null, stderr: "", rest: [] });
  const worked = await interrupted("work", { signals: ["SIGINT"] });
  deepEqual(worked, { code: 130, signal: null, stderr: "", rest: [] });
});

Deno.test("SIGTERM and SIGHUP have their own exit codes", unix, async () => {
  equal((await interrupted("work", { signals: ["SIGTERM"] })).code, 143);
  if (!hangupIgnored()) equal((await interrupted("work", { signals: ["SIGHUP"] })).code, 129);
});

Deno.test("the second ^C exits at once", unix, async () => {
  equal((await interrupted("stubborn", { signals: ["SIGINT", "SIGINT"] })).code, 130);
  equal((await interrupted("stubborn", { signals: ["SIGINT", "SIGTERM"] })).code, 143);
});

Deno.test("the second ^C leaves no temporary file and no lock file", unix, async () => {
  const folder = await Deno.makeTempDir();
  try {
    equal((await interrupted("write", { signals: ["SIGINT", "SIGINT"], cwd: folder })).code, 130);
    deepEqual((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("onResize() calls its listener until it is unsubscribed", unix, async () => {
  deepEqual(await interrupted("resize", { signals: ["SIGWINCH"] }), {
    code: 0,
    signal: null,
    stderr: "",
    rest: [],
  });
});

Deno.test("signals ignored by the parent process stay ignored", {
  ignore: Deno.build.os !== "linux",
}, async () => {
  const script = `trap '' HUP INT; $run follow > $ready & pid=$!
    until [ -s $ready ]; do sleep 0.02; done
    kill -HUP $pid; kill -INT $pid; kill -0 $pid && echo alive
    kill -TERM $pid; wait $pid; echo "code $?"`;
  const ready = await Deno.makeTempFile();
  try {
    equal((await shell(script, { ready })).stdout, "alive\ncode 0\n");
  } finally {
    await Deno.remove(ready);
  }
});

Deno.test("an uncaught error is one line without a stack trace", async () => {
  const stray = await start(["stray"]).output();
  equal(stray.code, 1);
  match(
    new TextDecoder().decode(stray.stderr),
    /^osctl: internal error: TypeError: not awaited; this is a bug[^\n]*\n$/,
  );
  const late = await start(["late"]).output();
  equal(late.code, 1);
  equal(new TextDecoder().decode(late.stderr), "osctl: thrown from a timer\n");
});

Deno.test("the real system has home, working directory and terminal facts", unix, async () => {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    const env = { ...await runtimeCache(), HOME: `${folder}/` };
    const { stdout } = await start(["facts"], { cwd: folder, env }).output();
    deepEqual(JSON.parse(new TextDecoder().decode(stdout)), {
      home: folder,
      cwd: folder,
      terminals: [false, false, false],
      size: null,
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("without HOME the home directory is from the user database", unix, async () => {
  const script = "env -u HOME -u USERPROFILE $run facts";
  const { stdout } = await shell(script, await runtimeCache());
  const known = await shell("eval echo ~$(id -un)");
  equal(JSON.parse(stdout).home, known.stdout.trim());
});

const main = [
  ...[Deno.execPath(), "run", "-A", "--no-check", "--quiet", "--config", config],
  new URL("../../../main.ts", import.meta.url).pathname,
].join(" ");

Deno.test("variables and folders that are not UTF-8 are errors with their name, or work", {
  ignore: Deno.build.os !== "linux",
}, async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-names-" });
  try {
    const cache = await runtimeCache();
    const named = await shell(
      `OSCONFIG=$(printf '/x\\377') ${main} get members -n 127.0.0.1; echo "code $?"`,
      cache,
    );
    deepEqual(named, {
      code: 0,
      stdout: "code 1\n",
      stderr:
        "osctl: the environment variable OSCONFIG is not valid UTF-8; set OSCONFIG to a path " +
        "or text in UTF-8\n",
    });
    const inside = await shell(
      `cd ${folder} && d=$(printf 'd\\377') && mkdir "$d" && cd "$d" && unset PWD &&
      ${main} gen ca --organization x && ls`,
      cache,
    );
    deepEqual(inside.stdout.split("\n").filter((name) => name.startsWith("x.")), [
      ...["x.crt", "x.key", "x.sha256"],
    ], inside.stderr);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
