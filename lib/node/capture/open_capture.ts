/**
 * The request of a packet capture.
 *
 * @module
 */
import { toByteStream } from "../../client/collect.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { Instruction } from "../../pcap/mod.ts";
import type { Clock } from "../../platform/system.ts";
import { MachineService } from "../../../proto/machine.ts";

/** Options of a capture. */
export interface CaptureOptions {
  readonly interface: string;
  readonly promiscuous: boolean;
  readonly filter: readonly Instruction[];
  /** Most bytes of a packet; 0 for the default of the node. */
  readonly snapLength: number;
  /** Time until the end, milliseconds; 0 for none. */
  readonly durationMs: number;
  readonly clock: Clock;
}

/**
 * Yields a capture as a pcap stream, which ends after its duration. The duration includes connecting:
 * when it passes before the first byte, that is an error.
 *
 * @throws {OsctlError} of the node and of the connection.
 */
export async function* openCapture(
  client: NodeClient,
  node: string,
  { interface: name, promiscuous, filter, snapLength, durationMs, clock }: CaptureOptions,
): AsyncGenerator<Uint8Array> {
  const request = {
    interface: name,
    promiscuous,
    snapLen: snapLength,
    bpfFilter: filter.map((instruction) => ({ ...instruction })),
  };
  let hasBytes = false;
  let isOver = false;
  const cancel = durationMs > 0 ? clock.after(durationMs, () => isOver = true) : undefined;
  const stream = client.stream(MachineService.PacketCapture, request, node, {
    idleLimit: "none",
    ...(durationMs > 0 ? { timeoutMs: durationMs } : {}),
  });
  try {
    for await (const bytes of toByteStream(stream)) {
      hasBytes = true;
      yield bytes;
    }
  } catch (error) {
    const isEnd = isOver && hasBytes && error instanceof OsctlError && error.kind !== "cancelled";
    if (!isEnd) throw error;
  } finally {
    cancel?.();
  }
}
