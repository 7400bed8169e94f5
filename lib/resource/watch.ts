/**
 * Watching resources of a node, also across lost connections.
 *
 * @module
 */
import { cosi, State } from "../../proto/cosi.ts";
import type { NodeClient } from "../client/types.ts";
import { MultiNodeError, OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import { errorClass, RpcError } from "../rpc/mod.ts";
import type { Kind } from "./client.ts";
import { patiently } from "./patience.ts";
import { resourceOf } from "./resource.ts";
import { labelQuery, type Selector } from "./selector.ts";
import { Changes, type WatchEvent } from "./watch_changes.ts";

/** What to watch, and how. */
export interface WatchOptions {
  readonly kind: Kind;
  /** One resource; the whole kind when left out. */
  readonly id?: string | undefined;
  readonly selector?: Selector;
  readonly clock: Clock;
  /** How long a node may take to set the watch up, milliseconds. */
  readonly callMs: number;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Told once for every time that a watch broke and is going to be set up again. */
  lost(reason: string): void | Promise<void>;
}

/** Pauses between attempts, milliseconds; the last one stays. */
const PAUSES_MS = [500, 1000, 2000, 5000, 10_000, 30_000];

/** How long a node may be away, milliseconds: long enough for a slow machine to boot. */
const PATIENCE_MS = 10 * 60 * 1000;

const { EventType } = cosi.resource;

/** The watch is over, but another one may begin. */
class Broken extends Error {}

/**
 * Everything that is there, then every change, without end. A node that goes away is waited for.
 *
 * @throws {OsctlError} when the watch cannot be set up at first, or never again,
 *   or the node stays away for ten minutes.
 */
export async function* watchNode(
  client: NodeClient,
  node: string,
  options: WatchOptions,
): AsyncGenerator<WatchEvent, void, undefined> {
  const { kind, selector = [], clock, signal, lost } = options;
  const changes = new Changes(kind, selector);
  let wasReady = false;
  let lostAt: number | undefined;
  for (let attempt = 0;; attempt++) {
    let reason: string;
    let failure: unknown;
    try {
      for await (const message of messages(client, node, options)) {
        wasReady = true;
        attempt = 0;
        lostAt = undefined;
        for (const event of message.event) yield* told(event, changes);
      }
      reason = "the node ended it";
    } catch (error) {
      reason = reasonToRetry(error, wasReady);
      failure = error;
    }
    signal.throwIfAborted();
    if (attempt === 0) await lost(reason);
    const pauseMs = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!;
    lostAt ??= clock.now();
    if (failure instanceof OsctlError && clock.now() + pauseMs - lostAt > PATIENCE_MS) {
      throw failure;
    }
    await pause(clock, pauseMs, signal);
    changes.restart();
  }
}

/** The messages of one connection; the first has to come soon, the others come when they come. */
function messages(
  client: NodeClient,
  node: string,
  { kind, id, selector = [], clock, callMs, signal }: WatchOptions,
): AsyncGenerator<cosi.resource.WatchResponse, void, undefined> {
  const query = labelQuery(selector);
  const request: cosi.resource.IWatchRequest = {
    ...kind,
    ...(id === undefined ? {} : { id }),
    options: id === undefined
      ? { bootstrapContents: true, ...(query.length === 0 ? {} : { labelQuery: query }) }
      : {},
    apiVersion: 1,
  };
  return patiently(
    { clock, ms: callMs, signal, firstOnly: true },
    (signal) => client.plainStream(State.Watch, request, node, { signal, pace: "endless" }),
  );
}

function* told(
  { eventType, resource, error }: cosi.resource.Event,
  changes: Changes,
): Generator<WatchEvent, void, undefined> {
  switch (eventType) {
    case EventType.CREATED:
    case EventType.UPDATED: {
      const event = changes.present(resourceOf(resource));
      if (event) yield event;
      return;
    }
    case EventType.DESTROYED: {
      const event = changes.absent(resourceOf(resource));
      if (event) yield event;
      return;
    }
    case EventType.BOOTSTRAPPED:
      yield* changes.complete();
      return;
    case EventType.ERRORED:
      throw new Broken(error ?? "the node gave no reason");
  }
}

/** Why a watch broke; rethrows what another attempt would not change. */
function reasonToRetry(error: unknown, wasReady: boolean): string {
  if (error instanceof Broken) return error.message;
  const cause = error instanceof MultiNodeError ? error.failures[0]!.error : error;
  if (!(cause instanceof OsctlError) || cause.kind === "cancelled" || !wasReady) throw error;
  if (cause instanceof RpcError && errorClass(cause.code) === "refused") throw error;
  return cause.message;
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
}
