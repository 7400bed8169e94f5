/**
 * The resources of one type in one namespace.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import { History } from "./history.ts";
import {
  compareBytes,
  formatReference,
  type Metadata,
  type NewResource,
  type Phase,
  type Pointer,
  type Resource,
} from "./resource.ts";
import { StateError } from "./state_error.ts";

/** A predicate on resource metadata. */
export type Filter = (metadata: Metadata) => boolean;

/** Resources by id, with a history of recent changes. */
export class Collection {
  readonly namespace: string;
  readonly type: string;
  readonly history: History;
  readonly #clock: Pick<Clock, "now">;
  readonly #resources = new Map<string, Resource>();

  constructor(
    kind: { readonly namespace: string; readonly type: string },
    clock: Pick<Clock, "now">,
    capacity?: number,
  ) {
    this.namespace = kind.namespace;
    this.type = kind.type;
    this.#clock = clock;
    this.history = new History(capacity);
  }

  /** Returns a resource; undefined when it does not exist. */
  find(id: string): Resource | undefined {
    return this.#resources.get(id);
  }

  /**
   * Returns a resource.
   *
   * @throws {StateError} `not-found`.
   */
  get(id: string): Resource {
    const resource = this.find(id);
    if (resource === undefined) throw this.#notFound(id);
    return resource;
  }

  /** Returns the matching resources, sorted by the UTF-8 bytes of their ids. */
  list(filter?: Filter): Resource[] {
    const all = [...this.#resources.values()];
    const matching = filter === undefined ? all : all.filter(({ metadata }) => filter(metadata));
    return matching.sort((a, b) => compareBytes(a.metadata.id, b.metadata.id));
  }

  /**
   * Creates a resource with version 1.
   *
   * @throws {StateError} `exists`.
   */
  create(resource: NewResource, owner: string): Resource {
    const { id } = resource;
    const present = this.find(id);
    if (present !== undefined) {
      throw new StateError("exists", `resource ${this.#reference(present)} already exists`);
    }
    const now = this.#clock.now();
    const created: Resource = {
      metadata: {
        namespace: this.namespace,
        type: this.type,
        id,
        version: 1,
        owner,
        phase: resource.phase ?? "running",
        created: now,
        updated: now,
        finalizers: resource.finalizers ?? [],
        labels: resource.labels ?? {},
        annotations: resource.annotations ?? {},
      },
      spec: resource.spec,
    };
    this.#resources.set(id, created);
    this.history.append({ kind: "created", resource: created });
    return created;
  }

  /**
   * Replaces a resource whose stored version equals the version of `resource`, and increments the version.
   *
   * @param expectedPhase required phase; any when undefined.
   * @throws {StateError} `not-found`, `owner`, `version` or `phase`.
   */
  update(resource: Resource, owner: string, expectedPhase: Phase | undefined): Resource {
    const { id, version } = resource.metadata;
    const old = this.get(id);
    this.#checkOwner(old, owner);
    if (old.metadata.version !== version) {
      throw new StateError(
        "version",
        `resource ${this.#reference(old)} is no longer at version ${version}`,
      );
    }
    if (expectedPhase !== undefined && old.metadata.phase !== expectedPhase) {
      throw new StateError(
        "phase",
        `resource ${this.#reference(old)} is not in phase ${expectedPhase}`,
      );
    }
    const updated: Resource = {
      metadata: {
        ...resource.metadata,
        namespace: this.namespace,
        type: this.type,
        owner,
        version: (version ?? 0) + 1,
        created: old.metadata.created,
        updated: this.#clock.now(),
      },
      spec: resource.spec,
    };
    this.#resources.set(id, updated);
    this.history.append({ kind: "updated", resource: updated, old });
    return updated;
  }

  /**
   * Destroys a resource.
   *
   * @throws {StateError} `not-found`, `owner` or `finalizers`.
   */
  destroy(id: string, owner: string): void {
    const resource = this.get(id);
    this.#checkOwner(resource, owner);
    const { finalizers } = resource.metadata;
    if (finalizers.length > 0) {
      const names = finalizers.join(" ");
      throw new StateError(
        "finalizers",
        `resource ${this.#reference(resource)} has pending finalizers [${names}]`,
      );
    }
    this.#resources.delete(id);
    this.history.append({ kind: "destroyed", resource });
  }

  /** Returns the pointer of an id in this collection. */
  pointer(id: string): Pointer {
    return { namespace: this.namespace, type: this.type, id };
  }

  #checkOwner(resource: Resource, owner: string): void {
    if (resource.metadata.owner === owner) return;
    throw new StateError(
      "owner",
      `resource ${this.#reference(resource)} is owned by "${resource.metadata.owner}"`,
    );
  }

  #reference({ metadata }: Resource): string {
    return formatReference(metadata, metadata.version);
  }

  #notFound(id: string): StateError {
    const name = formatReference(this.pointer(id), undefined);
    return new StateError("not-found", `resource ${name} doesn't exist`);
  }
}
