/**
 * WATCH: changes of a collection as events, with bookmarks.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { ApiError } from "./api_error.ts";
import { apiVersionOf, storageName } from "../objects/kinds.ts";
import type { JsonMap, KubeObject } from "../objects/objects.ts";
import { type Change, type ObjectStore, withRevision } from "./object_store.ts";
import { requireKnown } from "./read.ts";
import { parseBoolean, parseCount, type ResourceRequest } from "./request.ts";
import { createMatcher, type Matcher } from "./selectors.ts";

/** An event of a watch. */
export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: KubeObject;
}

/** Interval of bookmarks, milliseconds. */
const BOOKMARK_MS = 60_000;
/** Duration of a watch without `timeoutSeconds`, seconds. */
const DEFAULT_SECONDS = 1800;

/**
 * Returns the events of a collection until the watch times out or the client disconnects.
 *
 * @throws {ApiError} Expired when the start is older than the history.
 */
export function watchObjects(
  store: ObjectStore,
  clock: Clock,
  request: ResourceRequest,
): AsyncGenerator<WatchEvent> {
  const { query } = request;
  const start = parseCount(query, "resourceVersion");
  const sendsInitial = parseBoolean(query, "sendInitialEvents");
  if (query.has("sendInitialEvents") && query.get("resourceVersionMatch") !== "NotOlderThan") {
    throw new ApiError(
      "Invalid",
      "resourceVersionMatch: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
    );
  }
  const startsNow = sendsInitial || start === undefined || start === 0;
  if (start !== undefined) requireKnown(store, start);
  if (!startsNow && start < store.oldestRevision) {
    throw new ApiError(
      "Expired",
      `too old resource version: ${start} (${store.oldestRevision})`,
    );
  }
  const from = startsNow ? undefined : start;
  return streamEvents({
    store,
    clock,
    request,
    from,
    sendsInitial,
    matches: scopedMatcher(request),
  });
}

interface Watch {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly request: ResourceRequest;
  /** Revision before the first event; undefined to start with the present objects. */
  readonly from: number | undefined;
  /** Whether the client waits for the end of the present objects. */
  readonly sendsInitial: boolean;
  readonly matches: Matcher;
}

async function* streamEvents(
  { store, clock, request, from, sendsInitial, matches }: Watch,
): AsyncGenerator<WatchEvent> {
  const { kind, query, signal } = request;
  const allowsBookmarks = parseBoolean(query, "allowWatchBookmarks");
  const resource = storageName(kind);
  const bookmark = (annotations?: Record<string, string>): WatchEvent => ({
    type: "BOOKMARK",
    object: bookmarkObject(kind, store.revision, annotations),
  });
  const queue: WatchEvent[] = [];
  let wake = () => {};
  let isOver = signal.aborted;
  const push = (event: WatchEvent | undefined) => {
    if (event === undefined) return;
    queue.push(event);
    wake();
  };
  const pushChange = (change: Change) => {
    if (change.resource === resource) push(toEvent(change, matches));
  };
  const end = () => {
    isOver = true;
    wake();
  };
  if (from === undefined) {
    const initial = query.get("sendInitialEvents") === "false" ? [] : store.list(resource);
    for (const object of initial) if (matches(object)) push({ type: "ADDED", object });
    if (sendsInitial && allowsBookmarks) push(bookmark({ "k8s.io/initial-events-end": "true" }));
  } else for (const change of store.changesAfter(from)) pushChange(change);
  const unsubscribe = store.onChange(pushChange);
  const cancelEnd = clock.after(
    (parseCount(query, "timeoutSeconds") ?? DEFAULT_SECONDS) * 1000,
    () => {
      if (allowsBookmarks) push(bookmark());
      end();
    },
  );
  let cancelBookmark = () => {};
  const scheduleBookmark = () => {
    cancelBookmark = clock.after(BOOKMARK_MS, () => {
      push(bookmark());
      scheduleBookmark();
    });
  };
  if (allowsBookmarks) scheduleBookmark();
  signal.addEventListener("abort", end);
  try {
    while (true) {
      yield* queue.splice(0);
      if (isOver && queue.length === 0) return;
      if (queue.length > 0) continue;
      await new Promise<void>((resolve) => wake = resolve);
    }
  } finally {
    unsubscribe();
    cancelEnd();
    cancelBookmark();
    signal.removeEventListener("abort", end);
  }
}

/** Returns the matcher of selectors, namespace and name. */
function scopedMatcher({ query, kind, namespace, name }: ResourceRequest): Matcher {
  const matches = createMatcher(query, kind);
  return (object) =>
    (namespace === undefined || object.metadata.namespace === namespace) &&
    (name === undefined || object.metadata.name === name) && matches(object);
}

/** Converts a change; an object that starts or stops to match is added or deleted. */
function toEvent(
  { object, previous, revision }: Change,
  matches: Matcher,
): WatchEvent | undefined {
  const before = previous !== undefined && matches(previous);
  const after = object !== undefined && matches(object);
  if (after) return { type: before ? "MODIFIED" : "ADDED", object };
  return before ? { type: "DELETED", object: withRevision(previous, revision) } : undefined;
}

function bookmarkObject(
  kind: ResourceRequest["kind"],
  revision: number,
  annotations?: Record<string, string>,
): KubeObject {
  const metadata: JsonMap = {
    resourceVersion: String(revision),
    creationTimestamp: null,
    ...(annotations === undefined ? {} : { annotations }),
  };
  return { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata } as unknown as KubeObject;
}
