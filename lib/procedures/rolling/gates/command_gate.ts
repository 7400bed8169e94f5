/**
 * A gate that runs a program of the user.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../../async/deadline.ts";
import { OsctlError } from "../../../errors.ts";
import { formatDuration } from "../../../output/duration.ts";
import { oneLine } from "../../../output/text.ts";
import { splitWords } from "../../../output/split_words.ts";
import type { Gate, GateScope, GateSources } from "./types.ts";

/** Reports whether a gate runs a program of this machine. */
export function isCommandGate(name: string): boolean {
  return name.startsWith("command:");
}

/** Limit of one run, milliseconds. */
const COMMAND_MS = 60_000;

/** Maximum size of its retained output, bytes. */
const MAX_BYTES = 64 * 1024;

/**
 * Creates a gate that holds while the program exits with status 0. It runs without a shell, with
 * the node in its environment.
 *
 * @param offset Offset of the command line in the text of the flag.
 * @throws {OsctlError} of kind `usage`.
 */
export function createCommandGate(
  sources: GateSources,
  { name, line, offset }: { name: string; line: string; offset: number },
): Gate {
  const split = splitWords(line);
  if ("unclosed" in split) {
    const at = offset + split.unclosed + 1;
    throw new OsctlError("usage", `invalid gate "${name}": character ${at}: unclosed quote`, {
      hint: `close it, such as command:check-storage "node one"`,
    });
  }
  const [program = "", ...args] = split.words;
  if (program === "") {
    throw new OsctlError("usage", `invalid gate "${name}": no program`, {
      hint: "add a program and its arguments, such as command:check-storage --quick",
    });
  }
  return {
    name,
    begin: (scope) => (signal) => runProgram(sources, { program, args, scope, signal }),
  };
}

interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly scope: GateScope;
  readonly signal: AbortSignal;
}

async function runProgram(
  { spawn, clock }: GateSources,
  { program, args, scope, signal }: Run,
): Promise<void> {
  const { address = "", name = "", role = "" } = scope.node ?? {};
  let child: Deno.ChildProcess;
  try {
    child = spawn(program, {
      args: [...args],
      env: { OSCTL_NODE: address, OSCTL_NODE_NAME: name, OSCTL_NODE_ROLE: role },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? "program not found"
      : error instanceof Error
      ? error.message
      : String(error);
    throw new OsctlError("file", `cannot run "${program}": ${reason}`, { cause: error });
  }
  const expired = () =>
    new OsctlError("node", `"${program}" did not exit within ${formatDuration(COMMAND_MS)}`);
  using limit = createDeadline({ clock, ms: COMMAND_MS, signals: [signal], expired });
  // The program may ignore SIGTERM, and the gate must not wait for its children, which hold the
  // pipes.
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch (error) {
      // It has exited.
      if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
    }
  };
  limit.signal.addEventListener("abort", kill, { once: true });
  const outputs = [new LastLine(child.stdout), new LastLine(child.stderr)] as const;
  try {
    const { code, signal: killedBy } = await raceWithAbort(child.status, limit.signal);
    if (code === 0) return;
    // A child of the program may keep the pipes open after its exit.
    let stopTimer = () => {};
    const drained = new Promise<void>((resolve) => stopTimer = clock.after(DRAIN_MS, resolve));
    await Promise.race([Promise.all(outputs.map((one) => one.ended)), drained]);
    stopTimer();
    const line = outputs[1].text || outputs[0].text;
    const result = killedBy === null ? `exit status ${code}` : `killed by ${killedBy}`;
    throw new OsctlError("node", line === "" ? result : `${line} (${result})`);
  } finally {
    limit.signal.removeEventListener("abort", kill);
    for (const one of outputs) one.cancel();
  }
}

/** Wait for the output of a program that has exited, milliseconds. */
const DRAIN_MS = 1000;

/** Reads a stream and retains its end. */
class LastLine {
  readonly ended: Promise<void>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #bytes = new Uint8Array(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
    this.ended = this.#read();
  }

  /** The last line that is not empty. */
  get text(): string {
    const lines = new TextDecoder().decode(this.#bytes).split(/[\r\n]+/).map(oneLine);
    return lines.findLast((line) => line !== "") ?? "";
  }

  cancel(): void {
    // The pipe may be closed.
    this.#reader.cancel().catch(() => {});
  }

  async #read(): Promise<void> {
    while (true) {
      const { value, done } = await this.#reader.read();
      if (done) return;
      const joined = new Uint8Array(this.#bytes.length + value.length);
      joined.set(this.#bytes);
      joined.set(value, this.#bytes.length);
      this.#bytes = joined.slice(-MAX_BYTES);
    }
  }
}
