/**
 * Detects changes across reconnects. After a reconnect a node sends all resources again: unchanged
 * ones are suppressed, missing ones were destroyed during the outage.
 *
 * @module
 */
import type { EventKind } from "./document.ts";
import { type Resource, toStateKey } from "./resource.ts";
import { matchesSelector, type Selector } from "./selector.ts";

/** An event of a watch. */
export type WatchEvent =
  | { readonly kind: EventKind; readonly resource: Resource }
  /** All existing resources were sent. */
  | { readonly kind: "bootstrapped"; readonly resource?: undefined };

/** The resources known to a watch. */
export class WatchState {
  readonly #selector: Selector;
  readonly #known = new Map<string, string>();
  /** Ids received since a reconnect; undefined after `bootstrapped`. */
  #resent: Set<string> | undefined;
  #place: Pick<Resource, "namespace" | "type">;

  constructor(place: Pick<Resource, "namespace" | "type">, selector: Selector) {
    this.#place = place;
    this.#selector = selector;
  }

  /** Prepares for all resources to be sent again after a reconnect. */
  restart(): void {
    this.#resent = new Set();
  }

  /** Handles a created or updated resource. */
  present(resource: Resource): WatchEvent | undefined {
    const { id } = resource;
    if (!matchesSelector(this.#selector, resource.labels)) return this.absent(resource);
    const before = this.#known.get(id);
    const state = toStateKey(resource);
    this.#known.set(id, state);
    this.#resent?.add(id);
    if (before === undefined) return { kind: "created", resource };
    return before === state ? undefined : { kind: "updated", resource };
  }

  /** Handles a destroyed or non-existing resource. */
  absent(resource: Resource): WatchEvent | undefined {
    const wasKnown = this.#known.delete(resource.id);
    // A watch of a single resource that does not exist reports that once.
    const isChange = wasKnown || (this.#selector.length === 0 && this.#resent === undefined);
    return isChange ? { kind: "destroyed", resource } : undefined;
  }

  /** Handles `bootstrapped`: resources that were not sent again were destroyed. */
  *complete(): Generator<WatchEvent, void, undefined> {
    const resent = this.#resent;
    this.#resent = undefined;
    if (resent !== undefined) {
      for (const [id, state] of this.#known) {
        if (resent.has(id)) continue;
        this.#known.delete(id);
        yield { kind: "destroyed", resource: createTombstone({ ...this.#place, id }, state) };
      }
    }
    yield { kind: "bootstrapped" };
  }
}

/** Creates a resource for the event of one destroyed during an outage. */
function createTombstone(
  name: Pick<Resource, "namespace" | "type" | "id">,
  state: string,
): Resource {
  return {
    ...name,
    version: state.slice(0, state.indexOf(" ")),
    owner: "",
    phase: "running",
    created: null,
    updated: null,
    finalizers: [],
    labels: {},
    annotations: {},
    yaml: "",
  };
}
