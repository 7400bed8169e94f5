/**
 * The events of a node, also beyond the end of a connection: a node that restarts is waited for,
 * and asked for what came after the last event seen.
 *
 * @module
 */
import { type machine, MachineService } from "../../../proto/machine.ts";
import { withReconnect } from "../../async/reconnect.ts";
import { MultiNodeError, OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";
import { getReconnectReason } from "../../client/node_error.ts";
import type { NodeClient } from "../../client/types.ts";

/** Which events to begin with. */
export interface EventFilter {
  /** This many of the past; all that are kept when negative. */
  readonly tailEvents: number;
  /** Those after the event of this id. */
  readonly tailId: string;
  /** Those of this many last seconds. */
  readonly tailSeconds: number;
  /** Only those caused by this actor. */
  readonly withActorId: string;
}

/**
 * Converts flags to a filter.
 *
 * @param flags `duration` in milliseconds; parts of a second are cut off.
 * @throws {OsctlError} of kind `usage` for a time that is not in the past, or too long ago.
 */
export function toEventFilter(
  flags: { tail: number; since: string; duration: number; actorId: string },
): EventFilter {
  const tailSeconds = Math.trunc(flags.duration / 1000);
  if (tailSeconds < 0 || tailSeconds > MOST_SECONDS) {
    throw new OsctlError("usage", "--duration is no time that events could be from", {
      hint: "give how long ago the first one was, for example 10m",
    });
  }
  return {
    tailEvents: flags.tail,
    tailId: flags.since,
    tailSeconds,
    withActorId: flags.actorId,
  };
}

/** What the wire can hold. */
const MOST_SECONDS = 2 ** 31 - 1;

/** Options of {@linkcode eventsOf}. */
export interface EventStreamOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the reason when a stream that had started is lost, before the node is tried again. */
  onLost(reason: string): void;
  /** Called when the node answers again. */
  onRecovered(): void;
  /** How long a node may be away, milliseconds: long enough for a slow machine to boot. */
  readonly maxOutageMs?: number;
}

const MAX_OUTAGE_MS = 10 * 60 * 1000;

/**
 * Every event of a node once and in order, the empty message at the start of each stream left out.
 * It does not end by itself.
 *
 * @throws {OsctlError} when the node refuses, cannot be reached at all, or stays away too long.
 */
export async function* eventsOf(
  client: NodeClient,
  node: string,
  filter: EventFilter,
  { clock, signal, onLost, onRecovered, maxOutageMs = MAX_OUTAGE_MS }: EventStreamOptions,
): AsyncGenerator<machine.Event, void, undefined> {
  const asked = clock.now();
  const isPastWanted = filter.tailEvents !== 0 || filter.tailId !== "" ||
    filter.tailSeconds !== 0;
  let last = "";
  const open = () => {
    const request = last === "" ? since(filter, asked, clock.now()) : after(filter, last);
    return client.stream(MachineService.Events, request, node, { signal, idleLimit: "none" });
  };
  const messages = withReconnect(open, {
    ...{ clock, signal, onLost, onRecovered, maxOutageMs },
    pausesMs: [0, 1000, 2000, 5000],
    getReason: getReconnectReason,
    isProgress: isEvent,
    endedError: () => endedError(node),
  });
  for await (const message of messages) {
    // The first message has an id too: nothing that comes later is missed.
    if (isEvent(message) || (last === "" && !isPastWanted)) last = message.id;
    if (isEvent(message)) yield message;
  }
}

/** Whether a message holds an event; the first of a stream does not. */
function isEvent({ data }: machine.Event): boolean {
  return Boolean(data?.type_url);
}

/** Returns the filter for a later request that is to start at the same time. */
function since(filter: EventFilter, asked: number, now: number): EventFilter {
  const { tailSeconds } = filter;
  if (tailSeconds === 0) return filter;
  return { ...filter, tailSeconds: tailSeconds + Math.ceil((now - asked) / 1000) };
}

function after({ withActorId }: EventFilter, last: string): EventFilter {
  return { tailEvents: 0, tailId: last, tailSeconds: 0, withActorId };
}

function endedError(node: string): OsctlError {
  const error = new OsctlError("node", "the node ends every stream of events at once");
  return new MultiNodeError([{ node, error }]);
}
