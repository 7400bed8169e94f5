/**
 * The summary of a capture: packets that it contains, and packets that the node dropped.
 *
 * @module
 */
import { toByteStream } from "../../client/collect.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { RecordReader } from "../../pcap/mod.ts";
import { MachineService } from "../../../proto/machine.ts";

/** Counters of the node at the end of a capture. */
export interface CaptureCounters {
  readonly drops: number;
}

/** Lines of the log of machined that are searched for counters. */
const LOG_LINES = 50;
/** Timeout of reading it, milliseconds. */
const LOG_MS = 2000;

/**
 * Reads the counters that a node logs at the end of each capture: the number of those lines, and
 * the counters of the last one. Undefined when the log cannot be read, which a capture does not
 * need.
 */
export async function readCounters(
  client: NodeClient,
  node: string,
  signal: AbortSignal,
): Promise<{ readonly lines: readonly string[]; readonly last?: CaptureCounters } | undefined> {
  const request = { namespace: "system", id: "machined", tailLines: LOG_LINES };
  const decoder = new TextDecoder();
  let text = "";
  try {
    const stream = client.stream(MachineService.Logs, request, node, { timeoutMs: LOG_MS, signal });
    for await (const bytes of toByteStream(stream)) text += decoder.decode(bytes, { stream: true });
  } catch (error) {
    if (error instanceof OsctlError) return undefined;
    throw error;
  }
  const lines = text.split("\n").filter((line) => COUNTERS.test(line));
  const match = COUNTERS.exec(lines.at(-1) ?? "");
  return match === null ? { lines } : { lines, last: { drops: Number(match[1] ?? match[2]) } };
}

/** The line since v1.6, and before. */
const COUNTERS =
  /pcap: packets captured \d+(?:, polls \d+)?(?:, socket stats: drops (\d+)|, dropped (\d+))/;

/** Describes a capture: `35 packets captured, 2 truncated to 4096 bytes, 3 dropped by the node`. */
export function describeCapture(
  { count, truncated, header }: RecordReader,
  counters?: CaptureCounters,
): string {
  const parts = [`${count} ${count === 1 ? "packet" : "packets"} captured`];
  if (truncated > 0) parts.push(`${truncated} truncated to ${header?.snapLength} bytes`);
  if (counters !== undefined && counters.drops > 0) {
    parts.push(`${counters.drops} dropped by the node`);
  }
  return parts.join(", ");
}
