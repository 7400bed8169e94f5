/**
 * Publishers of events about a node's services and machine status.
 *
 * @module
 */
import { machine } from "../../../proto/machine.ts";
import { type ServiceRegistry, type ServiceState, toServiceInfo } from "../machine/mod.ts";
import { MACHINE_STATUS, type MachineStatus } from "../state/definitions/runtime.ts";
import type { NodeState } from "../state/node_state.ts";
import type { EventLog } from "./event_log.ts";

const { Action: ServiceAction } = machine.ServiceStateEvent;

const SERVICE_ACTIONS: Readonly<Record<ServiceState, machine.ServiceStateEvent.Action>> = {
  Initialized: ServiceAction.INITIALIZED,
  Preparing: ServiceAction.PREPARING,
  Waiting: ServiceAction.WAITING,
  Starting: ServiceAction.STARTING,
  Running: ServiceAction.RUNNING,
  Stopping: ServiceAction.STOPPING,
  Finished: ServiceAction.FINISHED,
  Failed: ServiceAction.FAILED,
  Skipped: ServiceAction.SKIPPED,
};

/** Publishes every state change of every service from now on. */
export function publishServiceChanges(events: EventLog, services: ServiceRegistry): void {
  services.onChange((service) => {
    const event = service.events.at(-1);
    if (event === undefined) return;
    events.publish("ServiceStateEvent", {
      service: service.id,
      action: SERVICE_ACTIONS[event.state],
      message: event.message,
      health: toServiceInfo(service).health ?? null,
    });
  });
}

const { MachineStage } = machine.MachineStatusEvent;

const STAGES: Readonly<Record<MachineStatus["stage"], machine.MachineStatusEvent.MachineStage>> = {
  booting: MachineStage.BOOTING,
  installing: MachineStage.INSTALLING,
  maintenance: MachineStage.MAINTENANCE,
  running: MachineStage.RUNNING,
  rebooting: MachineStage.REBOOTING,
  "shutting down": MachineStage.SHUTTING_DOWN,
  resetting: MachineStage.RESETTING,
  upgrading: MachineStage.UPGRADING,
};

/** Publishes the node's current machine status, read from its `MachineStatus` resource. */
export function publishStatus(events: EventLog, state: NodeState): void {
  const { namespace, type } = MACHINE_STATUS;
  state.open({ namespace, type }, new Set(["os:admin"]));
  const [resource] = state.store.list({ namespace, type });
  if (resource?.spec === undefined) return;
  const { stage, status } = resource.spec.value as MachineStatus;
  events.publish("MachineStatusEvent", {
    stage: STAGES[stage],
    status: {
      ready: status.ready,
      unmetConditions: status.unmetConditions.map(({ name, reason }) => ({ name, reason })),
    },
  });
}
