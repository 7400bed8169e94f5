/**
 * Waiting until the nodes of a new cluster answer.
 *
 * @module
 */
import { MachineService } from "../../proto/machine.ts";
import { sleep } from "../async/sleep.ts";
import { OsctlError } from "../errors.ts";
import type { System } from "../platform/system.ts";
import type { TlsSettings } from "../rpc/types.ts";
import type { ClusterNode, CreatedCluster } from "./types.ts";

const PAUSE_MS = 100;
const ATTEMPT_MS = 2000;

/**
 * Asks every configured node for its version until it answers, and every other one for a
 * connection.
 *
 * @param timeoutMs How long to try, in all.
 * @throws {OsctlError} of kind `connection` naming the first node that did not answer in time.
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
      const failure = await ask(node, tls, signal);
      if (failure === undefined) return;
      signal.throwIfAborted();
      if (clock.now() >= deadline) {
        throw new OsctlError("connection", `the node ${node.name} does not answer`, {
          hint: "give it longer with --wait-timeout, or see its log with --crashdump",
          cause: failure,
        });
      }
      await sleep(clock, PAUSE_MS, signal);
    }
  }));
}

/** Asks once; gives the failure, if it is one of the node or of the way to it. */
async function ask(
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
    else await channel.unary(MachineService.Version, {}, { timeoutMs: ATTEMPT_MS, signal });
    return undefined;
  } catch (error) {
    if (error instanceof OsctlError) return error;
    throw error;
  } finally {
    channel.close();
  }
}
