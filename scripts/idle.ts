/**
 * Whether what follows a node survives silence: `events` and `logs -f` are started, then nothing
 * happens for as long as asked (an hour, or the minutes given), then something does. Whoever does
 * not hear of it, or has ended meanwhile, makes the exit code 1.
 *
 * @module
 */
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

await using program = await Program.create();
const followers: Follower[] = [];
const failures: string[] = [];
try {
  await must(program, "cluster", "create", ...CLUSTER);
  // Through the control plane to the worker, so that both connections have to last.
  const node = ["-n", "idle-worker-1"];
  const events = new Follower(program, ["events", ...node]);
  const logs = new Follower(program, ["logs", "-f", "--tail", "0", "machined", ...node]);
  followers.push(events, logs);
  await sleep(5000);
  const before = events.printed;
  console.log(`nothing happens for ${minutes} minutes`);
  await sleep(minutes * MINUTE_MS);
  for (const { args, code, printed } of followers) {
    if (code !== undefined) failures.push(`osctl ${args.join(" ")} ended with ${code}: ${printed}`);
  }
  const ask = async (follower: Follower, what: string, act: () => Promise<unknown>) => {
    const before = follower.printed.length;
    await act();
    const heard = await follower.hears(before);
    const line = `osctl ${follower.args.join(" ")}: ${heard ? "hears" : "does not hear"} ${what}`;
    console.log(line);
    if (!heard) failures.push(line);
  };
  await ask(logs, "of a call", () => must(program, "version", ...node));
  if (events.printed !== before) failures.push(`events lost its node: ${events.printed}`);
  // The node's port closes and opens: events have to tell of both.
  await ask(events, "the node go", () => fault("add", "down", "--node", "idle-worker-1"));
  await ask(events, "the node come back", () => fault("clear"));
} finally {
  for (const follower of followers) await follower.end();
  await program.run(["cluster", "destroy", ...CLUSTER]);
}
for (const failure of failures) console.error(failure);
Deno.exitCode = failures.length > 0 ? 1 : 0;
