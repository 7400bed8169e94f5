/**
 * The injected environment of a command: streams, variables, clock, terminal, processes. Functions
 * accept the smallest part they use (`Pick<System, "clock">`); only `real_system.ts` uses globals.
 *
 * @module
 */

import type { Clock } from "../async/clock.ts";

export type { Clock };

/** An output stream. */
export interface Output {
  /**
   * Writes all data; resolves when it is accepted (back-pressure).
   *
   * @throws {Deno.errors.BrokenPipe} when the reader has closed the pipe.
   */
  write(data: string | Uint8Array): Promise<void>;
}

/** An input stream. */
export interface Input {
  /** Chunks as they arrive, up to end of file. */
  readonly readable: ReadableStream<Uint8Array>;
}

/** Environment variables. */
export interface Environment {
  get(name: string): string | undefined;
}

/** The terminal of the process. */
export interface Terminal {
  /** Reports whether the stream is a terminal. */
  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean;
  /** Columns and rows; undefined when stdout is not a terminal. */
  size(): { columns: number; rows: number } | undefined;
  /** Calls `listener` at every resize; the returned function unsubscribes. */
  onResize(listener: () => void): () => void;
  /** Switches raw mode of stdin: no echo, no line buffering, ^C is a key. */
  setRaw(raw: boolean): void;
  /** Calls `listener` on SIGTSTP. */
  onSuspend(listener: () => void): () => void;
  /** Calls `listener` on SIGCONT. */
  onContinue(listener: () => void): () => void;
  /** Suspends the process group like ^Z, if a shell with job control can resume it. */
  suspend(): void;
  /**
   * Registers text to write, after raw mode is disabled, if the program exits without cleanup; the
   * returned function unregisters it.
   */
  onAbruptExit(text: string): () => void;
}

/** Cryptographic randomness. */
export interface Random {
  /** Returns `length` random bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /**
   * Seeds the random generator of the TLS library in the background. Its first use otherwise blocks
   * for tens of milliseconds.
   */
  seedTlsRandom?(): void;
}

/** Starts a child process: `Deno.Command` as a function. */
export type Spawn = (command: string | URL, options?: Deno.CommandOptions) => Deno.ChildProcess;

/** Options of {@linkcode Fetch}. */
export interface FetchOptions extends RequestInit {
  /** Trusted authorities, PEM; by default the roots of the runtime. */
  readonly caCerts?: readonly string[];
}

/** Makes a request over HTTP. */
export type Fetch = (input: string | URL, init?: FetchOptions) => Promise<Response>;

/** The environment of a command, except files. */
export interface System {
  stdin: Input;
  stdout: Output;
  stderr: Output;
  env: Environment;
  /** The user's home directory, without a trailing slash. */
  home: string;
  /** Base of relative paths. */
  cwd: string;
  clock: Clock;
  random: Random;
  spawn: Spawn;
  /** Makes a request over HTTP, with the proxies of the environment. */
  fetch: Fetch;
  terminal: Terminal;
  /** Aborted by the first ^C or SIGTERM. */
  signal: AbortSignal;
  /**
   * Ignores ^C until the returned function is called, while a child in the foreground handles it: a
   * terminal sends SIGINT to all processes of the group.
   */
  ignoreInterrupt(): () => void;
}

/**
 * Copies a system with other parts, and without reading any: `home` fails without its permission,
 * which many commands do not need.
 */
export function extendSystem<Base extends object, Parts extends object>(
  base: Base,
  parts: Parts,
): Omit<Base, keyof Parts> & Parts {
  const properties = {
    ...Object.getOwnPropertyDescriptors(base),
    ...Object.getOwnPropertyDescriptors(parts),
  };
  return Object.defineProperties({}, properties) as Omit<Base, keyof Parts> & Parts;
}
