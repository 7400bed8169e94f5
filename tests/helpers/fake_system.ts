/**
 * An in-memory system to run commands in-process.
 *
 * @module
 */
import type { Clock, Output, System } from "../../lib/platform/system.ts";
import { fetchWithRoots } from "../../lib/platform/tls/fetch.ts";
import { wallClock } from "../../lib/platform/wall_clock.ts";

/** A clock that only `advance` moves. */
export class FakeClock implements Clock {
  #now: number;
  #timers: { at: number; callback: () => void }[] = [];

  constructor(now: number = Date.UTC(2024, 0, 2, 3, 4, 5)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Number of pending timers. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** Advances by `ms` milliseconds, fires due timers in order, and lets their promises settle. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    while (true) {
      const due = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
      await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
    }
    this.#now = end;
  }
}

/** The clock of tests that use a real process or server. */
export { wallClock };

/** Creates a clock that runs `factor` times faster than the wall, to test delays of real peers. */
export function acceleratedClock(factor: number): Clock {
  const start = wallClock.now();
  return {
    now: () => start + (wallClock.now() - start) * factor,
    after: (ms, callback) => wallClock.after(ms / factor, callback),
  };
}

/** An output that stores what is written. */
export class MemoryOutput implements Output {
  #chunks: Uint8Array[] = [];
  /** Called before each write; may throw `Deno.errors.BrokenPipe` or delay. */
  onWrite: ((data: Uint8Array) => void | Promise<void>) | undefined;

  async write(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data.slice();
    await this.onWrite?.(bytes);
    this.#chunks.push(bytes);
  }

  /** All written bytes. */
  get bytes(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#chunks.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }

  /** All written bytes as text. */
  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }
}

/** Options of {@linkcode fakeSystem}. */
export interface FakeSystemOptions {
  /** Environment variables, which replace the real ones. */
  env?: Readonly<Record<string, string>>;
  /** Home directory; default one that does not exist. */
  home?: string;
  /** Working directory; default the home directory. */
  cwd?: string;
  /** Content of stdin. */
  stdin?: string | Uint8Array | ReadableStream<Uint8Array>;
  /** Default {@linkcode FakeClock}; use {@linkcode wallClock} with real peers. */
  clock?: Clock;
  /** Streams that are terminals; default none. */
  terminals?: readonly ("stdin" | "stdout" | "stderr")[];
  /** Terminal size, if stdout is a terminal. */
  size?: { columns: number; rows: number };
  /** Cancels the command; the reason should be an `InterruptError`. */
  signal?: AbortSignal;
  /** Replaces `Deno.Command`. */
  spawn?: System["spawn"];
  /** Replaces the random source. */
  random?: System["random"];
}

/** An in-memory system with state for assertions. */
export interface FakeSystem extends System {
  stdout: MemoryOutput;
  stderr: MemoryOutput;
  /** Whether the terminal is in raw mode. */
  readonly raw: boolean;
  /** Whether ^C is ignored. */
  readonly ignoresInterrupt: boolean;
  /** Number of suspensions. */
  readonly suspensions: number;
  /** The terminal restore sequence for exits without clean-up. */
  readonly restoreSequence: string;
  /** Notifies listeners of a suspension or resumption. */
  signalled(what: "suspend" | "continue"): void;
  /** Changes the terminal size and notifies listeners. */
  resize(columns: number, rows: number): void;
}

/** Creates an in-memory system. */
export function fakeSystem(options: FakeSystemOptions = {}): FakeSystem {
  const env = options.env ?? {};
  const home = options.home ?? "/nonexistent/home";
  const terminals = options.terminals ?? [];
  const listeners = new Set<() => void>();
  const signals = new Map<string, Set<() => void>>();
  const listen = (what: string, listener: () => void) => {
    const all = signals.getOrInsertComputed(what, () => new Set());
    all.add(listener);
    return () => all.delete(listener);
  };
  const restoreSequences = new Set<string>();
  let suspensions = 0;
  let interruptHandlers = 0;
  let raw = false;
  let size = options.size ?? { columns: 80, rows: 24 };
  const { stdin = "" } = options;
  return {
    stdin: {
      readable: stdin instanceof ReadableStream ? stdin : ReadableStream.from([
        typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin,
      ]),
    },
    stdout: new MemoryOutput(),
    stderr: new MemoryOutput(),
    env: { get: (name) => Object.hasOwn(env, name) ? env[name] : undefined },
    home,
    cwd: options.cwd ?? home,
    clock: options.clock ?? new FakeClock(),
    random: options.random ??
      { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    spawn: options.spawn ?? ((command, child) => new Deno.Command(command, child).spawn()),
    fetch: fetchWithRoots,
    terminal: {
      isTerminal: (stream) => terminals.includes(stream),
      size: () => terminals.includes("stdout") ? size : undefined,
      onResize(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      setRaw: (on) => void (raw = on),
      onSuspend: (listener) => listen("suspend", listener),
      onContinue: (listener) => listen("continue", listener),
      suspend: () => void suspensions++,
      onAbruptExit(text) {
        restoreSequences.add(text);
        return () => restoreSequences.delete(text);
      },
    },
    get raw() {
      return raw;
    },
    ignoreInterrupt() {
      interruptHandlers++;
      return () => void interruptHandlers--;
    },
    get ignoresInterrupt() {
      return interruptHandlers > 0;
    },
    get suspensions() {
      return suspensions;
    },
    get restoreSequence() {
      return [...restoreSequences].join("");
    },
    signalled: (what) => signals.get(what)?.forEach((listener) => listener()),
    signal: options.signal ?? new AbortController().signal,
    resize(columns, rows) {
      size = { columns, rows };
      for (const listener of listeners) listener();
    },
  };
}
