/**
 * Machine stage, readiness and time synchronization.
 *
 * @module
 */
import { type Controller, desired, type View } from "../controller.ts";
import { NETWORK_STATUS } from "../definitions/network.ts";
import {
  MACHINE_STATUS,
  MACHINE_TYPE,
  type MachineStage,
  type MachineStatus,
  SERVICE,
  TIME_STATUS,
} from "../definitions/runtime.ts";
import type { ControllerOptions, LiveNode } from "./controller_options.ts";
import { MACHINE_TYPE_ID } from "./names.ts";
import { NETWORK_STATUS_ID } from "./network_status.ts";

const TIME_STATUS_ID = "node";
/** Services that must run for the node to be ready. */
const REQUIRED_SERVICES = ["apid", "machined", "kubelet"];
const CONTROL_PLANE_SERVICES = ["etcd", "trustd"];

/** Returns the controllers of time and machine status. */
export function machineStatusControllers({ live }: ControllerOptions): Controller[] {
  return [timeSync, machineStatus(live)];
}

/** Sandbox nodes use the machine's clock and never adjust it. */
const timeSync: Controller = {
  name: "time.SyncController",
  inputs: [],
  outputs: [{ definition: TIME_STATUS, kind: "exclusive" }],
  refresh: { kind: "once" },
  run: () => [
    desired(TIME_STATUS, TIME_STATUS_ID, { synced: true, epoch: 0, syncDisabled: true }),
  ],
};

const machineStatus = ({ stage }: LiveNode): Controller => ({
  name: "runtime.MachineStatusController",
  inputs: [
    { definition: TIME_STATUS, id: TIME_STATUS_ID, kind: "weak" },
    { definition: NETWORK_STATUS, id: NETWORK_STATUS_ID, kind: "weak" },
    { definition: SERVICE, kind: "weak" },
    { definition: MACHINE_TYPE, id: MACHINE_TYPE_ID, kind: "weak" },
  ],
  outputs: [{ definition: MACHINE_STATUS, kind: "exclusive" }],
  refresh: { kind: "push", listen: (changed) => stage.onChange(changed) },
  run: (view) => [desired(MACHINE_STATUS, "machine", computeStatus(view, stage.value))],
});

function computeStatus(view: View, stage: MachineStage): MachineStatus {
  // Nodes check readiness only while they boot or run.
  if (stage !== "booting" && stage !== "running") {
    return { stage, status: { ready: true, unmetConditions: [] } };
  }
  const unmetConditions = [
    { name: "time", reason: timeProblem(view) },
    { name: "network", reason: networkProblem(view) },
    { name: "services", reason: serviceProblem(view, requiredServices(view)) },
  ].filter(({ reason }) => reason !== "");
  return {
    stage,
    status: { ready: unmetConditions.length === 0, unmetConditions },
  };
}

function timeProblem(view: View): string {
  return view.find(TIME_STATUS, TIME_STATUS_ID)?.spec.synced === true ? "" : "time is not synced";
}

function networkProblem(view: View): string {
  const status = view.find(NETWORK_STATUS, NETWORK_STATUS_ID)?.spec;
  const parts = [
    ["address", status?.addressReady],
    ["connectivity", status?.connectivityReady],
    ["etc-files", status?.etcFilesReady],
    ["hostname", status?.hostnameReady],
  ] as const;
  const missing = parts.filter(([, ready]) => ready !== true).map(([name]) => name);
  return missing.length === 0 ? "" : `waiting on: ${missing.join(", ")}`;
}

function requiredServices(view: View): readonly string[] {
  const type = view.find(MACHINE_TYPE, MACHINE_TYPE_ID)?.spec;
  return type === "controlplane"
    ? [...REQUIRED_SERVICES, ...CONTROL_PLANE_SERVICES]
    : REQUIRED_SERVICES;
}

function serviceProblem(view: View, required: readonly string[]): string {
  const running = new Map(view.list(SERVICE).map(({ id, spec }) => [id, spec]));
  const missing = required.filter((id) => !running.has(id));
  const unhealthy = [...running].filter(([, { unknown, healthy }]) => !unknown && !healthy);
  return [
    ...unhealthy.map(([id]) => `${id} not healthy`),
    ...missing.map((id) => `${id} not running`),
  ].join(", ");
}
