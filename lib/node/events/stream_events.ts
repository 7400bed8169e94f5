/**
 * Streams the events of a node. Reconnects after a restart and resumes after the last event.
 *
 * @module
 */
import { type machine, MachineService } from "../../../proto/machine.ts";
import { withReconnect } from "../../async/reconnect.ts";
import { MultiNodeError, OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";
import { getReconnectReason } from "../../client/node_error.ts";
import type { NodeClient } from "../../client/types.ts";

/** Selects events, as in the request. */
export interface EventFilter {
  /** Number of past events; all retained ones when negative. */
  readonly tailEvents: number;
  /** Events after this ID. */
  readonly tailId: string;
  /** Events of the last seconds. */
  readonly tailSeconds: number;
  /** Events of this actor only. */
  readonly withActorId: string;
}

/**
 * Converts flags to a filter.
 *
 * @param flags `duration` in milliseconds, truncated to seconds.
 * @throws {OsctlError} of kind `usage` for a negative duration or one over 2^31 s.
 */
export function toEventFilter(
  flags: { tail: number; since: string; duration: number; actorId: string },
): EventFilter {
  const tailSeconds = Math.trunc(flags.duration / 1000);
  if (tailSeconds < 0 || tailSeconds > MAX_SECONDS) {
    throw new OsctlError("usage", "invalid value for --duration: out of range", {
      hint: "use a positive duration, such as 10m",
    });
  }
  return {
    tailEvents: flags.tail,
    tailId: flags.since,
    tailSeconds,
    withActorId: flags.actorId,
  };
}

/** Largest int32, as in the request. */
const MAX_SECONDS = 2 ** 31 - 1;

/** Options of {@linkcode streamEvents}. */
export interface EventStreamOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the reason when an established stream is lost, before reconnects. */
  onLost(reason: string): void;
  /** Called with the first message after an outage. */
  onRecovered(): void;
  /** Called with the first message of each stream, which confirms the subscription. */
  onSubscribed?(): void;
  /** Longest outage, milliseconds; the default allows a slow machine to boot. */
  readonly maxOutageMs?: number;
  /** Pauses between attempts to reconnect, milliseconds; the last one is repeated. */
  readonly pausesMs?: readonly [number, ...number[]];
}

const PAUSES_MS = [0, 1000, 2000, 5000] as const;

const MAX_OUTAGE_MS = 10 * 60 * 1000;

/**
 * Yields every event of a node once and in order. Does not end by itself.
 *
 * @throws {OsctlError} for an error of the node, when it cannot be reached at first, or after too
 * long an outage.
 */
export async function* streamEvents(
  client: Pick<NodeClient, "stream">,
  node: string,
  filter: EventFilter,
  options: EventStreamOptions,
): AsyncGenerator<machine.Event, void, undefined> {
  const { clock, signal, onLost, onRecovered, onSubscribed } = options;
  const { maxOutageMs = MAX_OUTAGE_MS, pausesMs = PAUSES_MS } = options;
  const startedAt = clock.now();
  const includesPast = filter.tailEvents !== 0 || filter.tailId !== "" ||
    filter.tailSeconds !== 0;
  let last = "";
  const open = () => {
    const request = last === ""
      ? withElapsed(filter, clock.now() - startedAt)
      : resumeAfter(filter, last);
    return client.stream(MachineService.Events, request, node, { signal, idleLimit: "none" });
  };
  const messages = withReconnect(open, {
    clock,
    signal,
    onLost,
    onRecovered,
    maxOutageMs,
    pausesMs,
    getReason: getReconnectReason,
    isProgress: isEvent,
    endedError: () => createEndedError(node),
  });
  for await (const message of messages) {
    // The empty first message has the ID of the latest event: later ones can be resumed from it.
    if (isEvent(message) || (last === "" && !includesPast)) last = message.id;
    if (isEvent(message)) yield message;
    else onSubscribed?.();
  }
}

/** Whether a message contains an event; the first of a stream does not. */
function isEvent({ data }: machine.Event): boolean {
  return Boolean(data?.type_url);
}

/** Returns the filter for a request that is `elapsedMs` later but starts at the same time. */
function withElapsed(filter: EventFilter, elapsedMs: number): EventFilter {
  const { tailSeconds } = filter;
  if (tailSeconds === 0) return filter;
  return { ...filter, tailSeconds: tailSeconds + Math.ceil(elapsedMs / 1000) };
}

function resumeAfter({ withActorId }: EventFilter, last: string): EventFilter {
  return { tailEvents: 0, tailId: last, tailSeconds: 0, withActorId };
}

function createEndedError(node: string): OsctlError {
  const error = new OsctlError("node", "the node closes each event stream immediately");
  return new MultiNodeError([{ node, error }]);
}
