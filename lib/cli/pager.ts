/**
 * Shows output that exceeds the screen in the user's pager.
 *
 * @module
 */
import { countCodePoints } from "../output/text.ts";
import { fileErrorReason } from "../platform/files.ts";
import type { Output, System } from "../platform/system.ts";

/** The parts of a context that a pager uses. */
export interface PagerSystem
  extends Pick<System, "env" | "spawn" | "stdout" | "stderr" | "terminal" | "ignoreInterrupt"> {
  readonly status?: { hide(): Promise<void> } | undefined;
}

/** Output of a command that may be paged. */
export interface Paged {
  readonly stdout: Output;
  /** Held back while the pager has the screen. */
  readonly stderr: Output;
  /** Writes what is held back; waits until the user ends the pager. */
  end(): Promise<void>;
}

/**
 * Returns the command of `OSCTL_PAGER`, the preferences or `PAGER`; undefined without one, for `cat`,
 * and when stdout or stdin is not a terminal.
 *
 * @param preferred The pager of the preferences.
 */
export function findPager(
  { env, terminal }: Pick<PagerSystem, "env" | "terminal">,
  preferred = "",
): string | undefined {
  if (!terminal.isTerminal("stdout") || !terminal.isTerminal("stdin")) return undefined;
  if (env.get("TERM") === "dumb") return undefined;
  const pager = (env.get("OSCTL_PAGER") || preferred || env.get("PAGER") || "").trim();
  return pager === "" || pager === "cat" ? undefined : pager;
}

/**
 * Returns outputs that start the pager once the text exceeds the screen; shorter text is printed when
 * the command ends.
 *
 * @param pager The command line.
 * @param guard Wraps the input of the pager, to end the command when the user ends the pager.
 */
export function openPager(
  system: PagerSystem,
  pager: string,
  guard: (output: Output) => Output,
): Paged {
  return new Pager(system, pager, guard);
}

/** SGR sequences, which take no space. */
// deno-lint-ignore no-control-regex -- the sequences to find
const SGR = /\x1b\[[0-9;]*m/g;

class Pager implements Paged {
  readonly stdout: Output = { write: (data) => this.#write(data) };
  readonly stderr: Output = { write: (data) => this.#writeError(data) };
  readonly #system: PagerSystem;
  readonly #command: string;
  readonly #guard: (output: Output) => Output;
  readonly #out: Output;
  readonly #err: Output;
  /** Data that is not printed yet. */
  #held: Uint8Array<ArrayBuffer>[] = [];
  #heldErrors: Uint8Array<ArrayBuffer>[] = [];
  #rows = 0;
  /** Receives the data once the output exceeds the screen. */
  #sink: Output | undefined;
  #close: (() => Promise<void>) | undefined;

  constructor(system: PagerSystem, command: string, guard: (output: Output) => Output) {
    this.#system = system;
    this.#command = command;
    this.#guard = guard;
    this.#out = system.stdout;
    this.#err = system.stderr;
  }

  async #write(data: string | Uint8Array): Promise<void> {
    if (this.#sink !== undefined) return await this.#sink.write(data);
    const bytes = toBytes(data);
    this.#held.push(bytes);
    this.#rows += this.#countRows(bytes);
    const height = this.#system.terminal.size()?.rows ?? Infinity;
    // The prompt of the shell takes the last row.
    if (this.#rows < height) return;
    this.#sink = await this.#start();
    await this.#flush(this.#sink);
  }

  async #writeError(data: string | Uint8Array): Promise<void> {
    if (this.#close === undefined) await this.#err.write(data);
    else this.#heldErrors.push(toBytes(data));
  }

  async end(): Promise<void> {
    try {
      if (this.#sink === undefined) await this.#flush(this.#out);
    } finally {
      await this.#close?.();
      this.#close = undefined;
      for (const bytes of this.#heldErrors.splice(0)) await this.#err.write(bytes);
    }
  }

  async #flush(output: Output): Promise<void> {
    for (const bytes of this.#held.splice(0)) await output.write(bytes);
  }

  /** Starts the pager; without one the output goes to the terminal. */
  async #start(): Promise<Output> {
    const { env, spawn, ignoreInterrupt, status } = this.#system;
    const { program, args } = splitCommand(this.#command, env.get("SHELL"));
    await status?.hide();
    const heedInterrupt = ignoreInterrupt();
    let child: Deno.ChildProcess;
    try {
      child = spawn(program, {
        args,
        stdin: "piped",
        stdout: "inherit",
        stderr: "inherit",
        // less: end at once where all fits, pass colours, leave the text on the screen.
        env: env.get("LESS") ? {} : { LESS: "FRX" },
      });
    } catch (error) {
      heedInterrupt();
      const reason = fileErrorReason(error);
      if (reason === undefined) throw error;
      await this.#err.write(
        `osctl: warning: pager "${program}" not started: ${reason}; ` +
          "set OSCTL_PAGER to another program, or to cat\n",
      );
      return this.#out;
    }
    const writer = child.stdin.getWriter();
    this.#close = async () => {
      await writer.close().catch((error) => {
        // The user has ended the pager before it has read everything.
        if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
      });
      await child.status;
      heedInterrupt();
    };
    return this.#guard({ write: (data) => writer.write(toBytes(data)) });
  }

  #countRows(bytes: Uint8Array): number {
    const columns = this.#system.terminal.size()?.columns ?? Infinity;
    const lines = new TextDecoder().decode(bytes).split("\n");
    const last = lines.pop()!;
    const wrapped = (line: string) =>
      Math.max(1, Math.ceil(countCodePoints(line.replaceAll(SGR, "")) / columns));
    return lines.reduce((sum, line) => sum + wrapped(line), 0) +
      (last === "" ? 0 : wrapped(last) - 1);
  }
}

function toBytes(data: string | Uint8Array): Uint8Array<ArrayBuffer> {
  // The writer may reuse its buffer.
  return typeof data === "string" ? new TextEncoder().encode(data) : new Uint8Array(data);
}

/** Splits a command line at spaces; one with quotes or variables runs in the shell. */
function splitCommand(command: string, shell: string | undefined) {
  if (/["'\\$`|;&<>]/.test(command)) return { program: shell || "/bin/sh", args: ["-c", command] };
  const [program = command, ...args] = command.split(" ").filter((word) => word !== "");
  return { program, args };
}
