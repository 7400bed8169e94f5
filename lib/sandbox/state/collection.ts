/**
 * The resources of one type in one namespace.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import { History } from "./history.ts";
import {
  compareBytes,
  type Metadata,
  type NewResource,
  type Phase,
  type Pointer,
  reference,
  type Resource,
} from "./resource.ts";
import { StateError } from "./state_error.ts";

/** Chooses resources. */
export type Filter = (metadata: Metadata) => boolean;

/** Resources by id, with what has changed lately. */
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

  /** The resource, or undefined. */
  find(id: string): Resource | undefined {
    return this.#resources.get(id);
  }

  /** @throws {StateError} `not-found`. */
  get(id: string): Resource {
    const resource = this.find(id);
    if (resource === undefined) throw this.#absent(id);
    return resource;
  }

  /** The resources that pass the filter, by the bytes of their ids. */
  list(filter?: Filter): Resource[] {
    const all = [...this.#resources.values()];
    const chosen = filter === undefined ? all : all.filter(({ metadata }) => filter(metadata));
    return chosen.sort((a, b) => compareBytes(a.metadata.id, b.metadata.id));
  }

  /**
   * Adds a resource with version 1.
   *
   * @throws {StateError} `exists`.
   */
  create(resource: NewResource, owner: string): Resource {
    const { id } = resource;
    const present = this.find(id);
    if (present !== undefined) {
      throw new StateError("exists", `resource ${this.#name(present)} already exists`);
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
   * Replaces the resource whose version `resource` still carries, and counts the version up.
   *
   * @param expectedPhase the phase it must be in; any when undefined.
   * @throws {StateError} `not-found`, `owner`, `version` or `phase`.
   */
  update(resource: Resource, owner: string, expectedPhase: Phase | undefined): Resource {
    const { id, version } = resource.metadata;
    const old = this.get(id);
    this.#checkOwner(old, owner);
    if (old.metadata.version !== version) {
      throw new StateError(
        "version",
        `resource ${this.#name(old)} is no longer at version ${version}`,
      );
    }
    if (expectedPhase !== undefined && old.metadata.phase !== expectedPhase) {
      throw new StateError("phase", `resource ${this.#name(old)} is not in phase ${expectedPhase}`);
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

  /** @throws {StateError} `not-found`, `owner` or `finalizers`. */
  destroy(id: string, owner: string): void {
    const resource = this.get(id);
    this.#checkOwner(resource, owner);
    const { finalizers } = resource.metadata;
    if (finalizers.length > 0) {
      const names = finalizers.join(" ");
      throw new StateError(
        "finalizers",
        `resource ${this.#name(resource)} has pending finalizers [${names}]`,
      );
    }
    this.#resources.delete(id);
    this.history.append({ kind: "destroyed", resource });
  }

  /** The pointer of an id here. */
  pointer(id: string): Pointer {
    return { namespace: this.namespace, type: this.type, id };
  }

  #checkOwner(resource: Resource, owner: string): void {
    if (resource.metadata.owner === owner) return;
    throw new StateError(
      "owner",
      `resource ${this.#name(resource)} is owned by "${resource.metadata.owner}"`,
    );
  }

  #name({ metadata }: Resource): string {
    return reference(metadata, metadata.version);
  }

  #absent(id: string): StateError {
    const name = reference(this.pointer(id), undefined);
    return new StateError("not-found", `resource ${name} doesn't exist`);
  }
}
