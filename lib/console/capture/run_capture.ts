/**
 * The handler of `pcap`.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { DOMAIN } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import {
  type CaptureCounters,
  describeCapture,
  openCapture,
  type PacketFormat,
  printPackets,
  readCounters,
  saveCapture,
  wholeRecords,
} from "../../node/capture/mod.ts";
import { ByteProgress } from "../../output/progress.ts";
import { isMap } from "../../output/value.ts";
import { pipeTo } from "../../output/write_behind.ts";
import { isCompiled, LINK_ETHERNET, LINK_RAW, parseFilter, RecordReader } from "../../pcap/mod.ts";
import { limitMemory } from "../../platform/memory.ts";
import { resolve } from "../../platform/paths.ts";
import { ResourceReader, specOf } from "../../resource/mod.ts";
import type { ConsoleContext } from "../context.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import { mayOverwrite } from "../may_overwrite.ts";
import { untilInterrupted } from "../../platform/until_interrupted.ts";

/** Values of the flags of `pcap`. */
export interface CaptureValues extends ConnectionOptions {
  readonly bpfFilter: string;
  readonly duration: number;
  readonly interface: string;
  readonly output: string;
  readonly promiscuous: boolean;
  readonly brief: boolean;
  readonly force: boolean;
  /** Maximum bytes captured per packet; 0 for the default of the node. */
  readonly snapLength: number;
}

/** Resident memory from which garbage is collected, bytes. */
const MEMORY_BYTES = 100e6;
/** Interval of its checks, milliseconds. */
const MEMORY_CHECK_MS = 250;

/** Type of the resources that describe links. */
const LINKS = { namespace: "network", type: `LinkStatuses.net.${DOMAIN}` };

/**
 * Captures packets of one node until its duration has passed, the stream ends or ^C, and reports
 * their number.
 *
 * @throws {OsctlError} after that, when the stream fails or the file cannot be written.
 */
export async function runCapture(
  context: ConsoleContext<NodeClient>,
  flags: CaptureValues,
): Promise<void> {
  const { output } = flags;
  const isFile = output !== "" && output !== "-" && output !== "json";
  const overwrite = isFile && await mayOverwrite(context, output, flags.force);
  const { bpfFilter } = flags;
  const isExpression = bpfFilter.trim() !== "" && !isCompiled(bpfFilter);
  // An invalid filter is rejected before the connection.
  const ethernetFilter = parseFilter(bpfFilter, LINK_ETHERNET);
  await using client = await context.openClient({ connection: flags });
  const node = client.singleNode("pcap");
  const isRaw = isExpression && await hasRawLink(context, client, node, flags.interface);
  const before = flags.duration > 0 ? await readCounters(client, node, context.signal) : undefined;
  const reader = new RecordReader();
  const chunks = openCapture(client, node, {
    interface: flags.interface,
    promiscuous: flags.promiscuous,
    filter: isRaw ? parseFilter(bpfFilter, LINK_RAW) : ethernetFilter,
    snapLength: flags.snapLength,
    durationMs: flags.duration,
    clock: context.clock,
    ended: () => reader.dropRest(),
  });
  if (flags.duration === 0 && context.terminal.isTerminal("stderr")) {
    await context.stderr.write(
      `osctl: capturing packets of ${flags.interface}; press ^C to stop, or set --duration\n`,
    );
  }
  let isInterrupted = false;
  let isWritten = false;
  let isComplete = false;
  const endLimit = limitMemory({
    clock: context.clock,
    bytes: MEMORY_BYTES,
    intervalMs: MEMORY_CHECK_MS,
  });
  try {
    isInterrupted = await untilInterrupted(context.signal, async () => {
      if (isFile) {
        const progress = new ByteProgress(context, `pcap ${flags.interface}`);
        try {
          const path = resolve(context.cwd, output);
          const written = () => void (isWritten = true);
          await saveCapture(path, progress.count(chunks), reader, overwrite, { written });
        } finally {
          await progress.end();
        }
      } else if (output === "-") await pipeTo(wholeRecords(chunks, reader), context.stdout);
      else await printPackets(chunks, reader, formatOf(flags), context.stdout);
    });
    isComplete = true;
  } finally {
    endLimit();
    // Without a header, the capture has not started.
    if (reader.header !== undefined) {
      const counters = before === undefined || isInterrupted || context.signal.aborted
        ? undefined
        : await readNewCounters(context, client, node, before.lines);
      const written = isComplete ? `wrote "${output}"` : `"${output}" is incomplete`;
      const target = isWritten ? `; ${written}` : "";
      await context.stderr.write(`osctl: ${describeCapture(reader, counters)}${target}\n`);
    }
  }
}

function formatOf({ output, brief }: CaptureValues): PacketFormat {
  if (output === "json") return "json";
  return brief ? "brief" : "dump";
}

/**
 * Reports whether an interface has no link layer. Where links are unknown, they are Ethernet, as
 * most are.
 */
async function hasRawLink(
  context: ConsoleContext<NodeClient>,
  client: NodeClient,
  node: string,
  name: string,
): Promise<boolean> {
  const { callMs } = parseTimeouts(context.env);
  const resources = new ResourceReader(client, { clock: context.clock, callMs });
  try {
    const spec = await specOf(await resources.get(node, LINKS, name));
    return isMap(spec) && spec["type"] === "none";
  } catch (error) {
    // The capture reports a missing interface and an unreachable node itself.
    if (error instanceof OsctlError && error.kind === "node") return false;
    throw error;
  }
}

/**
 * Attempts to find the counters of the capture, and their interval: nodes log them with a delay.
 */
const ATTEMPTS = 4;
const ATTEMPT_MS = 100;

async function readNewCounters(
  { clock, signal }: ConsoleContext<NodeClient>,
  client: NodeClient,
  node: string,
  before: readonly string[],
): Promise<CaptureCounters | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const found = await readCounters(client, node, signal);
    if (found === undefined) return undefined;
    if (found.lines.length > 0 && found.lines.at(-1) !== before.at(-1)) return found.last;
    await sleep(clock, ATTEMPT_MS, signal);
  }
  return undefined;
}
