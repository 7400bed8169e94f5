/**
 * The serial console of a machine on this terminal.
 *
 * @module
 */
import { raceWithAbort } from "../../async/deadline.ts";
import { OsctlError } from "../../errors.ts";
import type { System } from "../../platform/system.ts";
import type { SelectedMachine } from "./select_machine.ts";
import { ignoreDisconnect } from "./serial_console.ts";

/** The key that detaches: ^]. */
const DETACH = 0x1d;

/** The parts of the system that a console uses. */
export type ConsoleSystem = Pick<System, "stdin" | "stdout" | "stderr" | "terminal" | "signal">;

/**
 * Connects stdin and stdout to the console of a machine, until ^] is typed or the cluster stops.
 * The end of an input that is not a terminal does not detach.
 *
 * @throws {OsctlError} of kind `connection` when the cluster does not run.
 */
export async function attachConsole(
  system: ConsoleSystem,
  { name, files }: SelectedMachine,
): Promise<void> {
  const { stdin, stdout, stderr, terminal, signal } = system;
  using connection = await connect(files.console, name);
  const isTerminal = terminal.isTerminal("stdin");
  await stderr.write(
    `connected to the console of "${name}"${isTerminal ? "; detach with ^]" : ""}\n`,
  );
  // Leaves raw mode even if the program exits without clean-up.
  const release = isTerminal ? terminal.onAbruptExit("\r\n") : () => {};
  if (isTerminal) terminal.setRaw(true);
  const input = stdin.readable.getReader();
  const detached = new AbortController();
  const stop = () => detached.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (signal.aborted) stop();
    const typing = forward(input, connection).then((hasDetached) => {
      if (hasDetached) detached.abort(DETACHED);
    });
    const printing = print(connection, stdout);
    await Promise.race([
      raceWithAbort(printing, detached.signal),
      // Reports a failed input; its end alone does not detach.
      typing.then(() => new Promise<never>(() => {})),
    ]);
  } catch (error) {
    if (error !== DETACHED) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    if (isTerminal) terminal.setRaw(false);
    release();
    await input.cancel();
  }
  await stderr.write(
    `${isTerminal ? "\n" : ""}${
      detached.signal.aborted ? "detached from" : "lost"
    } the console of "${name}"\n`,
  );
}

const DETACHED = Symbol("detached");

async function connect(path: string, name: string): Promise<Deno.UnixConn> {
  try {
    return await Deno.connect({ transport: "unix", path });
  } catch (error) {
    const isDown = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.ConnectionRefused;
    if (!isDown) throw error;
    throw new OsctlError(
      "connection",
      `the machine "${name}" has no console because it is not running`,
      {
        hint: "start the cluster with: osctl cluster start",
        cause: error,
      },
    );
  }
}

/** Sends input up to its end, or to ^]; returns whether ^] was typed. */
async function forward(
  input: ReadableStreamDefaultReader<Uint8Array>,
  connection: Deno.Conn,
): Promise<boolean> {
  for (;;) {
    const { done, value } = await input.read();
    if (done) return false;
    const end = value.indexOf(DETACH);
    const data = end < 0 ? value : value.subarray(0, end);
    try {
      for (let at = 0; at < data.length;) at += await connection.write(data.subarray(at));
    } catch (error) {
      ignoreDisconnect(error);
      return false; // the output ends too
    }
    if (end >= 0) return true;
  }
}

/** Prints output up to its end. */
async function print(connection: Deno.Conn, stdout: ConsoleSystem["stdout"]): Promise<void> {
  const buffer = new Uint8Array(65_536);
  for (;;) {
    const count = await connection.read(buffer).catch(ignoreDisconnect);
    if (count === null || count === undefined) return;
    await stdout.write(buffer.slice(0, count));
  }
}
