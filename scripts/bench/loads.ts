/**
 * Loads for benchmarks: processes, sockets, logs, files and folders.
 *
 * @module
 */

/** A child process that runs until its stdin is closed; its first output signals readiness. */
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

/** Starts `count` processes that wait for the end of stdin. */
export async function startProcesses(count: number): Promise<AsyncDisposable> {
  const script = `exec 3<&0
i=0
while [ $i -lt ${count} ]; do cat <&3 >/dev/null & i=$((i+1)); done
echo ready
wait`;
  return await Load.start("sh", ["-c", script]);
}

/** Sockets per process; the default limit of open files is 1024 on many systems. */
const SOCKETS_PER_PROCESS = 1000;

/** Opens `count` connected sockets in child processes. */
export async function openSockets(count: number): Promise<AsyncDisposable> {
  const script = `
const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
const kept = [];
for (let pair = 0; pair < ${SOCKETS_PER_PROCESS / 2}; pair++) {
  kept.push(...await Promise.all([Deno.connect(listener.addr), listener.accept()]));
}
console.log("ready");
for await (const _ of Deno.stdin.readable);
Deno.exit();`;
  const loads = new AsyncDisposableStack();
  for (let made = 0; made < count; made += SOCKETS_PER_PROCESS) {
    loads.use(await Load.start(Deno.execPath(), ["eval", "--no-config", script]));
  }
  return loads;
}

/** Writes a service log of at least `bytes` bytes. */
export async function createLog(path: string, bytes: number): Promise<void> {
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

/** Creates folders of 499 files up to `entries` entries. */
export async function createTree(folder: string, entries: number): Promise<void> {
  for (let made = 0; made < entries;) {
    const sub = `${folder}/folder-${made}`;
    await Deno.mkdir(sub, { recursive: true });
    made++;
    for (let file = 0; file < 499 && made < entries; file++, made++) {
      Deno.writeTextFileSync(`${sub}/file-${file}`, "");
    }
  }
}

/** Writes a file of random bytes. */
export async function createFile(path: string, mebibytes: number): Promise<void> {
  const block = new Uint8Array(1 << 20);
  for (let offset = 0; offset < block.length; offset += 65536) {
    crypto.getRandomValues(block.subarray(offset, offset + 65536));
  }
  using file = await Deno.open(path, { write: true, create: true });
  for (let mib = 0; mib < mebibytes; mib++) {
    for (let done = 0; done < block.length;) done += await file.write(block.subarray(done));
  }
}
