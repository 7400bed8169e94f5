/**
 * The request of a packet capture.
 *
 * @module
 */
import { toByteStream } from "../../client/collect.ts";
import type { NodeClient } from "../../client/types.ts";
import { MultiNodeError, OsctlError } from "../../errors.ts";
import type { Instruction } from "../../pcap/mod.ts";
import type { Clock } from "../../platform/system.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import { MachineService } from "../../../proto/machine.ts";

/** Options of a capture. */
export interface CaptureOptions {
  readonly interface: string;
  readonly promiscuous: boolean;
  readonly filter: readonly Instruction[];
  /** Maximum bytes per packet; 0 for the default of the node. */
  readonly snapLength: number;
  /** Time until the end, milliseconds; 0 for none. */
  readonly durationMs: number;
  readonly clock: Clock;
  /** Called when the duration has ended the capture, which may be inside a packet. */
  ended(): void;
}

/**
 * Yields a capture as a pcap stream, which ends after its duration. The duration includes
 * connecting: when it passes before the first byte, that is an error.
 *
 * @throws {OsctlError} of the node and of the connection.
 */
export async function* openCapture(
  client: NodeClient,
  node: string,
  options: CaptureOptions,
): AsyncGenerator<Uint8Array> {
  const { interface: name, promiscuous, filter, snapLength, durationMs, clock } = options;
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
    ...(durationMs > 0 ? { timeoutMs: durationMs, timeoutFlag: "--duration" } : {}),
  });
  try {
    for await (const bytes of toByteStream(stream)) {
      hasBytes = true;
      yield bytes;
    }
    if (isOver) options.ended();
  } catch (error) {
    // The node's clock may end the call before ours.
    const isEnd = isOver || durationMs > 0 && isDeadline(error);
    const isOwn = isEnd && hasBytes && error instanceof OsctlError && error.kind !== "cancelled";
    if (!isOwn) throw error;
    options.ended();
  } finally {
    cancel?.();
  }
}

/** Whether a node has ended a call at the deadline that came with it. */
function isDeadline(error: unknown): boolean {
  if (error instanceof MultiNodeError) return error.failures.every((one) => isDeadline(one.error));
  return error instanceof RpcError && error.code === StatusCode.deadlineExceeded;
}
