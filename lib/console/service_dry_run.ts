/**
 * Dry runs of operations on services and containers.
 *
 * @module
 */
import { MachineService } from "../../proto/machine.ts";
import { splitResults, throwFailures } from "../client/mod.ts";
import type { NodeClient } from "../client/types.ts";
import { printDryRun } from "./confirm_disruption.ts";
import type { ConnectionOptions } from "../procedures/context.ts";
import type { ConsoleContext } from "./context.ts";

type Context = ConsoleContext<NodeClient>;

/** An operation on a service. */
export interface ServiceOperation {
  readonly flags: ConnectionOptions;
  readonly action: "start" | "stop" | "restart";
  readonly id: string;
}

/** Prints the nodes with the state of the service, and whether their API allows the operation. */
export async function printServiceDryRun(
  context: Context,
  { flags, action, id }: ServiceOperation,
): Promise<void> {
  await using client = await context.openClient({ connection: flags });
  const { values, failures } = splitResults(await client.call(MachineService.ServiceList, {}));
  const states = values.map(({ node, value: { services } }): [string, string] => {
    const service = services?.find((one) => one.id === id);
    return [node, service === undefined ? "no such service" : `state ${service.state}`];
  });
  await printDryRun(context, {
    action: `${action[0]!.toUpperCase()}${action.slice(1)} service ${id}`,
    connection: flags,
    client,
    notes: new Map(states),
    describe: () => Promise.resolve(isAllowed(action, id) ? "" : `nodes refuse to ${action} it`),
  });
  throwFailures(failures);
}

/**
 * Whether nodes allow an operation: `APIStartAllowed`, `APIStopAllowed` and `APIRestartAllowed` of
 * `kubelet.go` and `extension.go` in `internal/app/machined/pkg/system/services`; no other service
 * has them.
 */
function isAllowed(action: ServiceOperation["action"], id: string): boolean {
  return id.startsWith("ext-") || id === "kubelet" && action !== "stop";
}
