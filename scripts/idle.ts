/**
 * Tests that streams survive idle periods: starts `events`, `get --watch`, `logs -f` and `dmesg -f`,
 * waits for an hour (or the given minutes), and triggers an event for each. Exits with 1 when a
 * stream misses it, ended early, or does not end correctly after the node goes down.
 *
 * @module
 */
import { bundle } from "./bundle.ts";
import { Program } from "./program.ts";
import { ROOT } from "./project.ts";

const MINUTE_MS = 60_000;
/** Timeout for an event to arrive, milliseconds. */
const EVENT_TIMEOUT_MS = 20_000;

const minutes = Number(Deno.args[0] ?? "60");
if (!(minutes >= 0)) {
  console.error("invalid idle time in minutes; use, for example, deno task idle 60");
  Deno.exit(2);
}

const CLUSTER = ["--provisioner", "sandbox", "--name", "idle"];
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A running command and its output. */
class Follower {
  readonly #process: Deno.ChildProcess;
  #text = "";
  #code: number | undefined;

  constructor(program: Program, readonly args: readonly string[]) {
    this.#process = program.command(args, { stdin: "null", stdout: "piped", stderr: "piped" })
      .spawn();
    for (const stream of [this.#process.stdout, this.#process.stderr]) void this.#read(stream);
    void this.#process.status.then(({ code }) => this.#code = code);
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) this.#text += text;
  }

  get printed(): string {
    return this.#text;
  }

  /** The exit code; undefined while it runs. */
  get code(): number | undefined {
    return this.#code;
  }

  /** Waits for more than `length` characters of output; returns false after the timeout. */
  async waitForOutput(length: number): Promise<boolean> {
    const until = Date.now() + EVENT_TIMEOUT_MS;
    while (this.#text.length <= length && Date.now() < until) await sleep(100);
    return this.#text.length > length;
  }

  /** Waits for the exit code; returns undefined after the timeout. */
  async waitForExit(): Promise<number | undefined> {
    const until = Date.now() + EVENT_TIMEOUT_MS;
    while (this.#code === undefined && Date.now() < until) await sleep(100);
    return this.#code;
  }

  async stop(): Promise<void> {
    if (this.#code === undefined) this.#process.kill("SIGINT");
    await this.#process.status;
  }
}

/** Runs a command that must succeed. */
async function runOk(program: Program, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await program.run(args);
  if (code !== 0) throw new Error(`osctl ${args.join(" ")}: ${stderr}`);
  return stdout;
}

const fault = (...words: string[]) => runOk(program, "cluster", "fault", ...words, ...CLUSTER);

/** Device for writing kernel messages; needs root. */
const KERNEL_LOG = "/dev/kmsg";

async function canWriteKernelLog(): Promise<boolean> {
  try {
    (await Deno.open(KERNEL_LOG, { write: true })).close();
    return true;
  } catch (error) {
    console.log(`skipping dmesg -f: cannot write ${KERNEL_LOG}: ${error}`);
    return false;
  }
}

// A bundle, because the sources may change during the run.
const folder = await Deno.makeTempDir({ prefix: "osctl-idle-" });
await bundle(ROOT, folder);
await using program = await Program.create(`${folder}/main.js`);
const followers: Follower[] = [];
const failures: string[] = [];

/** Prints a result and records a failure. */
function report(follower: Follower, isOk: boolean, what: string): void {
  const line = `osctl ${follower.args.join(" ")}: ${what}`;
  console.log(line);
  if (!isOk) failures.push(`${line}; output: ${follower.printed}`);
}

/** Triggers an event that a follower must print. */
async function expectEvent(
  follower: Follower,
  what: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const before = follower.printed.length;
  await act();
  const received = await follower.waitForOutput(before);
  report(follower, received, `${received ? "received" : "missed"} ${what}`);
}

try {
  await runOk(program, "cluster", "create", ...CLUSTER);
  // A worker through the control plane, so that both connections are tested.
  const node = ["-n", "idle-worker-1"];
  const follow = (...args: string[]) => {
    const follower = new Follower(program, [...args, ...node]);
    followers.push(follower);
    return follower;
  };
  const events = follow("events");
  const watch = follow("get", "services", "--watch");
  const logs = follow("logs", "-f", "--tail", "0", "machined");
  const dmesg = await canWriteKernelLog() ? follow("dmesg", "-f", "--tail") : undefined;
  await sleep(5000);
  const before = [events, watch].map((follower) => ({ follower, printed: follower.printed }));
  console.log(`${new Date().toISOString()} idle for ${minutes} minutes`);
  await sleep(minutes * MINUTE_MS);
  for (const follower of followers) {
    if (follower.code !== undefined) report(follower, false, `ended with ${follower.code}`);
  }
  for (const { follower, printed } of before) {
    if (follower.printed !== printed) report(follower, false, "lost its node while idle");
  }
  await expectEvent(logs, "the log line of a call", () => runOk(program, "version", ...node));
  if (dmesg !== undefined) {
    const writeMessage = () => Deno.writeTextFile(KERNEL_LOG, "osctl: the idle test is over\n");
    await expectEvent(dmesg, "the kernel message", writeMessage);
  }
  // The node's port closes and reopens: events report both, a watch the first.
  const printedBefore = watch.printed.length;
  await expectEvent(
    events,
    "the node's failure",
    () => fault("add", "down", "--node", "idle-worker-1"),
  );
  const broken = await watch.waitForOutput(printedBefore);
  report(watch, broken, `${broken ? "received" : "missed"} the node's failure`);
  for (const follower of dmesg === undefined ? [logs] : [logs, dmesg]) {
    const code = await follower.waitForExit();
    report(
      follower,
      code === 1,
      code === undefined ? "still runs without its node" : `ended with ${code}`,
    );
  }
  await expectEvent(events, "the node's return", () => fault("clear"));
  if (watch.code !== undefined) report(watch, false, `ended with ${watch.code}`);
} finally {
  for (const follower of followers) await follower.stop();
  await program.run(["cluster", "destroy", ...CLUSTER]);
  await Deno.remove(folder, { recursive: true });
}
console.log(
  `${new Date().toISOString()} ${failures.length === 0 ? "passed" : "failed"}`,
);
for (const failure of failures) console.error(failure);
Deno.exitCode = failures.length > 0 ? 1 : 0;
