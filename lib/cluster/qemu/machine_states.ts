/**
 * States of virtual machines, and requests to them.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import { OsctlError } from "../../errors.ts";
import type { Clock, Spawn } from "../../platform/system.ts";
import type { ClusterRecord, NodeState } from "../types.ts";
import { findProcesses } from "./processes.ts";
import { QmpClient } from "./qmp_client.ts";
import { machineFiles } from "./virtual_machine.ts";

/** Time limit of a request, milliseconds. */
const REQUEST_MS = 5000;

/** The parts of the system that requests use. */
export interface RequestSystem {
  readonly clock: Clock;
  readonly spawn: Spawn;
  readonly signal: AbortSignal;
}

/** Returns the state of each machine, by name. */
export async function machineStates(
  folder: string,
  record: ClusterRecord,
  system: RequestSystem,
): Promise<ReadonlyMap<string, NodeState>> {
  const commands = (await findProcesses(folder, system.spawn)).map(({ command }) => command);
  const states = record.nodes.map(async ({ name }): Promise<[string, NodeState]> => {
    const { monitor, control } = machineFiles(folder, name);
    const isRunning = commands.some((words) => words.some((word) => word.includes(`${monitor},`)));
    if (!isRunning) return [name, "stopped"];
    return [name, await queryState(control, system)];
  });
  return new Map(await Promise.all(states));
}

async function queryState(control: string, system: RequestSystem): Promise<NodeState> {
  const status = await request(control, system, "query-status").catch((error) => {
    // A machine of talosctl has no such socket; one that ends answers no request.
    if (error instanceof OsctlError) return undefined;
    throw error;
  });
  const text = (status as { readonly status?: string } | undefined)?.status;
  return text === "paused" || text === "watchdog" ? "paused" : "running";
}

/**
 * Sends a request to a machine.
 *
 * @param path control socket.
 * @throws {OsctlError} of kind `connection` when the machine does not run or respond.
 */
export async function request(
  path: string,
  { clock, signal }: Pick<RequestSystem, "clock" | "signal">,
  command: string,
  args?: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  using deadline = createDeadline({
    clock,
    ms: REQUEST_MS,
    signals: [signal],
    expired: () => new OsctlError("connection", `the machine did not respond to "${command}"`),
  });
  try {
    await Deno.lstat(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new OsctlError("connection", "the machine is not running", {
      hint: "start the cluster with: osctl cluster start",
    });
  }
  const connecting = QmpClient.connect(path, { clock, signal: deadline.signal });
  // A connection that is made after the deadline.
  connecting.then((late) => deadline.signal.aborted && late.close(), () => {});
  const client = await raceWithAbort(connecting, deadline.signal);
  try {
    return await raceWithAbort(client.execute(command, args), deadline.signal);
  } finally {
    client.close();
  }
}
