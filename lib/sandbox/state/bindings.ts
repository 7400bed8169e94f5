/**
 * Handlers of the COSI state service. Clients can get, list and watch; writes are rejected.
 *
 * @module
 */
import { cosi, State } from "../../../proto/cosi.ts";
import { StatusCode, StatusError } from "../../rpc/status.ts";
import { type Binding, type Call, type NodeFacts, stream, unary } from "../types.ts";
import type { Collection, Filter } from "./collection.ts";
import { createIdFilter } from "./id_filter.ts";
import { createLabelFilter } from "./label_filter.ts";
import { isLegacyEvent, toEventMessage, toResourceMessage } from "./messages.ts";
import type { NodeState } from "./node_state.ts";
import { StateError } from "./state_error.ts";
import { watchCollection, type WatchEvent, watchResource } from "./watch.ts";

/** Returns the state of a node. */
export type StateOf = (node: NodeFacts) => NodeState;

/** Returns the bindings of the COSI state service. */
export function stateBindings(stateOf: StateOf): Binding[] {
  return [
    // deno-lint-ignore require-await -- turns exceptions into rejections
    unary(State.Get, async (request, call) => get(stateOf(call.node), request, call)),
    stream(State.List, (request, call) => list(stateOf(call.node), request, call)),
    stream(State.Watch, (request, call) => watch(stateOf(call.node), request, call)),
    unary(State.Create, () => Promise.reject(readOnly())),
    unary(State.Update, () => Promise.reject(readOnly())),
    unary(State.Destroy, () => Promise.reject(readOnly())),
  ];
}

function readOnly(): StatusError {
  return new StatusError(StatusCode.permissionDenied, "write access is not allowed");
}

/** Checks access and returns the collection of a request. */
function openCollection(
  state: NodeState,
  request: { namespace?: string | null | undefined; type?: string | null | undefined },
  { roles }: Call,
): Collection {
  const kind = { namespace: request.namespace ?? "", type: request.type ?? "" };
  state.open(kind, roles);
  return state.store.collection(kind);
}

function get(
  state: NodeState,
  request: cosi.resource.IGetRequest,
  call: Call,
): cosi.resource.GetResponse {
  const collection = openCollection(state, request, call);
  try {
    const resource = toResourceMessage(collection.get(request.id ?? ""));
    return cosi.resource.GetResponse.create({ resource });
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    throw new StatusError(StatusCode.notFound, error.message);
  }
}

async function* list(
  state: NodeState,
  request: cosi.resource.IListRequest,
  call: Call,
): AsyncGenerator<cosi.resource.ListResponse> {
  const filter = toFilter(request.options ?? {});
  for (const resource of openCollection(state, request, call).list(filter)) {
    yield cosi.resource.ListResponse.create({ resource: toResourceMessage(resource) });
  }
}

/** Combines the label and id queries of a request; undefined without any. */
function toFilter(
  options: Pick<cosi.resource.IListOptions, "labelQuery" | "idQuery">,
): Filter | undefined {
  const queries = options.labelQuery ?? [];
  const regexp = options.idQuery?.regexp ?? "";
  if (queries.length === 0 && regexp === "") return undefined;
  const byLabels = createLabelFilter(queries);
  const byId = createIdFilter(regexp);
  return ({ id, labels }) => byId(id) && byLabels(labels);
}

async function* watch(
  state: NodeState,
  request: cosi.resource.IWatchRequest,
  call: Call,
): AsyncGenerator<cosi.resource.WatchResponse> {
  const stop = state.keepUpdated(request.type ?? "");
  try {
    const events = subscribe(state, request, call);
    // An empty response confirms that the watch is set up.
    yield toWatchResponse([]);
    const isAggregated = (request.options?.aggregated ?? false) && typeof request.id !== "string";
    const isLegacy = (request.apiVersion ?? 0) < 1;
    for await (const batch of events) {
      const known = isLegacy ? batch.filter(isLegacyEvent) : batch;
      if (isAggregated) yield toWatchResponse(known);
      else for (const event of known) yield toWatchResponse([event]);
    }
    // The client ends the stream, even after the last event.
    await aborted(call.signal);
  } finally {
    stop();
  }
}

function toWatchResponse(events: readonly WatchEvent[]): cosi.resource.WatchResponse {
  return cosi.resource.WatchResponse.create({ event: events.map(toEventMessage) });
}

/** Creates the watch of a request. */
function subscribe(
  state: NodeState,
  request: cosi.resource.IWatchRequest,
  call: Call,
): AsyncIterable<WatchEvent[]> {
  const options = request.options ?? {};
  const tailEvents = options.tailEvents ?? 0;
  const bootstrapContents = options.bootstrapContents ?? false;
  if (typeof request.id !== "string") {
    const filter = toFilter(options);
    const collection = openCollection(state, request, call);
    const watchOptions = {
      bootstrapContents,
      tailEvents,
      ...(filter === undefined ? {} : { filter }),
    };
    return watchCollection(collection, watchOptions, state.clock, call.signal);
  }
  if (bootstrapContents) throw unsupportedForResource("bootstrap contents");
  if ((options.labelQuery ?? []).length > 0) throw unsupportedForResource("label query");
  const collection = openCollection(state, request, call);
  return watchResource(collection, request.id, tailEvents, state.clock, call.signal);
}

function unsupportedForResource(option: string): StatusError {
  return new StatusError(
    StatusCode.unimplemented,
    `${option} is not implemented for resource watch`,
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true })
  );
}
