/**
 * Groups of nodes that a command prints.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../async/deadline.ts";
import { OsctlError } from "../errors.ts";
import { fileErrorReason } from "../platform/files.ts";
import { killChild } from "../platform/kill_child.ts";
import type { System } from "../platform/system.ts";

/** Limit of the command, milliseconds. */
const TIMEOUT_MS = 10_000;

/** Maximum size of its output, bytes. */
const MAX_BYTES = 64 * 1024;

/** An address, or the name of a node, a range included. */
const NODE = /^[a-z0-9[][a-z0-9.:_[\]-]*$/i;

/** Longest quoted word. */
const MAX_QUOTE_LENGTH = 40;

/**
 * Runs the command of a group, without a shell, and returns the nodes that it prints, separated by
 * white space or commas.
 *
 * @throws {OsctlError} of kind `input` when it fails, takes longer than 10 s, or prints anything
 *   else.
 */
export async function readGroup(
  { spawn, clock, signal }: Pick<System, "spawn" | "clock" | "signal">,
  name: string,
  [program = "", ...args]: readonly string[],
): Promise<readonly string[]> {
  const failed = (reason: string) =>
    new OsctlError("input", `group "${name}": command "${program}" ${reason}`, {
      hint: 'change the group with "osctl preferences edit"',
    });
  using deadline = createDeadline({
    clock,
    ms: TIMEOUT_MS,
    signals: [signal],
    expired: () => failed(`did not end within ${TIMEOUT_MS / 1000}s`),
  });
  const child = start(
    () => spawn(program, { args, stdin: "null", stdout: "piped", stderr: "inherit" }),
    failed,
  );
  let text: string;
  try {
    const work = Promise.all([readText(child.stdout, failed), child.status]);
    const [output, { code, signal: by }] = await raceWithAbort(work, deadline.signal);
    if (code !== 0) throw failed(by === null ? `failed: exit code ${code}` : `failed: ${by}`);
    text = output;
  } catch (error) {
    killChild(child);
    throw error;
  }
  const nodes = text.split(/[\s,]+/).filter((node) => node !== "");
  const wrong = nodes.find((node) => !NODE.test(node));
  if (wrong !== undefined) {
    throw failed(
      `printed ${JSON.stringify(wrong.slice(0, MAX_QUOTE_LENGTH))}, which is not a node`,
    );
  }
  if (nodes.length === 0) throw failed("printed no node");
  return nodes;
}

function start(
  run: () => Deno.ChildProcess,
  failed: (reason: string) => OsctlError,
): Deno.ChildProcess {
  try {
    return run();
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === undefined) throw error;
    throw failed(`cannot be started: ${reason}`);
  }
}

async function readText(
  stream: ReadableStream<Uint8Array>,
  failed: (reason: string) => OsctlError,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BYTES) throw failed(`printed more than ${MAX_BYTES / 1024} KiB`);
  }
  return text;
}
