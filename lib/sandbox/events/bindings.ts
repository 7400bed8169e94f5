/**
 * `Events`.
 *
 * @module
 */
import { machine, MachineService } from "../../../proto/machine.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { type Binding, type Call, type NodeFacts, stream } from "../types.ts";
import type { EventBook } from "./event_book.ts";
import { isId } from "./xid.ts";

/** What the names of all event messages start with on the wire. */
const TYPE_PREFIX = "talos/runtime/machine.";

/** What nodes answer about events. */
export function eventBindings(bookOf: (node: NodeFacts) => EventBook): Binding[] {
  async function* events(
    request: machine.IEventsRequest,
    { node, signal }: Call,
  ): AsyncGenerator<machine.Event> {
    const book = bookOf(node);
    const actorId = request.withActorId ?? "";
    // Says that the stream has begun.
    yield machine.Event.create({ data: {}, id: book.mark(), actorId });
    const tailId = request.tailId ?? "";
    if (tailId !== "" && !isId(tailId)) {
      throw new StatusError(StatusCode.unknown, "error parsing tail_id: xid: invalid ID");
    }
    const range = {
      tailEvents: request.tailEvents ?? 0,
      tailId,
      tailSeconds: request.tailSeconds ?? 0,
      actorId,
    };
    for await (const { id, kind, payload, actorId } of book.watch(range, signal)) {
      yield machine.Event.create({
        data: { type_url: `${TYPE_PREFIX}${kind}`, value: payload },
        id,
        actorId,
      });
    }
  }
  return [stream(MachineService.Events, events)];
}
