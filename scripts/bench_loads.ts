/**
 * What a machine is loaded with for a measurement. Everything ends with the process that made it.
 *
 * @module
 */

/** Runs until its input ends. Says that it is ready by its first output. */
class Load implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
  }

  static async start(command: string, args: readonly string[]): Promise<Load> {
    const process = new Deno.Command(command, {
      args: [...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const reader = process.stdout.getReader();
    const { done } = await reader.read();
    reader.releaseLock();
    if (done) throw new Error(`${command} ended before it was ready`);
    return new Load(process);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process.stdin.close();
    await this.#process.stdout.cancel();
    await this.#process.status;
  }
}

/** Starts so many processes, each of which waits for the end of its input. */
export async function manyProcesses(count: number): Promise<AsyncDisposable> {
  const script = `exec 3<&0
i=0
while [ $i -lt ${count} ]; do cat <&3 >/dev/null & i=$((i+1)); done
echo ready
wait`;
  return await Load.start("sh", ["-c", script]);
}

/** Sockets that one process opens: many systems allow no more than 1024 files. */
const SOCKETS_EACH = 1000;

/** Opens so many connected sockets, in processes of their own. */
export async function manySockets(count: number): Promise<AsyncDisposable> {
  const script = `
const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
const kept = [];
for (let pair = 0; pair < ${SOCKETS_EACH / 2}; pair++) {
  kept.push(...await Promise.all([Deno.connect(listener.addr), listener.accept()]));
}
console.log("ready");
for await (const _ of Deno.stdin.readable);
Deno.exit();`;
  const loads = new AsyncDisposableStack();
  for (let made = 0; made < count; made += SOCKETS_EACH) {
    loads.use(await Load.start(Deno.execPath(), ["eval", "--no-config", script]));
  }
  return loads;
}

/** Writes a service's log of at least so many bytes. */
export async function makeLog(path: string, bytes: number): Promise<void> {
  const lines = Array.from(
    { length: 10_000 },
    (_, index) => `2026/01/01 00:00:00.000000 request ${index} of /some/path answered with 200\n`,
  );
  const block = new TextEncoder().encode(lines.join(""));
  using file = await Deno.open(path, { write: true, create: true });
  for (let written = 0; written < bytes; written += block.length) {
    for (let done = 0; done < block.length;) done += await file.write(block.subarray(done));
  }
}
