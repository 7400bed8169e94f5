/**
 * Sequences of a node (boot, reboot, …), published as events.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { machine } from "../../../proto/machine.ts";
import type { EventLog } from "./event_log.ts";

/** A named step of a phase. */
export type Task = readonly [name: string, run: () => Promise<void> | void];

/** A named group of tasks. */
export type Phase = readonly [name: string, ...tasks: Task[]];

/**
 * Runs the phases in order and publishes the start and end of the sequence, each phase and each
 * task.
 *
 * @param actorId id of the client that requested the sequence; empty when the node started it.
 * @param onStart called after the start of the sequence is published.
 * @throws The error of the failed task, after publishing it.
 */
export async function runSequence(
  events: EventLog,
  sequence: string,
  phases: readonly Phase[],
  actorId = "",
  onStart: () => void = () => {},
): Promise<void> {
  const { SequenceEvent, PhaseEvent, TaskEvent } = machine;
  const publish = (action: machine.SequenceEvent.Action) =>
    events.publish("SequenceEvent", { sequence, action }, actorId);
  publish(SequenceEvent.Action.START);
  onStart();
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
    const isCanceled = error instanceof DOMException && error.name === "AbortError";
    const reason = isCanceled ? "context canceled" : error instanceof Error ? error.message : error;
    events.publish("SequenceEvent", {
      sequence,
      action: SequenceEvent.Action.NOOP,
      error: {
        code: isCanceled ? common.Code.CANCELED : common.Code.FATAL,
        message: `sequence failed: ${reason}`,
      },
    }, actorId);
    throw error;
  } finally {
    publish(SequenceEvent.Action.STOP);
  }
}
