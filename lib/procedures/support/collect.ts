/**
 * Collects the items of all sources into an archive.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { toNodeFailure } from "../../client/node_error.ts";
import { OsctlError } from "../../errors.ts";
import type { BundleArchive } from "./archive.ts";
import type { BundleReport, CollectedMember, SourceFailure } from "./manifest.ts";
import type { Item, ItemSource } from "./types.ts";

/** Receives the progress of a collection. */
export interface CollectionProgress {
  listed(source: string, count: number): void;
  started(source: string, item: string): void;
  /** A part of an item was received. */
  received(source: string, bytes: number): void;
  collected(member: CollectedMember): void;
  failed(failure: SourceFailure): void;
  /** An item ended: collected, failed, skipped or without content. */
  ended(source: string): void;
}

/** Options of {@linkcode collectItems}. */
export interface CollectOptions {
  readonly sources: readonly ItemSource[];
  readonly archive: BundleArchive;
  readonly clock: Clock;
  /** Items of a source that are collected at a time. */
  readonly workers: number;
  readonly progress: CollectionProgress;
  /** Ends the collection; what was collected remains. */
  readonly signal: AbortSignal;
}

/** Collects from all sources in parallel. The failure of an item does not affect others. */
export async function collectItems(options: CollectOptions): Promise<BundleReport> {
  const { sources, clock, signal } = options;
  const startedAt = clock.now();
  const members: CollectedMember[] = [];
  const failures: SourceFailure[] = [];
  const skipped: string[] = [];
  const results = { members, failures, skipped };
  const settled = await Promise.allSettled(
    sources.map((source) => collectSource(source, results, options)),
  );
  for (const result of settled) if (result.status === "rejected") throw result.reason;
  const byPath = (a: { path: string }, b: { path: string }) => a.path < b.path ? -1 : 1;
  return {
    isComplete: !signal.aborted,
    startedAt,
    endedAt: clock.now(),
    nodes: sources.filter(({ isNode }) => isNode).map(({ name }) => name),
    members: members.sort(byPath),
    failures,
    skipped: skipped.sort(),
  };
}

interface Results {
  readonly members: CollectedMember[];
  readonly failures: SourceFailure[];
  readonly skipped: string[];
}

async function collectSource(
  source: ItemSource,
  results: Results,
  { archive, workers, progress, signal }: CollectOptions,
): Promise<void> {
  const { name } = source;
  const withoutName = (error: OsctlError) => toNodeFailure(name, error).error;
  const fail = ({ error, ...failure }: Omit<SourceFailure, "source">) => {
    const full = { source: name, ...failure, error: withoutName(error) };
    results.failures.push(full);
    progress.failed(full);
  };
  const listing = await source.list(signal);
  if (!signal.aborted) {
    for (const failure of listing.failures) fail({ ...failure, isListing: source.isNode });
  }
  progress.listed(name, listing.items.length);

  const counted = async function* (content: AsyncIterable<Uint8Array>) {
    for await (const chunk of content) {
      progress.received(name, chunk.length);
      yield chunk;
    }
  };
  const collect = async (item: Item) => {
    const title = (source.isNode ? item.path.slice(1) : item.path).join("/");
    const skip = () => void results.skipped.push(item.path.join("/"));
    if (signal.aborted) return skip();
    progress.started(name, title);
    try {
      const member = await archive.add(item.path, counted(item.read(signal)), item);
      if (member === undefined) return;
      const { error, ...added } = member;
      const truncation = error === undefined ? {} : { error: withoutName(error) };
      const collected = { source: name, ...added, ...truncation };
      results.members.push(collected);
      progress.collected(collected);
      if (error !== undefined && !signal.aborted) fail({ item: title, error, isListing: false });
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      if (signal.aborted) return skip();
      fail({ item: title, error, isListing: false });
    } finally {
      progress.ended(name);
    }
  };
  const queue = listing.items.values();
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await collect(next.value);
  };
  const length = Math.min(workers, listing.items.length);
  await Promise.all(Array.from({ length }, work));
}
