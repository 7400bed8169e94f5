/**
 * Restarts of containers: what they affect.
 *
 * @module
 */
import { MachineService } from "../../proto/machine.ts";
import { splitResults, throwFailures } from "../client/mod.ts";
import type { NodeClient } from "../client/types.ts";
import type { ContainerSelection } from "../node/containers/mod.ts";
import type { Disruption } from "../procedures/disruption.ts";
import { printDryRun } from "./confirm_disruption.ts";
import type { ConnectionOptions } from "../procedures/context.ts";
import type { ConsoleContext } from "./context.ts";

/** Values of the flags of the command. */
interface RestartFlags extends ConnectionOptions {
  readonly kubernetes: boolean;
  readonly acceptQuorumLoss: boolean;
}

/** System containers that run the member of etcd. */
const ETCD: readonly string[] = ["etcd"];

/** Returns the restart of a container; the one of etcd restarts its member. */
export function restartOf(
  client: NodeClient,
  { flags, id }: { readonly flags: RestartFlags; readonly id: string },
): Disruption & { readonly id: string } {
  const isMember = !flags.kubernetes && ETCD.includes(id);
  return {
    id,
    action: `Restart container ${id}`,
    connection: flags,
    acceptsQuorumLoss: flags.acceptQuorumLoss,
    client,
    ...isMember ? { effect: "restart" } : {},
  };
}

/** Prints the nodes and whether they have the container. */
export async function printContainerDryRun(
  context: ConsoleContext<NodeClient>,
  restart: ReturnType<typeof restartOf>,
  selection: ContainerSelection,
): Promise<void> {
  const { client, id } = restart;
  const { values, failures } = splitResults(
    await client.call(MachineService.Containers, selection),
  );
  const notes = new Map(values.map(({ node, value: { containers } }) => {
    const found = containers?.find((one) => one.id === id || one.podId === id);
    return [node, found === undefined ? "no such container" : `status ${found.status}`];
  }));
  await printDryRun(context, { ...restart, notes });
  throwFailures(failures);
}
