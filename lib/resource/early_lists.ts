/**
 * Resources that are requested before the definition of their type is known, to save a round trip.
 *
 * @module
 */
import { onAbort } from "../async/on_abort.ts";
import { OsctlError } from "../errors.ts";
import type { Kind } from "./client.ts";
import { knownKind } from "./known_types.ts";
import type { Resource } from "./resource.ts";

/** Opens the resources of a node. */
export type OpenResources = (
  node: string,
  kind: Kind,
  signal: AbortSignal,
) => AsyncGenerator<Resource, void, undefined>;

interface EarlyList {
  readonly ended: AbortController;
  readonly resources: AsyncGenerator<Resource, void, undefined>;
  readonly first: Promise<IteratorResult<Resource, void>>;
}

/** The requests of several nodes, with their first messages. */
export class EarlyLists {
  readonly #kind: Kind;
  readonly #lists: Map<string, EarlyList>;

  constructor(nodes: readonly string[], kind: Kind, open: OpenResources) {
    this.#kind = kind;
    this.#lists = new Map(nodes.map((node) => {
      const ended = new AbortController();
      const resources = open(node, kind, ended.signal);
      const first = resources.next();
      // Reported to the reader, if there is one.
      first.catch(() => {});
      return [node, { ended, resources, first }];
    }));
  }

  /**
   * Returns these requests when they are for this kind. Otherwise ends them: without a reader, they
   * would keep the slots of their nodes.
   */
  async keepFor({ type, namespace }: Kind): Promise<EarlyLists | undefined> {
    if (type === this.#kind.type && namespace === this.#kind.namespace) return this;
    await this.close();
    return undefined;
  }

  /** Returns the resources of a node, once. */
  take(node: string, signal: AbortSignal): AsyncIterable<Resource> | undefined {
    const list = this.#lists.get(node);
    this.#lists.delete(node);
    return list && continueFrom(list, signal);
  }

  /** Ends the requests without a reader. */
  async close(): Promise<void> {
    const unused = [...this.#lists.values()];
    for (const { ended } of unused) {
      ended.abort(new OsctlError("cancelled", "the resources have no reader"));
    }
    await Promise.allSettled(unused.map(({ resources }) => resources.return()));
  }
}

async function* continueFrom(
  { ended, resources, first }: EarlyList,
  signal: AbortSignal,
): AsyncGenerator<Resource> {
  const removeStop = onAbort(signal, () => ended.abort(signal.reason));
  try {
    for (let next = await first; !next.done; next = await resources.next()) yield next.value;
  } finally {
    removeStop();
    await resources.return();
  }
}

/**
 * Requests the resources of a name that stands for a type on most nodes; undefined for other names.
 *
 * @param namespace Namespace of the resources; empty for the default of the type.
 */
export function openEarly(
  nodes: readonly string[],
  name: string,
  namespace: string,
  open: OpenResources,
): EarlyLists | undefined {
  const kind = knownKind(name);
  if (kind === undefined) return undefined;
  return new EarlyLists(nodes, { ...kind, ...namespace === "" ? {} : { namespace } }, open);
}
