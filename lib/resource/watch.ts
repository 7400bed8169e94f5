/**
 * Watches resources of a node across reconnects.
 *
 * @module
 */
import { cosi, State } from "../../proto/cosi.ts";
import type { NodeClient } from "../client/types.ts";
import { withReconnect } from "../async/reconnect.ts";
import { withIdleTimeout } from "../async/idle_timeout.ts";
import { getReconnectReason } from "../client/node_error.ts";
import { createTimeoutError } from "../client/timeouts.ts";
import { OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import type { Kind } from "./client.ts";
import { toResource } from "./resource.ts";
import { type Selector, toLabelQuery } from "./selector.ts";
import { type WatchEvent, WatchState } from "./watch_changes.ts";

/** Options of {@linkcode watchNode}. */
export interface WatchOptions {
  readonly kind: Kind;
  /** Resource id; undefined for all of the kind. */
  readonly id?: string | undefined;
  readonly selector?: Selector;
  readonly clock: Clock;
  /** Timeout for the first message, milliseconds. */
  readonly callMs: number;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Called when the watch is interrupted and will be reopened. */
  lost(reason: string): void | Promise<void>;
}

/** Maximum outage before the watch fails, milliseconds; long enough for a slow machine to boot. */
const MAX_OUTAGE_MS = 10 * 60 * 1000;

const { EventType } = cosi.resource;

/**
 * Yields all resources, then every change. Reconnects after an outage of the node.
 *
 * @throws {OsctlError} when the watch cannot be opened, or the outage exceeds ten minutes.
 */
export async function* watchNode(
  client: NodeClient,
  node: string,
  options: WatchOptions,
): AsyncGenerator<WatchEvent, void, undefined> {
  const { kind, selector = [], clock, signal, lost } = options;
  const changes = new WatchState(kind, selector);
  const batches = withReconnect(() => eventBatches(client, node, options), {
    clock,
    signal,
    maxOutageMs: MAX_OUTAGE_MS,
    onLost: lost,
    pausesMs: [500, 1000, 2000, 5000, 10_000, 30_000],
    getReason: getReconnectReason,
    onReopen: () => changes.restart(),
    endedError: () => new OsctlError("node", "the node ends each watch immediately"),
  });
  for await (const batch of batches) {
    for (const event of batch) yield* changesOf(event, changes);
  }
}

/** Yields the events of each message; throws an error event after the events before it. */
async function* eventBatches(
  client: NodeClient,
  node: string,
  options: WatchOptions,
): AsyncGenerator<readonly cosi.resource.Event[], void, undefined> {
  for await (const { event: events } of messages(client, node, options)) {
    const failed = events.findIndex(({ eventType }) => eventType === EventType.ERRORED);
    if (failed < 0) yield events;
    else {
      yield events.slice(0, failed);
      throw new OsctlError("node", events[failed]!.error || "no reason given");
    }
  }
}

/** The messages of one connection; the first has to come soon, the others come when they come. */
function messages(
  client: NodeClient,
  node: string,
  { kind, id, selector = [], clock, callMs, signal }: WatchOptions,
): AsyncGenerator<cosi.resource.WatchResponse, void, undefined> {
  const query = toLabelQuery(selector);
  const request: cosi.resource.IWatchRequest = {
    ...kind,
    ...(id === undefined ? {} : { id }),
    options: id === undefined
      ? { bootstrapContents: true, ...(query.length === 0 ? {} : { labelQuery: query }) }
      : {},
    apiVersion: 1,
  };
  return withIdleTimeout(
    { clock, ms: callMs, signal, firstOnly: true, expired: () => createTimeoutError(callMs) },
    (signal) => client.plainStream(State.Watch, request, node, { signal, idleLimit: "none" }),
  );
}

async function* changesOf(
  { eventType, resource }: cosi.resource.Event,
  changes: WatchState,
): AsyncGenerator<WatchEvent, void, undefined> {
  switch (eventType) {
    case EventType.CREATED:
    case EventType.UPDATED: {
      const event = changes.present(await toResource(resource));
      if (event) yield event;
      return;
    }
    case EventType.DESTROYED: {
      const event = changes.absent(await toResource(resource));
      if (event) yield event;
      return;
    }
    case EventType.BOOTSTRAPPED:
      yield* changes.complete();
      return;
  }
}
