/**
 * Streams of a node that are reopened until they are no longer needed.
 *
 * @module
 */
import { MachineService } from "../../proto/machine.ts";
import type { Clock } from "../async/clock.ts";
import { sleep } from "../async/sleep.ts";
import { toByteStream } from "../client/mod.ts";
import type { NodeClient } from "../client/types.ts";
import { formatEvent, streamEvents } from "../node/events/mod.ts";
import type { OsctlError } from "../errors.ts";
import { specOf } from "../resource/document.ts";
import { watchNode } from "../resource/watch.ts";
import type { WatchEvent } from "../resource/watch_changes.ts";
import {
  applyMachineStatus,
  applyResource,
  removeResources,
  shortType,
  type WatchedKind,
} from "./apply_resource.ts";
import type { LogBuffer } from "./log_buffer.ts";
import { errorOf, isRefusal } from "./node_failures.ts";
import type { NodeEvent, NodeModel } from "./types.ts";

/** What a stream needs. */
export interface StreamTarget {
  readonly client: NodeClient;
  readonly clock: Clock;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  /** Timeout for the first message of a watch, milliseconds. */
  readonly callMs: number;
  /** Called after each change of the model. */
  changed(): void;
}

/** Pauses before a stream is reopened, milliseconds; the last one is repeated. */
const PAUSES_MS = [1000, 2000, 5000, 10_000] as const;
/** Pause after a refusal: a role or a type may be added later. */
const REFUSED_PAUSE_MS = 60_000;
const ENDED = "the node ended the stream";
/** A stream that was open this long resets the pauses, milliseconds. */
const STABLE_MS = 30_000;

/**
 * Reads a stream, reopened after each end, until the signal aborts.
 *
 * @param failed Called with the reason of each end, and the error unless the node ended the stream.
 * @throws Errors that are bugs.
 */
export async function followStream(
  node: string,
  { clock, signal }: Pick<StreamTarget, "clock" | "signal">,
  read: () => Promise<void>,
  failed: (reason: string, error: OsctlError | undefined) => void,
): Promise<void> {
  let attempt = 0;
  while (!signal.aborted) {
    const startedAt = clock.now();
    let pauseMs: number = PAUSES_MS[Math.min(attempt++, PAUSES_MS.length - 1)]!;
    try {
      await read();
      if (!signal.aborted) failed(ENDED, undefined);
    } catch (failure) {
      if (signal.aborted) return;
      const error = errorOf(node, failure);
      failed(error.message, error);
      if (isRefusal(error)) pauseMs = REFUSED_PAUSE_MS;
    }
    if (clock.now() - startedAt >= STABLE_MS) attempt = 0;
    await sleep(clock, pauseMs, signal).catch((reason) => {
      if (!signal.aborted) throw reason;
    });
  }
}

/** Follows the stage of a node. */
export function followMachineStatus(
  model: NodeModel,
  kind: WatchedKind,
  target: StreamTarget,
): Promise<void> {
  return followKind(model, kind, target, {
    async apply({ kind, resource }) {
      if (kind !== "created" && kind !== "updated") return;
      applyMachineStatus(model, await specOf(resource));
    },
  });
}

/** Follows the resources of a kind of the selected node. */
export function followResources(
  model: NodeModel,
  kind: WatchedKind,
  target: StreamTarget,
): Promise<void> {
  const type = shortType(kind);
  const { incompleteTypes } = model;
  return followKind(model, kind, target, {
    restart: () => removeResources(model, kind),
    async apply(event) {
      await applyResource(model, event);
      // Nodes send no `bootstrapped` in the watch of a single resource.
      if (event.kind === "bootstrapped" || kind.id !== undefined) incompleteTypes.delete(type);
    },
    failed(error) {
      if (error !== undefined && isRefusal(error)) incompleteTypes.delete(type);
      else incompleteTypes.set(type, error?.message ?? ENDED);
      target.changed();
    },
  });
}

/** What follows the resources of a kind. */
interface KindFollower {
  /** Handles an event. */
  apply(event: WatchEvent): Promise<void>;
  /** Called before all resources are sent again. */
  restart?(): void;
  /** Called after each end of the watch, before it is opened again. */
  failed?(error: OsctlError | undefined): void;
}

/** Follows the resources of a kind. */
export function followKind(
  { node }: NodeModel,
  { id, ...kind }: WatchedKind,
  target: StreamTarget,
  { apply, restart, failed }: KindFollower,
): Promise<void> {
  const { client, clock, signal, callMs, changed } = target;
  return followStream(node, target, async () => {
    restart?.();
    // Reconnects by itself after a lost connection.
    const events = watchNode(client, node, { kind, id, clock, signal, callMs, lost() {} });
    for await (const event of events) {
      await apply(event);
      changed();
    }
  }, (_reason, error) => failed?.(error));
}

/** Name of the kernel log. */
export const KERNEL_LOG = "kernel";

/** Namespace of the containers of services. */
const SYSTEM_NAMESPACE = "system";
/** Requested lines of a service's log. */
const TAIL_LINES = 500;

/** Follows the kernel log or the log of a service. */
export function followLog(
  node: string,
  source: string,
  log: LogBuffer,
  target: StreamTarget,
): Promise<void> {
  const { client, signal, changed } = target;
  const options = { signal, idleLimit: "none" as const };
  const open = () =>
    source === KERNEL_LOG
      ? client.stream(MachineService.Dmesg, { follow: true, tail: false }, node, options)
      : client.stream(
        MachineService.Logs,
        { namespace: SYSTEM_NAMESPACE, id: source, follow: true, tailLines: TAIL_LINES },
        node,
        options,
      );
  return followStream(node, target, async () => {
    let isFirst = true;
    for await (const bytes of toByteStream(open())) {
      // The node sends the log again; until then the old lines stay visible.
      if (isFirst) log.clear();
      isFirst = false;
      log.problem = undefined;
      log.push(bytes);
      changed();
    }
  }, (reason) => {
    log.problem = reason;
    changed();
  });
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Follows the events of a node, from the last `tailEvents` ones on. */
export function followEvents(
  node: string,
  tailEvents: number,
  target: StreamTarget,
  add: (event: NodeEvent) => void,
): Promise<void> {
  const { client, clock, signal, changed } = target;
  const filter = { tailEvents, tailId: "", tailSeconds: 0, withActorId: "" };
  const seen = { last: "" };
  return followStream(node, target, async () => {
    const from = seen.last === "" ? filter : { ...filter, tailEvents: 0, tailId: seen.last };
    const messages = streamEvents(client, node, from, {
      clock,
      signal,
      maxOutageMs: MAX_TIMER_MS,
      onLost() {},
      onRecovered() {},
    });
    for await (const message of messages) {
      const event = formatEvent(message);
      if (event === undefined) continue;
      seen.last = event.id;
      add({ node, event });
      changed();
    }
  }, () => {});
}
