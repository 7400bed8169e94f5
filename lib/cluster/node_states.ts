/**
 * States of a local cluster's nodes.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../async/deadline.ts";
import type { System } from "../platform/system.ts";
import type { ClusterNode, ClusterStatus, NodeState } from "./types.ts";

/** Time limit of a connection to a node of this machine, milliseconds. */
const CONNECT_MS = 1000;

type Parts = Pick<System, "clock" | "signal">;

/** Returns the state of each node, by name; connects to the nodes unless the provisioner knows it. */
export async function readNodeStates(
  { record, running, states: known }: ClusterStatus,
  parts: Parts,
): Promise<ReadonlyMap<string, NodeState>> {
  if (known !== undefined) return known;
  const states = record.nodes.map(async (node): Promise<[string, NodeState]> => {
    if (!running) return [node.name, "stopped"];
    return [node.name, await isListening(node, parts) ? "running" : "down"];
  });
  return new Map(await Promise.all(states));
}

async function isListening(
  { address, port }: ClusterNode,
  { clock, signal }: Parts,
): Promise<boolean> {
  const expired = new DOMException("no connection", "TimeoutError");
  using deadline = createDeadline({
    clock,
    ms: CONNECT_MS,
    signals: [signal],
    expired: () => expired,
  });
  const connected = Deno.connect({ hostname: address, port }).then((connection) => {
    connection.close();
    return true;
  }, (error) => {
    // The system refuses the connection.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  });
  try {
    return await raceWithAbort(connected, deadline.signal);
  } catch (error) {
    if (error === expired) return false;
    throw error;
  }
}
