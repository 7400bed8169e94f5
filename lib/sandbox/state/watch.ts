/**
 * Watches: optional bootstrap contents, then every change in order.
 *
 * A watch starts with the function call and includes all later changes. The returned stream yields
 * non-empty batches and ends when `signal` aborts.
 *
 * @module
 */
import type { Collection, Filter } from "./collection.ts";
import type { Change } from "./history.ts";
import { createTombstone, type Resource } from "./resource.ts";

/** An event of a watch. */
export type WatchEvent =
  | Change
  /** End of the bootstrap contents. */
  | { readonly kind: "bootstrapped"; readonly resource: Resource }
  /** The reader lagged and lost changes; the last event. */
  | { readonly kind: "errored"; readonly error: string };

/** Options of a watch. */
export interface WatchOptions {
  /** Whether to start with existing resources as `created`, followed by `bootstrapped`. */
  readonly bootstrapContents?: boolean;
  /** Number of past changes to replay. */
  readonly tailEvents?: number;
  /** Filter; a resource that starts or stops matching is reported as created or destroyed. */
  readonly filter?: Filter;
}

/** Oldest changes that are not replayed, so that the replay does not overrun at once. */
const GAP = 4;

/** Watches all resources of a collection. */
export function watchCollection(
  collection: Collection,
  options: WatchOptions,
  clock: { now(): number },
  signal: AbortSignal,
): AsyncGenerator<WatchEvent[]> {
  const { history } = collection;
  const { filter = () => true, tailEvents = 0 } = options;
  const replayCount = Math.min(Math.max(tailEvents, 0), Math.max(history.capacity - GAP, 0));
  const position = Math.max(history.position - replayCount, 0);
  const first: WatchEvent[] = [];
  if (options.bootstrapContents === true) {
    for (const resource of collection.list(filter)) first.push({ kind: "created", resource });
    const resource = createTombstone(collection.pointer(""), clock.now());
    first.push({ kind: "bootstrapped", resource });
  }
  const select = (change: Change) => applyFilter(filter, change);
  return followHistory(collection, position, first, select, signal);
}

/**
 * Watches one resource. The first event is its current state as `created`, or `destroyed` when it
 * does not exist.
 *
 * @param tailEvents number of past changes to replay instead of the current state.
 */
export function watchResource(
  collection: Collection,
  id: string,
  tailEvents: number,
  clock: { now(): number },
  signal: AbortSignal,
): AsyncGenerator<WatchEvent[]> {
  const select = (change: Change) => change.resource.metadata.id === id ? change : undefined;
  if (tailEvents > 0) {
    const position = findTailPosition(collection, select, tailEvents);
    return followHistory(collection, position, [], select, signal);
  }
  const present = collection.find(id);
  const first: WatchEvent = present === undefined
    ? { kind: "destroyed", resource: createTombstone(collection.pointer(id), clock.now()) }
    : { kind: "created", resource: present };
  return followHistory(collection, collection.history.position, [first], select, signal);
}

/** Returns the position of the last `count` selected changes. */
function findTailPosition(
  { history }: Collection,
  select: (change: Change) => unknown,
  count: number,
): number {
  const oldest = Math.min(
    history.position,
    Math.max(history.position - history.capacity + GAP, 0),
  );
  const changes = history.since(oldest) ?? [];
  let position = history.position;
  for (let left = count; left > 0 && position > oldest;) {
    position -= 1;
    if (select(changes[position - oldest]!) !== undefined) left -= 1;
  }
  return position;
}

async function* followHistory(
  { namespace, type, history }: Collection,
  from: number,
  first: WatchEvent[],
  select: (change: Change) => Change | undefined,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent[]> {
  let position = from;
  if (first.length > 0) yield first;
  while (!signal.aborted) {
    if (position === history.position) {
      await history.next(signal);
      continue;
    }
    const changes = history.since(position);
    if (changes === undefined) {
      const error = `buffer overrun: namespace "${namespace}" type "${type}"`;
      yield [{ kind: "errored", error }];
      return;
    }
    position = history.position;
    const selected = changes.map(select).filter((change) => change !== undefined);
    if (selected.length > 0) yield selected;
  }
}

/** Converts a change for a filtered watch; undefined when it is not visible. */
function applyFilter(filter: Filter, change: Change): Change | undefined {
  const matches = filter(change.resource.metadata);
  if (change.kind !== "updated") return matches ? change : undefined;
  const matchedBefore = filter(change.old.metadata);
  if (matches && matchedBefore) return change;
  if (matches) return { kind: "created", resource: change.resource };
  return matchedBefore ? { kind: "destroyed", resource: change.resource } : undefined;
}
