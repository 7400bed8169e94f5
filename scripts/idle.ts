/**
 * Whether what follows a node survives silence: `events`, `get --watch`, `logs -f` and `dmesg -f` are
 * started, then nothing happens for as long as asked (an hour, or the minutes given), then something
 * does. Whoever does not hear of it, has ended meanwhile, or does not end as it should when the node
 * goes, makes the exit code 1.
 *
 * @module
 */
import { bundle } from "./bundle.ts";
import { Program } from "./program.ts";

const MINUTE_MS = 60_000;
/** How long the news may take to arrive, milliseconds. */
const PATIENCE_MS = 20_000;

const minutes = Number(Deno.args[0] ?? "60");
if (!(minutes >= 0)) {
  console.error("give the minutes of silence, for example: deno task idle 60");
  Deno.exit(2);
}

const CLUSTER = ["--provisioner", "sandbox", "--name", "idle"];
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A command that is still running, and what it has printed. */
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

  /** The exit code, once it has ended. */
  get code(): number | undefined {
    return this.#code;
  }

  /** Waits until it has printed more than `length` characters, or the patience is at an end. */
  async hears(length: number): Promise<boolean> {
    const until = Date.now() + PATIENCE_MS;
    while (this.#text.length <= length && Date.now() < until) await sleep(100);
    return this.#text.length > length;
  }

  /** Waits until it has ended by itself, or the patience is at an end. */
  async ends(): Promise<number | undefined> {
    const until = Date.now() + PATIENCE_MS;
    while (this.#code === undefined && Date.now() < until) await sleep(100);
    return this.#code;
  }

  async end(): Promise<void> {
    if (this.#code === undefined) this.#process.kill("SIGINT");
    await this.#process.status;
  }
}

/** Runs a command that has to work. */
async function must(program: Program, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await program.run(args);
  if (code !== 0) throw new Error(`osctl ${args.join(" ")}: ${stderr}`);
  return stdout;
}

const fault = (...words: string[]) => must(program, "cluster", "fault", ...words, ...CLUSTER);

/** Where a program tells the kernel what to say; only root may. */
const KERNEL_LOG = "/dev/kmsg";

async function mayTellKernel(): Promise<boolean> {
  try {
    (await Deno.open(KERNEL_LOG, { write: true })).close();
    return true;
  } catch (error) {
    console.log(`dmesg -f is left out, since nothing can be said to the kernel: ${error}`);
    return false;
  }
}

// A bundle, since the sources may change while it waits.
const folder = await Deno.makeTempDir({ prefix: "osctl-idle-" });
await bundle(new URL("..", import.meta.url).pathname, folder);
await using program = await Program.create(`${folder}/main.js`);
const followers: Follower[] = [];
const failures: string[] = [];

/** Says a result, and keeps a bad one. */
function note(follower: Follower, good: boolean, what: string): void {
  const line = `osctl ${follower.args.join(" ")}: ${what}`;
  console.log(line);
  if (!good) failures.push(`${line}; it printed: ${follower.printed}`);
}

/** Does something of which a follower has to tell. */
async function ask(follower: Follower, what: string, act: () => Promise<unknown>): Promise<void> {
  const before = follower.printed.length;
  await act();
  const heard = await follower.hears(before);
  note(follower, heard, `${heard ? "hears" : "does not hear"} ${what}`);
}

try {
  await must(program, "cluster", "create", ...CLUSTER);
  // Through the control plane to the worker, so that both connections have to last.
  const node = ["-n", "idle-worker-1"];
  const follow = (...args: string[]) => {
    const follower = new Follower(program, [...args, ...node]);
    followers.push(follower);
    return follower;
  };
  const events = follow("events");
  const watch = follow("get", "services", "--watch");
  const logs = follow("logs", "-f", "--tail", "0", "machined");
  const dmesg = await mayTellKernel() ? follow("dmesg", "-f", "--tail") : undefined;
  await sleep(5000);
  const before = [events, watch].map((follower) => ({ follower, printed: follower.printed }));
  console.log(`${new Date().toISOString()} nothing happens for ${minutes} minutes`);
  await sleep(minutes * MINUTE_MS);
  for (const follower of followers) {
    if (follower.code !== undefined) note(follower, false, `has ended with ${follower.code}`);
  }
  for (const { follower, printed } of before) {
    if (follower.printed !== printed) note(follower, false, "has lost its node meanwhile");
  }
  await ask(logs, "of a call", () => must(program, "version", ...node));
  if (dmesg !== undefined) {
    const say = () => Deno.writeTextFile(KERNEL_LOG, "osctl: the idle test is over\n");
    await ask(dmesg, "the kernel", say);
  }
  // The node's port closes and opens: events tell of both, a watch of the first.
  const told = watch.printed.length;
  await ask(events, "the node go", () => fault("add", "down", "--node", "idle-worker-1"));
  const broken = await watch.hears(told);
  note(watch, broken, `${broken ? "hears" : "does not hear"} the node go`);
  for (const follower of dmesg === undefined ? [logs] : [logs, dmesg]) {
    const code = await follower.ends();
    note(
      follower,
      code === 1,
      code === undefined ? "goes on without its node" : `ends with ${code}`,
    );
  }
  await ask(events, "the node come back", () => fault("clear"));
  if (watch.code !== undefined) note(watch, false, `has ended with ${watch.code}`);
} finally {
  for (const follower of followers) await follower.end();
  await program.run(["cluster", "destroy", ...CLUSTER]);
  await Deno.remove(folder, { recursive: true });
}
console.log(
  `${new Date().toISOString()} ${failures.length === 0 ? "all as it should be" : "failed"}`,
);
for (const failure of failures) console.error(failure);
Deno.exitCode = failures.length > 0 ? 1 : 0;
