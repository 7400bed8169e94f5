/**
 * Runs programs of the user with rows of a table.
 *
 * @module
 */
import { raceWithAbort } from "../../async/deadline.ts";
import { OsctlError } from "../../errors.ts";
import { fileErrorReason } from "../../platform/files.ts";
import { killChild } from "../../platform/kill_child.ts";
import type { Spawn } from "../../platform/system.ts";
import { NODE_HEADER, type ShownRow } from "./row_view.ts";
import type { BrowseColumn } from "./types.ts";

/** Longest output that is shown, UTF-16 code units. */
const MAX_OUTPUT = 1_000_000;

/** Returns a row as a plugin reads it. */
export function toRecord(
  columns: readonly BrowseColumn[],
  { row, nodeName }: ShownRow,
): Record<string, unknown> {
  const cells = columns.map(({ header }, index) => [header, row.cells[index] ?? ""] as const);
  return {
    node: row.node,
    hostname: nodeName,
    name: row.name,
    columns: { [NODE_HEADER]: nodeName, ...Object.fromEntries(cells) },
    labels: row.labels ?? {},
  };
}

/**
 * Runs a program with an object per line on its standard input, and returns its output, with its
 * errors and exit code at the end.
 *
 * @throws {OsctlError} when it cannot be started.
 */
export async function runPlugin(
  spawn: Spawn,
  [program = "", ...args]: readonly string[],
  records: readonly unknown[],
  signal: AbortSignal,
): Promise<string> {
  let child: Deno.ChildProcess;
  try {
    child = spawn(program, { args: [...args], stdin: "piped", stdout: "piped", stderr: "piped" });
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === undefined) throw error;
    throw new OsctlError("input", `cannot run "${program}": ${reason}`, {
      hint: 'change it with "osctl preferences edit"',
    });
  }
  try {
    const input = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    const work = Promise.all([
      writeInput(child.stdin, input),
      readOutput(child.stdout),
      readOutput(child.stderr),
      child.status,
    ]);
    const [, output, errors, { code }] = await raceWithAbort(work, signal);
    return output + errors + (code === 0 ? "" : `exit code ${code}\n`);
  } catch (error) {
    killChild(child);
    throw error;
  }
}

/** Writes the input; a program may end without reading it. */
async function writeInput(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** Reads all output; the part beyond the limit is dropped. */
async function readOutput(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    if (text.length < MAX_OUTPUT) text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
