/**
 * The machine as the program sees it, as one injectable record. Code asks for the smallest part it
 * needs (`Pick<System, "clock">`); only `real_system.ts` touches globals.
 *
 * @module
 */

import type { Clock } from "../async/clock.ts";

export type { Clock };

/** Something to write to. */
export interface Output {
  /**
   * Writes everything and resolves when the data was accepted (back-pressure).
   *
   * @throws {Deno.errors.BrokenPipe} when the reader is gone.
   */
  write(data: string | Uint8Array): Promise<void>;
}

/** Something to read from. */
export interface Input {
  /** Bytes as they arrive; ends at end of file. */
  readonly readable: ReadableStream<Uint8Array>;
}

/** The environment variables. */
export interface Environment {
  get(name: string): string | undefined;
}

/** Facts about the terminal. */
export interface Terminal {
  /** Whether the stream is connected to a terminal. */
  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean;
  /** Columns and rows, or undefined when stdout is no terminal. */
  size(): { columns: number; rows: number } | undefined;
  /** Calls `listener` at every change of the size; the returned function stops that. */
  onResize(listener: () => void): () => void;
  /** Whether stdin, a terminal, gives every key at once, unseen, ^C being a key like the others. */
  setRaw(raw: boolean): void;
  /** Calls `listener` when the user asks to suspend the program (SIGTSTP). */
  onSuspend(listener: () => void): () => void;
  /** Calls `listener` when the program goes on after it was suspended, in whatever way. */
  onContinue(listener: () => void): () => void;
  /** Suspends the program's job, as ^Z does to others, where a shell waits to take over. */
  suspend(): void;
  /**
   * Has `text` written and raw mode ended should the program end without its own clean-up; the
   * returned function takes that back.
   */
  onAbruptEnd(text: string): () => void;
}

/** Cryptographic randomness. */
export interface Random {
  /** `length` random bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /**
   * Has the generator of the TLS library seeded while other work goes on. Its first use otherwise
   * waits for that: tens of milliseconds.
   */
  seedAhead?(): void;
}

/** Starts a child process: `Deno.Command` as a function. */
export type Spawn = (command: string | URL, options?: Deno.CommandOptions) => Deno.ChildProcess;

/** Everything of the machine a command may touch, apart from files. */
export interface System {
  stdin: Input;
  stdout: Output;
  stderr: Output;
  env: Environment;
  /** The user's home directory, without a trailing slash. */
  home: string;
  /** The directory relative paths are resolved against. */
  cwd: string;
  clock: Clock;
  random: Random;
  spawn: Spawn;
  terminal: Terminal;
  /** Aborted when the user cancels (first ^C or SIGTERM). */
  signal: AbortSignal;
}
