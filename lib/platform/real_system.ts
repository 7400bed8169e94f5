/**
 * The `System` of this process. Besides `main.ts`, no other file uses process globals.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { canSuspend } from "./job.ts";
import { InterruptError, type TerminationSignal, toExitCode } from "./interrupt_error.ts";
import type { Output, System, Terminal } from "./system.ts";
import { removeTemporaryFiles } from "./temporary_files.ts";
import { wallClock } from "./wall_clock.ts";

const encoder = new TextEncoder();

/** Retry interval for a full non-blocking pipe. */
const WRITE_RETRY_MS = 5;

function createOutput(stream: { write(data: Uint8Array): Promise<number> }): Output {
  return {
    async write(data) {
      let rest = typeof data === "string" ? encoder.encode(data) : data;
      while (rest.length > 0) {
        try {
          rest = rest.subarray(await stream.write(rest));
        } catch (error) {
          // Another process that shares the stream may have set O_NONBLOCK.
          if (!(error instanceof Deno.errors.WouldBlock)) throw error;
          await new Promise((resolve) => setTimeout(resolve, WRITE_RETRY_MS));
        }
      }
    },
  };
}

/** Subscribes to a signal; does nothing on Windows. */
function onSignal(name: Deno.Signal, listener: () => void): () => void {
  if (Deno.build.os === "windows") return () => {};
  Deno.addSignalListener(name, listener);
  return () => Deno.removeSignalListener(name, listener);
}

/** Generates a key on a runtime thread, which seeds the random generator that TLS uses. */
function seedTlsRandom(): void {
  const generated = crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, false, [
    "deriveBits",
  ]);
  generated.catch(() => {}); // a TLS handshake reports the same error
}

/** Restore sequences of programs that changed the terminal. */
const restoreSequences = new Set<string>();

function restoreTerminal(): void {
  for (const text of restoreSequences) {
    restoreSequences.delete(text);
    try {
      Deno.stdin.setRaw(false);
      Deno.stdout.writeSync(encoder.encode(text));
    } catch {
      // The terminal is closed; the error or signal that ends the program is reported instead.
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
    // Not SIGTSTP, which has a listener here. PID 0 is the whole process group.
    if (canSuspend()) Deno.kill(0, "SIGSTOP");
  },
  onAbruptExit(text) {
    restoreSequences.add(text);
    return () => restoreSequences.delete(text);
  },
};

/** Variables that select files: without them, other files would be used. */
const REQUIRED = ["OSCONFIG", "KUBECONFIG"];

/**
 * Returns a variable; undefined also without `--allow-env` for it.
 *
 * @throws {OsctlError} for a value that is not UTF-8, and without the permission for a variable that
 *   selects a file.
 */
function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (error) {
    if (error instanceof Deno.errors.InvalidData) {
      throw new OsctlError("input", `the environment variable ${name} is not valid UTF-8`, {
        hint: `set ${name} to a path or text in UTF-8`,
        cause: error,
      });
    }
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    if (!REQUIRED.includes(name)) return undefined;
    throw new OsctlError("file", `cannot read the variable ${name}: ${error.message}`, {
      cause: error,
    });
  }
}

/** Sources of the home directory. */
export interface HomeSources {
  readonly os: typeof Deno.build.os;
  variable(name: string): string | undefined;
  cwd(): string;
  /** The user database, passwd(5). */
  users(): string;
  uid(): number | null;
}

/** Returns the home directory; from the user database where `HOME` is unset (cron, systemd). */
export function findHome({ os, variable, cwd, users, uid }: HomeSources): string {
  const named = variable("HOME") || variable("USERPROFILE");
  if (named) return named.replace(/(.)[/\\]+$/, "$1");
  if (os === "windows") return cwd();
  const entry = users().split("\n").find((line) => line.split(":")[2] === String(uid()));
  return entry?.split(":")[5] || "/";
}

let homeDirectory: string | undefined;

function findHomeDirectory(): string {
  try {
    homeDirectory ??= findHome({
      os: Deno.build.os,
      variable: readVariable,
      cwd: Deno.cwd,
      users: () => readOptionalFile("/etc/passwd"),
      uid: Deno.uid,
    });
    return homeDirectory;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    const denied = denialOf("HOME") ?? error;
    throw new OsctlError("file", `cannot find the home directory: ${denied.message}`, {
      cause: denied,
    });
  }
}

/** Returns the error of a variable that may not be read. */
function denialOf(name: string): Error | undefined {
  try {
    Deno.env.get(name);
    return undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return error;
    throw error;
  }
}

function findWorkingDirectory(): string {
  try {
    return Deno.cwd();
  } catch (error) {
    // The path is not UTF-8: the runtime still resolves relative paths in it.
    if (error instanceof Deno.errors.InvalidData) return ".";
    // The directory was removed; operations in it report the error.
    const isHidden = error instanceof Deno.errors.NotCapable;
    if (isHidden || error instanceof Deno.errors.NotFound) return readVariable("PWD") ?? ".";
    throw error;
  }
}

/**
 * Reads a file of the system; returns an empty text when it does not exist or cannot be read, as in
 * a container without /proc or a user database.
 */
function readOptionalFile(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
      error instanceof Deno.errors.PermissionDenied
    ) return "";
    throw error;
  }
}

/** Reads the mask of ignored signals (bit n-1), which `nohup` and background jobs inherit. */
function readIgnoredSignals(): bigint {
  if (Deno.build.os !== "linux") return 0n;
  try {
    const status = readOptionalFile("/proc/self/status");
    if (status === "") {
      // The runtime panics when a module of Node is loaded without the path of its executable.
      Deno.stderr.writeSync(
        new TextEncoder().encode(
          "osctl: warning: /proc is not mounted; commands that call nodes or start processes fail\n",
        ),
      );
    }
    return BigInt(`0x${/^SigIgn:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? "0"}`);
  } catch (error) {
    // The runtime requires --allow-all for files of /proc.
    if (error instanceof Deno.errors.NotCapable) return 0n;
    throw error;
  }
}

/** Returns the signals that end the program; Windows has no others than ^C. */
export function terminationSignals(os: typeof Deno.build.os): readonly TerminationSignal[] {
  return os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM", "SIGHUP"];
}

/** Number of children that handle ^C. */
let interruptHandlers = 0;

function ignoreInterrupt(): () => void {
  interruptHandlers++;
  let isReleased = false;
  return () => {
    if (!isReleased) interruptHandlers--;
    isReleased = true;
  };
}

/** Creates a signal aborted by the first termination signal; the second one exits at once. */
function createInterruptSignal(): AbortSignal {
  const controller = new AbortController();
  const signals = terminationSignals(Deno.build.os);
  const ignored = readIgnoredSignals();
  for (const name of signals) {
    const exitCode = toExitCode(name);
    const bit = BigInt(exitCode - 128 - 1);
    Deno.addSignalListener(name, () => {
      // A listener disables SIG_IGN, so inherited ignoring is implemented here.
      if (ignored >> bit & 1n) return;
      if (name === "SIGINT" && interruptHandlers > 0) return;
      if (controller.signal.aborted) {
        restoreTerminal();
        removeTemporaryFiles();
        Deno.exit(exitCode);
      }
      // Created here because the first error of a process takes milliseconds.
      controller.abort(new InterruptError(name));
    });
  }
  return controller.signal;
}

/** Resolves with the first uncaught error, for which the runtime would print a stack trace. */
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

/** Creates the `System` of this process and installs its signal listeners. */
export function createRealSystem(): System {
  return {
    stdin: {
      get readable() {
        return Deno.stdin.readable;
      },
    },
    stdout: createOutput(Deno.stdout),
    stderr: createOutput(Deno.stderr),
    env: { get: readVariable },
    get home() {
      return findHomeDirectory();
    },
    cwd: findWorkingDirectory(),
    clock: wallClock,
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)), seedTlsRandom },
    spawn: (command, options) => new Deno.Command(command, options).spawn(),
    fetch: async (input, init) => {
      const { fetchWithRoots } = await import("./tls/fetch.ts");
      return await fetchWithRoots(input, init);
    },
    terminal,
    signal: createInterruptSignal(),
    ignoreInterrupt,
  };
}
