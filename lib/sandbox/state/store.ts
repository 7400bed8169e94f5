/**
 * The resources of one node. Everything happens at once or not at all: no call here waits.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import { Collection, type Filter } from "./collection.ts";
import type { NewResource, Phase, Pointer, Resource } from "./resource.ts";

/** Names the resources of one type in one namespace. */
export type ResourceKind = Pick<Pointer, "namespace" | "type">;

/** Who writes, and in which phase the resource must be. */
export interface UpdateOptions {
  /** Must own the resource; nobody when left out. */
  readonly owner?: string;
  /** `running` when left out. */
  readonly expectedPhase?: Phase | "any";
}

/** Resources by namespace, type and id. */
export class Store {
  readonly #clock: Pick<Clock, "now">;
  readonly #capacity: number | undefined;
  readonly #collections = new Map<string, Collection>();

  /** @param historyCapacity changes kept for each collection. */
  constructor(clock: Pick<Clock, "now">, historyCapacity?: number) {
    this.#clock = clock;
    this.#capacity = historyCapacity;
  }

  /** The resources of one type in one namespace; empty when nothing was ever put there. */
  collection(kind: ResourceKind): Collection {
    const key = `${kind.namespace}\0${kind.type}`;
    let collection = this.#collections.get(key);
    if (collection === undefined) {
      collection = new Collection(kind, this.#clock, this.#capacity);
      this.#collections.set(key, collection);
    }
    return collection;
  }

  /** @throws {StateError} `not-found`. */
  get(pointer: Pointer): Resource {
    return this.collection(pointer).get(pointer.id);
  }

  /** The resources that pass the filter, by the bytes of their ids. */
  list(kind: ResourceKind, filter?: Filter): Resource[] {
    return this.collection(kind).list(filter);
  }

  /** @throws {StateError} `exists`. */
  create(resource: NewResource, owner = ""): Resource {
    return this.collection(resource).create(resource, owner);
  }

  /**
   * Replaces a resource that was read from here, changed in some way, by version.
   *
   * @throws {StateError} `not-found`, `owner`, `version` (somebody was faster) or `phase`.
   */
  update(resource: Resource, options: UpdateOptions = {}): Resource {
    const { owner = "", expectedPhase = "running" } = options;
    const phase = expectedPhase === "any" ? undefined : expectedPhase;
    return this.collection(resource.metadata).update(resource, owner, phase);
  }

  /** @throws {StateError} `not-found`, `owner` or `finalizers`. */
  destroy(pointer: Pointer, owner = ""): void {
    this.collection(pointer).destroy(pointer.id, owner);
  }

  /**
   * Creates the resource, or brings the one that is there to this content. One that has it already
   * stays as it is, version and all.
   *
   * @throws {StateError} `owner`.
   */
  put(resource: NewResource, owner = ""): Resource {
    const present = this.collection(resource).find(resource.id);
    if (present === undefined) return this.create(resource, owner);
    const { phase = "running", finalizers, labels, annotations } = resource;
    const { metadata } = present;
    const wanted = {
      ...metadata,
      phase,
      finalizers: finalizers ?? metadata.finalizers,
      labels: labels ?? metadata.labels,
      annotations: annotations ?? metadata.annotations,
    };
    const same = present.spec?.yaml === resource.spec.yaml &&
      sameBytes(present.spec.proto, resource.spec.proto) && phase === metadata.phase &&
      sameTexts(wanted.finalizers, metadata.finalizers) &&
      samePairs(wanted.labels, metadata.labels) &&
      samePairs(wanted.annotations, metadata.annotations);
    if (same) return present;
    return this.update({ metadata: wanted, spec: resource.spec }, { owner, expectedPhase: "any" });
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
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
