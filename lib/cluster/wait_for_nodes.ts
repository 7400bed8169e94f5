/**
 * The wait for the nodes of a new cluster.
 *
 * @module
 */
import { MachineService } from "../../proto/machine.ts";
import { sleep } from "../async/sleep.ts";
import { OsctlError } from "../errors.ts";
import type { System } from "../platform/system.ts";
import type { TlsSettings } from "../rpc/types.ts";
import type { ClusterNode, CreatedCluster } from "./types.ts";

const RETRY_MS = 100;
const ATTEMPT_TIMEOUT_MS = 2000;

/**
 * Waits until every configured node returns its version, and every other node accepts a connection.
 *
 * @param timeoutMs total time limit.
 * @throws {OsctlError} of kind `connection` with the first node that is not ready in time.
 */
export async function waitForNodes(
  { record, crt, key }: CreatedCluster,
  timeoutMs: number,
  { clock, signal }: Pick<System, "clock" | "signal">,
): Promise<void> {
  const deadline = clock.now() + timeoutMs;
  const tls: TlsSettings = { ca: record.ca, crt, key };
  await Promise.all(record.nodes.map(async (node) => {
    for (;;) {
      const failure = await probe(node, tls, signal);
      if (failure === undefined) return;
      signal.throwIfAborted();
      if (clock.now() >= deadline) {
        const message = `node ${node.name} is not ready: ${failure.message}`;
        throw new OsctlError("connection", message, {
          hint: "increase --wait-timeout, or print its log with --crashdump",
          cause: failure,
        });
      }
      await sleep(clock, RETRY_MS, signal);
    }
  }));
}

/** Probes a node once. Returns the failure of the node or its connection. */
async function probe(
  node: ClusterNode,
  tls: TlsSettings,
  signal: AbortSignal,
): Promise<OsctlError | undefined> {
  const { openChannel } = await import("../rpc/mod.ts");
  const configured = node.type !== "unconfigured";
  const endpoint = `${node.address}:${node.port}`;
  const channel = openChannel(endpoint, configured ? tls : { insecure: true });
  try {
    if (!configured) await channel.connect();
    else await channel.unary(MachineService.Version, {}, { timeoutMs: ATTEMPT_TIMEOUT_MS, signal });
    return undefined;
  } catch (error) {
    if (error instanceof OsctlError) return error;
    throw error;
  } finally {
    channel.close();
  }
}
