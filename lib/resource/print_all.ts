/**
 * Asks nodes for resources and prints them: once, or as they change.
 *
 * @module
 */
import { failureOf, mergeStreams } from "../client/mod.ts";
import type { NodeClient } from "../client/types.ts";
import { type NodeFailure, OsctlError } from "../errors.ts";
import { readInOrder } from "../output/mod.ts";
import type { Clock } from "../platform/system.ts";
import type { ResourceReader } from "./client.ts";
import type { NamedKind } from "./kinds.ts";
import type { Item, Printer } from "./print/types.ts";
import type { Resource } from "./resource.ts";
import type { Selector } from "./selector.ts";
import { sorterBy } from "./sort.ts";
import { watchNode } from "./watch.ts";

/** What to print. */
export interface PrintRequest {
  readonly nodes: readonly string[];
  readonly kinds: readonly NamedKind[];
  /** One resource; all of a kind when left out. */
  readonly id: string | undefined;
  readonly selector: Selector;
  /** The header of the column to sort by; in the order of nodes and ids when left out. */
  readonly sortBy: string | undefined;
}

/**
 * Prints what the nodes have, node by node in the order given. All are asked at the same time. A node
 * that fails keeps what it sent so far, and the others are printed.
 *
 * @param failures Where failures of nodes go.
 */
export async function printAll(
  reader: ResourceReader,
  { nodes, kinds, id, selector, sortBy }: PrintRequest,
  printer: Printer,
  failures: NodeFailure[],
): Promise<void> {
  const sorters = kinds.map(({ definition }) =>
    sortBy === undefined ? undefined : sorterBy(definition, sortBy)
  );
  for (const [index, kind] of kinds.entries()) {
    printer.begin(kind.definition);
    const sorter = sorters[index];
    const items: Item[] = [];
    await readInOrder(nodes, {
      open: (node, signal) =>
        id === undefined
          ? reader.list(node, kind, { selector, signal })
          : one(reader, node, kind, id),
      take(node, resource) {
        if (!sorter) return print(printer, { node, resource }, failures);
        items.push({ node, resource });
        return undefined;
      },
      failureOf,
      failures,
    });
    if (!sorter) continue;
    for (const item of sorter(items)) {
      const full = print(printer, item, failures);
      if (full) await full;
    }
  }
}

async function* one(
  reader: ResourceReader,
  node: string,
  kind: NamedKind,
  id: string,
): AsyncGenerator<Resource, void, undefined> {
  yield await reader.get(node, kind, id);
}

/** A resource that makes no sense is a failure of its node; the others are printed. */
function print(
  printer: Printer,
  item: Item,
  failures: { push(failure: NodeFailure): unknown },
): Promise<void> | undefined {
  try {
    return printer.add(item);
  } catch (error) {
    if (!(error instanceof OsctlError) || error.kind !== "node") throw error;
    failures.push(failureOf(item.node, error));
    return undefined;
  }
}

/** What to watch. */
export interface WatchRequest {
  readonly kind: NamedKind;
  readonly id: string | undefined;
  readonly selector: Selector;
  readonly clock: Clock;
  /** How long a node may take to set the watch up, milliseconds. */
  readonly callMs: number;
  /** Stops everything. */
  readonly signal: AbortSignal;
  /** Told once for every time that a node's watch broke and is going to be set up again. */
  lost(node: string, reason: string): void | Promise<void>;
}

/**
 * Prints what the nodes have and every change, until every node has failed for good or somebody
 * stops it.
 */
export async function printChanges(
  client: NodeClient,
  { kind, id, selector, clock, callMs, signal: stop, lost }: WatchRequest,
  printer: Printer,
  failures: { push(failure: NodeFailure): unknown },
): Promise<void> {
  printer.begin(kind.definition);
  const open = (node: string, signal: AbortSignal) =>
    watchNode(client, node, {
      ...{ kind, id, selector, clock, callMs },
      // Also while it waits for a node to come back.
      signal: AbortSignal.any([signal, stop]),
      lost: (reason) => lost(node, reason),
    });
  for await (const { node, value } of mergeStreams(client.nodes, open, failures)) {
    const full = value.kind === "bootstrapped"
      ? printer.pause(node)
      : print(printer, { node, resource: value.resource, event: value.kind }, failures);
    if (full) await full;
  }
}
