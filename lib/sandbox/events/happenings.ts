/**
 * What happens on a node of the sandbox, told as events: its services, its state as a whole, and
 * the sequences it goes through.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { machine } from "../../../proto/machine.ts";
import { type ServiceBook, serviceInfo, type ServiceState } from "../machine/mod.ts";
import { MACHINE_STATUS, type MachineStatus } from "../state/definitions/runtime.ts";
import type { NodeState } from "../state/node_state.ts";
import type { EventBook } from "./event_book.ts";

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

/** Tells of every step of every service from now on. */
export function tellOfServices(events: EventBook, services: ServiceBook): void {
  services.onChange((service) => {
    const step = service.steps.at(-1);
    if (step === undefined) return;
    events.publish("ServiceStateEvent", {
      service: service.id,
      action: SERVICE_ACTIONS[step.state],
      message: step.message,
      health: serviceInfo(service).health ?? null,
    });
  });
}

const { MachineStage } = machine.MachineStatusEvent;

const STAGES: Readonly<Record<MachineStatus["stage"], machine.MachineStatusEvent.MachineStage>> = {
  booting: MachineStage.BOOTING,
  maintenance: MachineStage.MAINTENANCE,
  running: MachineStage.RUNNING,
};

/** Tells how far the node is by now, as its resources have it. */
export function tellOfStatus(events: EventBook, state: NodeState): void {
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

/** One thing to do, and what it is called. */
export type Task = readonly [name: string, run: () => Promise<void> | void];

/** Tasks that belong together. */
export type Phase = readonly [name: string, ...tasks: Task[]];

/**
 * Goes through the phases one after the other, and tells of each step.
 *
 * @param actorId for what a client asked for: who.
 * @throws What a task throws; that is told as well.
 */
export async function runSequence(
  events: EventBook,
  sequence: string,
  phases: readonly Phase[],
  actorId = "",
): Promise<void> {
  const { SequenceEvent, PhaseEvent, TaskEvent } = machine;
  const tell = (action: machine.SequenceEvent.Action) =>
    events.publish("SequenceEvent", { sequence, action }, actorId);
  tell(SequenceEvent.Action.START);
  try {
    for (const [phase, ...tasks] of phases) {
      events.publish("PhaseEvent", { phase, action: PhaseEvent.Action.START }, actorId);
      for (const [task, run] of tasks) {
        events.publish("TaskEvent", { task, action: TaskEvent.Action.START }, actorId);
        await run();
        events.publish("TaskEvent", { task, action: TaskEvent.Action.STOP }, actorId);
      }
      events.publish("PhaseEvent", { phase, action: PhaseEvent.Action.STOP }, actorId);
    }
  } catch (error) {
    const message = `sequence failed: ${error instanceof Error ? error.message : error}`;
    events.publish("SequenceEvent", {
      sequence,
      action: SequenceEvent.Action.NOOP,
      error: { code: common.Code.FATAL, message },
    }, actorId);
    throw error;
  } finally {
    tell(SequenceEvent.Action.STOP);
  }
}
