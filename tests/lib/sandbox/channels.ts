/** gRPC channels to nodes of the embedded cluster. */
import { openChannel } from "../../../lib/rpc/mod.ts";
import type { Channel } from "../../../lib/rpc/types.ts";
import type { NodeFacts, Role } from "../../../lib/sandbox/types.ts";
import type { Sandbox } from "../../helpers/sandbox.ts";

/** Runs `body` with a channel to a node for a client with these roles. */
export async function withChannel(
  { cluster }: Sandbox,
  node: NodeFacts,
  roles: readonly Role[],
  body: (channel: Channel) => Promise<void>,
): Promise<void> {
  const channel = openChannel(`${node.address}:${node.port}`, await cluster.issue(...roles));
  try {
    await body(channel);
  } finally {
    channel.close();
  }
}
