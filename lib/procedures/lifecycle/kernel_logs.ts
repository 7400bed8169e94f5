/**
 * The latest kernel log lines of nodes, for a report about those that failed.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { sleep } from "../../async/sleep.ts";
import { toByteStream } from "../../client/mod.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { escapeLogLine } from "../../output/text.ts";
import type { Clock } from "../../platform/system.ts";
import { nodeError } from "./node_facts.ts";

/** Number of lines kept per node. */
const MAX_LINES = 1000;
/** Longer lines are truncated, UTF-16 code units. */
const MAX_LINE = 4096;
const RETRY_MS = 1000;

/** A ring buffer of one node's kernel log. */
export class KernelLog {
  #lines: string[] = [];
  #partial = "";
  readonly #decoder = new TextDecoder();

  /** Adds a chunk. */
  push(bytes: Uint8Array): void {
    const lines = (this.#partial + this.#decoder.decode(bytes, { stream: true })).split(
      "\n",
    );
    this.#partial = lines.pop()!.slice(0, MAX_LINE);
    for (const line of lines) this.#lines.push(line.slice(0, MAX_LINE));
    if (this.#lines.length > MAX_LINES) this.#lines = this.#lines.slice(-MAX_LINES);
  }

  /** Returns the lines, escaped, each with prefix and line feed. */
  toText(prefix: string, colour: boolean): string {
    const lines = this.#partial === "" ? this.#lines : [...this.#lines, this.#partial];
    return lines.map((line) => `${prefix}${escapeLogLine(line, colour)}\n`).join("");
  }
}

/** Streams a node's new kernel messages into `log` until the signal aborts; reconnects. */
export async function collectKernelLog(
  client: NodeClient,
  node: string,
  log: KernelLog,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  // After a restart, the log of the boot so far matters too.
  let tail = true;
  let reported = "";
  while (!signal.aborted) {
    try {
      const request = { follow: true, tail };
      const stream = client.stream(MachineService.Dmesg, request, node, {
        signal,
        idleLimit: "none" as const,
      });
      for await (const bytes of toByteStream(stream)) {
        log.push(bytes);
        reported = "";
      }
      tail = false;
    } catch (failure) {
      if (signal.aborted) return;
      const error = nodeError(node, failure);
      if (!(error instanceof OsctlError)) throw error;
      // Lines about each attempt would displace the kernel's.
      if (error.message !== reported) {
        log.push(new TextEncoder().encode(`[kernel log unavailable: ${error.message}]\n`));
      }
      reported = error.message;
      tail = false;
    }
    await sleep(clock, RETRY_MS, signal).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }
}
