/**
 * The resource service: reading and watching. Clients cannot write.
 *
 * @module
 */
import { cosi, State } from "../../../proto/cosi.ts";
import { StatusCode, StatusError } from "../../rpc/status.ts";
import { type Binding, type Call, type NodeFacts, stream, unary } from "../types.ts";
import type { Collection, Filter } from "./collection.ts";
import { idFilter } from "./id_query.ts";
import { labelFilter } from "./label_query.ts";
import { eventMessage, isOldEvent, resourceMessage } from "./messages.ts";
import type { NodeState } from "./node_state.ts";
import { StateError } from "./state_error.ts";
import { type WatchEvent, watchKind, watchOne } from "./watch.ts";

/** The state of a node. */
export type StateOf = (node: NodeFacts) => NodeState;

/** Answers the resource service. */
export function stateBindings(stateOf: StateOf): Binding[] {
  return [
    // deno-lint-ignore require-await -- refusals are rejections
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

/** The resources a request is about, once the caller was let in. */
function open(
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
  const collection = open(state, request, call);
  try {
    const resource = resourceMessage(collection.get(request.id ?? ""));
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
  const filter = filterOf(request.options ?? {});
  for (const resource of open(state, request, call).list(filter)) {
    yield cosi.resource.ListResponse.create({ resource: resourceMessage(resource) });
  }
}

/** The resources that the queries of a request let pass; undefined when all do. */
function filterOf(
  options: Pick<cosi.resource.IListOptions, "labelQuery" | "idQuery">,
): Filter | undefined {
  const queries = options.labelQuery ?? [];
  const regexp = options.idQuery?.regexp ?? "";
  if (queries.length === 0 && regexp === "") return undefined;
  const byLabels = labelFilter(queries);
  const byId = idFilter(regexp);
  return ({ id, labels }) => byId(id) && byLabels(labels);
}

async function* watch(
  state: NodeState,
  request: cosi.resource.IWatchRequest,
  call: Call,
): AsyncGenerator<cosi.resource.WatchResponse> {
  const stop = state.keepFresh(request.type ?? "");
  try {
    const events = subscribe(state, request, call);
    yield message([]);
    const aggregated = (request.options?.aggregated ?? false) && typeof request.id !== "string";
    const old = (request.apiVersion ?? 0) < 1;
    for await (const batch of events) {
      const known = old ? batch.filter(isOldEvent) : batch;
      if (aggregated) yield message(known);
      else for (const event of known) yield message([event]);
    }
    // A watch ends when the caller ends it, even when there is nothing more to come.
    await aborted(call.signal);
  } finally {
    stop();
  }
}

function message(events: readonly WatchEvent[]): cosi.resource.WatchResponse {
  return cosi.resource.WatchResponse.create({ event: events.map(eventMessage) });
}

/** Sets up the watch that a request asks for. */
function subscribe(
  state: NodeState,
  request: cosi.resource.IWatchRequest,
  call: Call,
): AsyncIterable<WatchEvent[]> {
  const options = request.options ?? {};
  const tailEvents = options.tailEvents ?? 0;
  const bootstrapContents = options.bootstrapContents ?? false;
  if (typeof request.id !== "string") {
    const filter = filterOf(options);
    const collection = open(state, request, call);
    const kind = { bootstrapContents, tailEvents, ...(filter === undefined ? {} : { filter }) };
    return watchKind(collection, kind, state.clock, call.signal);
  }
  if (bootstrapContents) throw notForOne("bootstrap contents");
  if ((options.labelQuery ?? []).length > 0) throw notForOne("label query");
  const collection = open(state, request, call);
  return watchOne(collection, request.id, tailEvents, state.clock, call.signal);
}

function notForOne(what: string): StatusError {
  return new StatusError(
    StatusCode.unimplemented,
    `${what} is not implemented for resource watch`,
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true })
  );
}
