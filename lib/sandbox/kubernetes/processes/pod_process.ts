/**
 * The process of a pod's container.
 *
 * @module
 */
import type { Clock, Spawn } from "../../../platform/system.ts";

/** A line of the log with its time, milliseconds since the Unix epoch. */
export interface LogLine {
  readonly time: number;
  readonly text: string;
}

/** Lines that a log retains. */
const MAX_LINES = 20_000;

/**
 * Runs a program until it ends, or until stdin is closed, which kills it: it never outlives the
 * process that started it, however that ends.
 */
const SCRIPT = `
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
echo "$child" >"$OSCTL_PID_FILE"
(read -r _ <&3; kill -KILL "$child") >/dev/null 2>&1 &
watcher=$!
exec 3<&-
trap 'kill -TERM "$child" 2>/dev/null' TERM
wait "$child"
code=$?
while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done
kill -KILL "$watcher" 2>/dev/null
exit "$code"
`;

/** Options of a process. */
export interface ProcessOptions {
  readonly spawn: Spawn;
  readonly clock: Pick<Clock, "now">;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** File to which the process ID is written. */
  readonly pidFile: string;
}

/** A running container. */
export class PodProcess {
  readonly lines: LogLine[] = [];
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
  readonly #child: Deno.ChildProcess;
  readonly #stdin: WritableStreamDefaultWriter<Uint8Array>;
  readonly #listeners = new Set<() => void>();
  #isOver = false;

  constructor({ spawn, clock, command, args, env, cwd, pidFile }: ProcessOptions) {
    this.#child = spawn("/bin/sh", {
      args: ["-c", SCRIPT, "sh", command, ...args],
      clearEnv: true,
      env: { ...env, OSCTL_PID_FILE: pidFile },
      cwd,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    });
    this.#stdin = this.#child.stdin.getWriter();
    const logs = [this.#child.stdout, this.#child.stderr].map((stream) =>
      this.#read(stream, clock)
    );
    this.ended = this.#end(logs);
  }

  async #end(logs: readonly Promise<void>[]): Promise<number> {
    const { code } = await this.#child.status;
    await Promise.all(logs);
    this.#isOver = true;
    await this.#stdin.close().catch(() => {}); // the reader has ended
    this.#notify();
    return code;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends SIGTERM to the process. */
  terminate(): void {
    if (!this.#isOver) this.#child.kill("SIGTERM");
  }

  /** Kills the process: its supervisor kills it when stdin is closed. */
  kill(): void {
    void this.#stdin.close().catch(() => {}); // it has ended already
  }

  /** Calls `listener` after new lines and at the end; the returned function unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  async #read(stream: ReadableStream<Uint8Array>, clock: Pick<Clock, "now">): Promise<void> {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = parts.pop()!;
      this.#add(parts, clock);
    }
    if (rest !== "") this.#add([rest], clock);
  }

  #add(texts: readonly string[], clock: Pick<Clock, "now">): void {
    const time = clock.now();
    for (const text of texts) this.lines.push({ time, text });
    if (this.lines.length > MAX_LINES) this.lines.splice(0, this.lines.length - MAX_LINES);
    this.#notify();
  }
}
