/**
 * Prints resources of several nodes: a list, or a watch.
 *
 * @module
 */
import { mergeStreams, toNodeFailure } from "../client/mod.ts";
import type { NodeClient } from "../client/types.ts";
import { type NodeFailure, OsctlError } from "../errors.ts";
import { readInOrder } from "../output/mod.ts";
import type { Clock } from "../platform/system.ts";
import type { Kind, ResourceReader } from "./client.ts";
import type { EarlyLists, OpenResources } from "./early_lists.ts";
import type { NamedKind } from "./kinds.ts";
import type { Item, Printer } from "./print/types.ts";
import type { Resource } from "./resource.ts";
import type { Selector } from "./selector.ts";
import { createSorter } from "./sort.ts";
import { watchNode } from "./watch.ts";

/** Options of {@linkcode printAll}. */
export interface PrintRequest {
  readonly nodes: readonly string[];
  readonly kinds: readonly NamedKind[];
  /** Resource id; undefined for all of a kind. */
  readonly id: string | undefined;
  readonly selector: Selector;
  /** Header of the column to sort by; undefined for the order of nodes and ids. */
  readonly sortBy: string | undefined;
  /** Resources that were requested already. */
  readonly early?: EarlyLists | undefined;
}

/** Returns how to request the resources of nodes. */
export function resourceOpener(
  reader: ResourceReader,
  { id, selector }: Pick<PrintRequest, "id" | "selector">,
): OpenResources {
  return (node, kind, signal) =>
    id === undefined
      ? reader.list(node, kind, { selector, signal })
      : getOne(reader, { node, kind, id, signal });
}

/**
 * Prints the resources of nodes in the order of `nodes`, requested in parallel. Resources received
 * before a node's error are printed.
 *
 * @param failures Receives the errors of nodes.
 */
export async function printAll(
  reader: ResourceReader,
  { nodes, kinds, id, selector, sortBy, early }: PrintRequest,
  printer: Printer,
  failures: NodeFailure[],
): Promise<void> {
  const sorters = kinds.map(({ definition }) =>
    sortBy === undefined ? undefined : createSorter(definition, sortBy)
  );
  const open = resourceOpener(reader, { id, selector });
  for (const [index, kind] of kinds.entries()) {
    printer.begin(kind.definition);
    const sorter = sorters[index];
    const items: Item[] = [];
    await readInOrder(nodes, {
      open: (node, signal) => early?.take(node, signal) ?? open(node, kind, signal),
      take(node, resource) {
        if (!sorter) return print(printer, { node, resource }, failures);
        items.push({ node, resource });
        return undefined;
      },
      toNodeFailure,
      failures,
    });
    if (!sorter) continue;
    for (const item of await sorter(items)) {
      await print(printer, item, failures);
    }
  }
}

async function* getOne(
  reader: ResourceReader,
  { node, kind, id, signal }: { node: string; kind: Kind; id: string; signal: AbortSignal },
): AsyncGenerator<Resource, void, undefined> {
  yield await reader.get(node, kind, id, signal);
}

/** Prints a resource; records an invalid one as an error of its node. */
function print(
  printer: Printer,
  item: Item,
  failures: { push(failure: NodeFailure): unknown },
): Promise<void> {
  return printer.add(item).catch((error: unknown) => {
    if (!(error instanceof OsctlError) || error.kind !== "node") throw error;
    failures.push(toNodeFailure(item.node, error));
  });
}

/** Options of {@linkcode printChanges}. */
export interface WatchRequest {
  readonly kind: NamedKind;
  readonly id: string | undefined;
  readonly selector: Selector;
  readonly clock: Clock;
  /** Timeout for the first message of a watch, milliseconds. */
  readonly callMs: number;
  /** Ends all watches. */
  readonly signal: AbortSignal;
  /** Called when a node's watch is interrupted and will be reopened. */
  lost(node: string, reason: string): void | Promise<void>;
}

/**
 * Prints the resources of nodes and every change, until all watches have failed or the signal is
 * aborted.
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
      kind,
      id,
      selector,
      clock,
      callMs,
      // Also ends the waiting before a reconnect.
      signal: AbortSignal.any([signal, stop]),
      lost: (reason) => lost(node, reason),
    });
  for await (const { node, value } of mergeStreams(client.nodes, open, failures)) {
    if (value.kind !== "bootstrapped") {
      const full = print(printer, { node, resource: value.resource, event: value.kind }, failures);
      if (full) await full;
    }
    // Nodes send no `bootstrapped` in the watch of a single resource.
    if (value.kind !== "bootstrapped" && id === undefined) continue;
    const full = printer.pause(node);
    if (full) await full;
  }
}
