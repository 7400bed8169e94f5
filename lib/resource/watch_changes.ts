/**
 * Which events of a watch are news. After a lost connection a node tells everything again; what did
 * not change in between is no news, and what is missing then is gone.
 *
 * @module
 */
import type { EventKind } from "./document.ts";
import { type Resource, stateOf } from "./resource.ts";
import { type Selector, selects } from "./selector.ts";

/** What a watch tells. */
export type WatchEvent =
  | { readonly kind: EventKind; readonly resource: Resource }
  /** Everything that was there at the beginning is told. */
  | { readonly kind: "bootstrapped"; readonly resource?: undefined };

/** Remembers what was told. */
export class Changes {
  readonly #selector: Selector;
  readonly #known = new Map<string, string>();
  /** What a new connection has told so far; undefined when it has told everything. */
  #again: Set<string> | undefined;
  #place: Pick<Resource, "namespace" | "type">;

  constructor(place: Pick<Resource, "namespace" | "type">, selector: Selector) {
    this.#place = place;
    this.#selector = selector;
  }

  /** A new connection begins to tell everything. */
  restart(): void {
    this.#again = new Set();
  }

  /** A resource is there. */
  present(resource: Resource): WatchEvent | undefined {
    const { id } = resource;
    if (!selects(this.#selector, resource.labels)) return this.absent(resource);
    const before = this.#known.get(id);
    const state = stateOf(resource);
    this.#known.set(id, state);
    this.#again?.add(id);
    if (before === undefined) return { kind: "created", resource };
    return before === state ? undefined : { kind: "updated", resource };
  }

  /** A resource is not there, or not any more. */
  absent(resource: Resource): WatchEvent | undefined {
    const wasKnown = this.#known.delete(resource.id);
    // Of a single resource that was never there, one is told once.
    const isNews = wasKnown || (this.#selector.length === 0 && this.#again === undefined);
    return isNews ? { kind: "destroyed", resource } : undefined;
  }

  /** Everything is told: what a new connection did not mention went away meanwhile. */
  *complete(): Generator<WatchEvent, void, undefined> {
    const told = this.#again;
    this.#again = undefined;
    if (told !== undefined) {
      for (const [id, state] of this.#known) {
        if (told.has(id)) continue;
        this.#known.delete(id);
        yield { kind: "destroyed", resource: gone({ ...this.#place, id }, state) };
      }
    }
    yield { kind: "bootstrapped" };
  }
}

/** What is left to say of a resource that went away unseen. */
function gone(name: Pick<Resource, "namespace" | "type" | "id">, state: string): Resource {
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
