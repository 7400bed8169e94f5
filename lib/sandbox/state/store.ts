/**
 * The resource store of a node. All operations are synchronous and atomic.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import { Collection, type Filter } from "./collection.ts";
import type { NewResource, Phase, Pointer, Resource } from "./resource.ts";

/** The key of a collection. */
export type ResourceKind = Pick<Pointer, "namespace" | "type">;

/** Options of an update. */
export interface UpdateOptions {
  /** Owner of the resource; default none. */
  readonly owner?: string;
  /** Default `running`. */
  readonly expectedPhase?: Phase | "any";
}

/** Resources by namespace, type and id. */
export class Store {
  readonly #clock: Pick<Clock, "now">;
  readonly #capacity: number | undefined;
  readonly #collections = new Map<string, Collection>();

  /** @param historyCapacity number of changes stored per collection. */
  constructor(clock: Pick<Clock, "now">, historyCapacity?: number) {
    this.#clock = clock;
    this.#capacity = historyCapacity;
  }

  /** Returns the collection of a type in a namespace; creates it when missing. */
  collection(kind: ResourceKind): Collection {
    const key = `${kind.namespace}\0${kind.type}`;
    let collection = this.#collections.get(key);
    if (collection === undefined) {
      collection = new Collection(kind, this.#clock, this.#capacity);
      this.#collections.set(key, collection);
    }
    return collection;
  }

  /**
   * Returns a resource.
   *
   * @throws {StateError} `not-found`.
   */
  get(pointer: Pointer): Resource {
    return this.collection(pointer).get(pointer.id);
  }

  /** Returns the matching resources, sorted by the UTF-8 bytes of their ids. */
  list(kind: ResourceKind, filter?: Filter): Resource[] {
    return this.collection(kind).list(filter);
  }

  /**
   * Creates a resource.
   *
   * @throws {StateError} `exists`.
   */
  create(resource: NewResource, owner = ""): Resource {
    return this.collection(resource).create(resource, owner);
  }

  /**
   * Replaces a resource with optimistic concurrency control by version.
   *
   * @throws {StateError} `not-found`, `owner`, `version` (concurrent update) or `phase`.
   */
  update(resource: Resource, options: UpdateOptions = {}): Resource {
    const { owner = "", expectedPhase = "running" } = options;
    const phase = expectedPhase === "any" ? undefined : expectedPhase;
    return this.collection(resource.metadata).update(resource, owner, phase);
  }

  /**
   * Destroys a resource.
   *
   * @throws {StateError} `not-found`, `owner` or `finalizers`.
   */
  destroy(pointer: Pointer, owner = ""): void {
    this.collection(pointer).destroy(pointer.id, owner);
  }

  /**
   * Creates or updates a resource. Does not change the version when the content is equal.
   *
   * @throws {StateError} `owner`.
   */
  put(resource: NewResource, owner = ""): Resource {
    const present = this.collection(resource).find(resource.id);
    if (present === undefined) return this.create(resource, owner);
    const { phase = "running", finalizers, labels, annotations } = resource;
    const { metadata } = present;
    const updated = {
      ...metadata,
      phase,
      finalizers: finalizers ?? metadata.finalizers,
      labels: labels ?? metadata.labels,
      annotations: annotations ?? metadata.annotations,
    };
    const isEqual = present.spec?.yaml === resource.spec.yaml &&
      sameBytes(present.spec.proto, resource.spec.proto) && phase === metadata.phase &&
      sameTexts(updated.finalizers, metadata.finalizers) &&
      samePairs(updated.labels, metadata.labels) &&
      samePairs(updated.annotations, metadata.annotations);
    if (isEqual) return present;
    return this.update({ metadata: updated, spec: resource.spec }, { owner, expectedPhase: "any" });
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

function samePairs(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
