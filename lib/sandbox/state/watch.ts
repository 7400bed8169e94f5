/**
 * Watching: first what is there, if asked for, then every change in order.
 *
 * A watch is set up when the function is called; what changes afterwards is in it. The stream that
 * is returned delivers in batches, never empty, and ends when `signal` is aborted.
 *
 * @module
 */
import type { Collection, Filter } from "./collection.ts";
import type { Change } from "./history.ts";
import { type Resource, tombstone } from "./resource.ts";

/** What a watch tells. */
export type WatchEvent =
  | Change
  /** Everything that was there when the watch was set up has been told. */
  | { readonly kind: "bootstrapped"; readonly resource: Resource }
  /** The reader was too slow and has lost changes; nothing comes after this. */
  | { readonly kind: "errored"; readonly error: string };

/** How to watch a collection. */
export interface WatchKindOptions {
  /** Whether everything that is there comes first, as created, then `bootstrapped`. */
  readonly bootstrapContents?: boolean;
  /** So many of the latest changes come again. */
  readonly tailEvents?: number;
  /** Only these; one that begins to pass is told as created, one that ceases to as destroyed. */
  readonly filter?: Filter;
}

/** A share of the history is never replayed, or it would be overrun while it is read. */
const GAP = 4;

/** Watches all resources of a collection. */
export function watchKind(
  collection: Collection,
  options: WatchKindOptions,
  clock: { now(): number },
  signal: AbortSignal,
): AsyncGenerator<WatchEvent[]> {
  const { history } = collection;
  const { filter = () => true, tailEvents = 0 } = options;
  const replayed = Math.min(Math.max(tailEvents, 0), Math.max(history.capacity - GAP, 0));
  const position = Math.max(history.position - replayed, 0);
  const first: WatchEvent[] = [];
  if (options.bootstrapContents === true) {
    for (const resource of collection.list(filter)) first.push({ kind: "created", resource });
    const resource = tombstone(collection.pointer(""), clock.now());
    first.push({ kind: "bootstrapped", resource });
  }
  return follow(collection, position, first, (change) => seenThrough(filter, change), signal);
}

/**
 * Watches one resource: first as it is, as created, or that it does not exist, as destroyed.
 *
 * @param tailEvents so many of its latest changes come again instead.
 */
export function watchOne(
  collection: Collection,
  id: string,
  tailEvents: number,
  clock: { now(): number },
  signal: AbortSignal,
): AsyncGenerator<WatchEvent[]> {
  const own = (change: Change) => change.resource.metadata.id === id ? change : undefined;
  if (tailEvents > 0) {
    const position = tailPosition(collection, own, tailEvents);
    return follow(collection, position, [], own, signal);
  }
  const present = collection.find(id);
  const first: WatchEvent = present === undefined
    ? { kind: "destroyed", resource: tombstone(collection.pointer(id), clock.now()) }
    : { kind: "created", resource: present };
  return follow(collection, collection.history.position, [first], own, signal);
}

/** Where the last `count` changes that `own` knows begin. */
function tailPosition(
  { history }: Collection,
  own: (change: Change) => unknown,
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
    if (own(changes[position - oldest]!) !== undefined) left -= 1;
  }
  return position;
}

async function* follow(
  { namespace, type, history }: Collection,
  from: number,
  first: WatchEvent[],
  see: (change: Change) => Change | undefined,
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
    const seen = changes.map(see).filter((change) => change !== undefined);
    if (seen.length > 0) yield seen;
  }
}

/** A change as it looks to somebody who sees only what passes the filter. */
function seenThrough(filter: Filter, change: Change): Change | undefined {
  const now = filter(change.resource.metadata);
  if (change.kind !== "updated") return now ? change : undefined;
  const before = filter(change.old.metadata);
  if (now && before) return change;
  if (now) return { kind: "created", resource: change.resource };
  return before ? { kind: "destroyed", resource: change.resource } : undefined;
}
