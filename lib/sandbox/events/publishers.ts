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

/** Publishes the machine status of a node, read from its `MachineStatus` resource. */
export class StatusPublisher {
  readonly #events: EventLog;
  readonly #state: NodeState;
  /** The published status, JSON. */
  #published = "";

  constructor(events: EventLog, state: NodeState) {
    this.#events = events;
    this.#state = state;
  }

  /** Publishes the current status. */
  publish(): void {
    const status = this.#read();
    if (status !== undefined) this.#publish(status);
  }

  /** Publishes the current status unless it is the published one. */
  publishChange(): void {
    const status = this.#read();
    if (status !== undefined && JSON.stringify(status) !== this.#published) this.#publish(status);
  }

  #read(): MachineStatus | undefined {
    const { namespace, type } = MACHINE_STATUS;
    this.#state.open({ namespace, type }, new Set(["os:admin"]), 0);
    const [resource] = this.#state.store.list({ namespace, type });
    return resource?.spec?.value as MachineStatus | undefined;
  }

  #publish(status: MachineStatus): void {
    this.#published = JSON.stringify(status);
    publishStatus(this.#events, status);
  }
}

function publishStatus(events: EventLog, { stage, status }: MachineStatus): void {
  events.publish("MachineStatusEvent", {
    stage: STAGES[stage],
    status: {
      ready: status.ready,
      unmetConditions: status.unmetConditions.map(({ name, reason }) => ({ name, reason })),
    },
  });
}
