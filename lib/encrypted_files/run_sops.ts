/**
 * Decrypts files with the sops program, which supports keys of cloud services, PGP and Vault.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../async/deadline.ts";
import { OsctlError } from "../errors.ts";
import { fileErrorReason } from "../platform/files.ts";
import { oneLine } from "../output/text.ts";
import { resolve } from "../platform/paths.ts";
import type { System } from "../platform/system.ts";

/** The parts of the system that the program is run with. */
export type ProgramSystem = Pick<System, "spawn" | "clock" | "signal" | "cwd">;

/** Limit of the program, milliseconds; a key service may ask for a login. */
const TIMEOUT_MS = 120_000;

/** Maximum size of its output, bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Returns the text of a file, which the program decrypts to its standard output.
 *
 * @param needs What only the program supports, for errors.
 * @throws {OsctlError} of kind `input` when it is missing or fails; its messages are on stderr.
 */
export async function runSops(
  { spawn, clock, signal, cwd }: ProgramSystem,
  path: string,
  needs: string,
): Promise<string> {
  const failed = (reason: string, hint: string) =>
    new OsctlError("input", `"${path}" requires the sops program for ${needs}: ${reason}`, {
      hint,
    });
  using deadline = createDeadline({
    clock,
    ms: TIMEOUT_MS,
    signals: [signal],
    expired: () => failed(`it did not end within ${TIMEOUT_MS / 1000}s`, "run sops by hand"),
  });
  let child: Deno.ChildProcess;
  try {
    const args = ["--decrypt", "--output-type", "yaml", resolve(cwd, path)];
    child = spawn("sops", { args, cwd, stdin: "null", stdout: "piped", stderr: "inherit" });
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === undefined) throw error;
    throw failed(`it cannot be started: ${oneLine(reason)}`, "install sops");
  }
  try {
    const [text, { code }] = await raceWithAbort(
      Promise.all([readAll(child.stdout, failed), child.status]),
      deadline.signal,
    );
    if (code === 0) return text;
    throw failed(`exit code ${code}`, `run it by hand: sops --decrypt ${path}`);
  } catch (error) {
    try {
      child.kill("SIGKILL");
    } catch (failure) {
      // The process has ended.
      if (!(failure instanceof TypeError)) throw failure;
    }
    throw error;
  }
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  failed: (reason: string, hint: string) => OsctlError,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BYTES) throw failed("it printed more than 16 MiB", "check the file");
  }
  return text + decoder.decode();
}
