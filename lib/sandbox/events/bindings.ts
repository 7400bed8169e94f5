/**
 * Handler of `MachineService.Events`.
 *
 * @module
 */
import { machine, MachineService } from "../../../proto/machine.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { type Binding, type Call, type NodeFacts, stream } from "../types.ts";
import type { EventLog } from "./event_log.ts";
import { isXid } from "./xid.ts";

/** Prefix of the type URL of every event message. */
const TYPE_PREFIX = "talos/runtime/machine.";

/** Returns the binding of `Events`. */
export function eventBindings(eventsOf: (node: NodeFacts) => EventLog): Binding[] {
  async function* events(
    request: machine.IEventsRequest,
    { node, signal }: Call,
  ): AsyncGenerator<machine.Event> {
    const log = eventsOf(node);
    const actorId = request.withActorId ?? "";
    // Nodes confirm the subscription with an event without data.
    yield machine.Event.create({ data: {}, id: log.nextId(), actorId });
    const tailId = request.tailId ?? "";
    if (tailId !== "" && !isXid(tailId)) {
      throw new StatusError(StatusCode.unknown, "error parsing tail_id: xid: invalid ID");
    }
    const range = {
      tailEvents: request.tailEvents ?? 0,
      tailId,
      tailSeconds: request.tailSeconds ?? 0,
      actorId,
    };
    for await (const { id, kind, payload, actorId } of log.watch(range, signal)) {
      yield machine.Event.create({
        data: { type_url: `${TYPE_PREFIX}${kind}`, value: payload },
        id,
        actorId,
      });
    }
  }
  return [stream(MachineService.Events, events)];
}
