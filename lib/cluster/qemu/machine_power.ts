/**
 * Turns the machines of a running cluster on and off.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import type { ClusterRecord, ClusterStatus, Report } from "../types.ts";
import { machineStates, request, type RequestSystem } from "./machine_states.ts";
import { powerOn } from "./power_socket.ts";
import { machineFiles } from "./virtual_machine.ts";

/** Time for guests to power off, milliseconds. */
const POWER_OFF_MS = 15_000;
/** Time for machines that are turned on to start, milliseconds. */
const TURN_ON_MS = 10_000;
const POLL_MS = 100;

/** Turns on the machines that are off, and continues paused ones. */
export async function turnOnMachines(
  folder: string,
  { record, states = new Map() }: ClusterStatus,
  system: RequestSystem,
  report: Report,
): Promise<void> {
  const { clock, signal } = system;
  for (const [name, state] of states) {
    const { control, power } = machineFiles(folder, name);
    if (state === "stopped") await powerOn(power);
    else if (state === "paused") await request(control, system, "cont");
    else continue;
    await report(`${state === "paused" ? "resumed" : "turned on"} "${name}"`);
  }
  const deadline = clock.now() + TURN_ON_MS;
  const areOn = async () =>
    [...(await machineStates(folder, record, system)).values()]
      .every((state) => state === "running");
  while (!await areOn() && clock.now() < deadline) await sleep(clock, POLL_MS, signal);
}

/** Presses the power buttons, and waits for a limited time: a Talos node halts without an event. */
export async function powerOffMachines(
  folder: string,
  record: ClusterRecord,
  system: RequestSystem,
): Promise<void> {
  const { clock, signal } = system;
  await Promise.all(record.nodes.map(async ({ name }) => {
    await request(machineFiles(folder, name).control, system, "system_powerdown").catch((error) => {
      // It is off, or not responding.
      if (!(error instanceof OsctlError)) throw error;
    });
  }));
  const deadline = clock.now() + POWER_OFF_MS;
  while (clock.now() < deadline) {
    const states = await machineStates(folder, record, system);
    if ([...states.values()].every((one) => one === "stopped")) return;
    await sleep(clock, POLL_MS, signal);
  }
}
