/**
 * The machine itself: the only place, beside `main.ts`, that touches the globals of the process.
 *
 * @module
 */
import { canSuspend } from "./job.ts";
import { InterruptError, type TerminationSignal, toExitCode } from "./interrupt_error.ts";
import type { Output, System, Terminal } from "./system.ts";
import { wallClock } from "./wall_clock.ts";

const encoder = new TextEncoder();

/** How long to wait before writing again to a pipe that is full and was made non-blocking. */
const FULL_PIPE_MS = 5;

function output(stream: { write(data: Uint8Array): Promise<number> }): Output {
  return {
    async write(data) {
      let rest = typeof data === "string" ? encoder.encode(data) : data;
      while (rest.length > 0) {
        try {
          rest = rest.subarray(await stream.write(rest));
        } catch (error) {
          // Another program that shares the stream may have made it non-blocking.
          if (!(error instanceof Deno.errors.WouldBlock)) throw error;
          await new Promise((resolve) => setTimeout(resolve, FULL_PIPE_MS));
        }
      }
    },
  };
}

/** Calls `listener` at every signal of this name, where the system has it. */
function onSignal(name: Deno.Signal, listener: () => void): () => void {
  if (Deno.build.os === "windows") return () => {};
  Deno.addSignalListener(name, listener);
  return () => Deno.removeSignalListener(name, listener);
}

/** The runtime makes such a key on another thread, with the generator that TLS uses. */
function seedAhead(): void {
  const made = crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, false, [
    "deriveBits",
  ]);
  made.catch(() => {}); // whoever needs the generator finds out
}

/** What a terminal needs to be as before, by those who changed it. */
const farewells = new Set<string>();

function restoreTerminal(): void {
  for (const text of farewells) {
    farewells.delete(text);
    try {
      Deno.stdin.setRaw(false);
      Deno.stdout.writeSync(encoder.encode(text));
    } catch {
      // The terminal is gone, or was the reason for the end, which matters more.
    }
  }
}

const terminal: Terminal = {
  isTerminal: (stream) => Deno[stream].isTerminal(),
  size: () => Deno.stdout.isTerminal() ? Deno.consoleSize() : undefined,
  onResize: (listener) => onSignal("SIGWINCH", listener),
  setRaw: (raw) => Deno.stdin.setRaw(raw),
  onSuspend: (listener) => onSignal("SIGTSTP", listener),
  onContinue: (listener) => onSignal("SIGCONT", listener),
  suspend() {
    // Not SIGTSTP, which a program that listens to it does not obey. 0 is the whole job.
    if (canSuspend()) Deno.kill(0, "SIGSTOP");
  },
  onAbruptEnd(text) {
    farewells.add(text);
    return () => farewells.delete(text);
  },
};

/** The home directory; the user database knows it where no variable names it (cron, systemd). */
function homeDirectory(): string {
  const named = Deno.env.get("HOME") || Deno.env.get("USERPROFILE");
  if (named) return named.replace(/(.)[/\\]+$/, "$1");
  if (Deno.build.os === "windows") return Deno.cwd();
  const entry = Deno.readTextFileSync("/etc/passwd").split("\n")
    .find((line) => line.split(":")[2] === String(Deno.uid()));
  return entry?.split(":")[5] || "/";
}

function workingDirectory(): string {
  try {
    return Deno.cwd();
  } catch (error) {
    // Removed under our feet: whatever is looked up in it will say so.
    if (error instanceof Deno.errors.NotFound) return Deno.env.get("PWD") ?? ".";
    throw error;
  }
}

/** The signals the program was started to ignore, as `nohup` and background jobs are: bit n-1. */
function ignoredSignals(): bigint {
  if (Deno.build.os !== "linux") return 0n;
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(Deno.readTextFileSync("/proc/self/status"))?.[1];
  return BigInt(`0x${mask ?? "0"}`);
}

/** Aborted by the first signal that asks the program to stop; the second ends it at once. */
function interruptible(): AbortSignal {
  const controller = new AbortController();
  const signals: readonly TerminationSignal[] = Deno.build.os === "windows"
    ? ["SIGINT"]
    : ["SIGINT", "SIGTERM", "SIGHUP"];
  const ignored = ignoredSignals();
  for (const name of signals) {
    const exitCode = toExitCode(name);
    const bit = BigInt(exitCode - 128 - 1);
    Deno.addSignalListener(name, () => {
      // The first listener makes the runtime handle all of these, so ignoring takes a listener too.
      if (ignored >> bit & 1n) return;
      if (controller.signal.aborted) {
        restoreTerminal();
        Deno.exit(exitCode);
      }
      // Made only now: the first error of a process takes milliseconds to make.
      controller.abort(new InterruptError(name));
    });
  }
  return controller.signal;
}

/** The first error that nothing awaited or caught; without this the runtime would print a trace. */
export function waitForUncaughtError(): Promise<unknown> {
  return new Promise((resolve) => {
    globalThis.addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      restoreTerminal();
      resolve(event.reason);
    });
    globalThis.addEventListener("error", (event) => {
      event.preventDefault();
      restoreTerminal();
      resolve(event.error);
    });
  });
}

/** The machine this program runs on. Listens to signals from now on. */
export function createRealSystem(): System {
  return {
    stdin: {
      get readable() {
        return Deno.stdin.readable;
      },
    },
    stdout: output(Deno.stdout),
    stderr: output(Deno.stderr),
    env: { get: (name) => Deno.env.get(name) },
    home: homeDirectory(),
    cwd: workingDirectory(),
    clock: wallClock,
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)), seedAhead },
    spawn: (command, options) => new Deno.Command(command, options).spawn(),
    terminal,
    signal: interruptible(),
  };
}
