/**
 * The objects of a cluster with revisions as in etcd: one counter for all kinds, and a history of
 * changes for watches and consistent pages.
 *
 * @module
 */
import type { KubeObject } from "../objects/objects.ts";

/** A change of one object. */
export interface Change {
  readonly revision: number;
  /** Name of the storage, for example `pods`. */
  readonly resource: string;
  /** `namespace/name`, or `/name` of a cluster-scoped object. */
  readonly key: string;
  /** The new object; undefined when it was removed. */
  readonly object: KubeObject | undefined;
  /** The object before the change; undefined when it was created. */
  readonly previous: KubeObject | undefined;
}

/** Number of changes in the history. */
const HISTORY = 5000;

/** Stores objects. */
export class ObjectStore {
  readonly #resources = new Map<string, Map<string, KubeObject>>();
  /** The keys of each storage in order, from its first list on. */
  readonly #keys = new Map<string, string[]>();
  readonly #listeners = new Set<(change: Change) => void>();
  #changes: Change[] = [];
  #revision: number;
  #oldest: number;

  /** @param revision revision of the stored objects. */
  constructor(objects: Iterable<readonly [string, KubeObject]> = [], revision = 1) {
    for (const [resource, object] of objects) this.#mapOf(resource).set(keyOf(object), object);
    this.#revision = revision;
    this.#oldest = revision;
  }

  /** Revision of the last change. */
  get revision(): number {
    return this.#revision;
  }

  /** The oldest revision that {@linkcode ObjectStore.listAt} and watches accept. */
  get oldestRevision(): number {
    return this.#oldest;
  }

  /** Whether nothing was ever stored. */
  get isEmpty(): boolean {
    return this.#resources.size === 0;
  }

  /** Returns every object with the name of its storage. */
  *entries(): Generator<readonly [resource: string, object: KubeObject]> {
    for (const [resource, objects] of this.#resources) {
      for (const object of objects.values()) yield [resource, object];
    }
  }

  #mapOf(resource: string): Map<string, KubeObject> {
    let map = this.#resources.get(resource);
    if (map === undefined) this.#resources.set(resource, map = new Map());
    return map;
  }

  /** Returns an object; undefined when it does not exist. */
  get(resource: string, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#resources.get(resource)?.get(`${namespace ?? ""}/${name}`);
  }

  /** Returns all objects of a storage, of one namespace if given, sorted by key. */
  list(resource: string, namespace?: string): KubeObject[] {
    const map = this.#resources.get(resource);
    if (map === undefined) return [];
    let keys = this.#keys.get(resource);
    if (keys === undefined) this.#keys.set(resource, keys = [...map.keys()].sort());
    const prefix = namespace === undefined ? "" : `${namespace}/`;
    const chosen = prefix === "" ? keys : keys.filter((key) => key.startsWith(prefix));
    return chosen.map((key) => map.get(key)!);
  }

  /** Returns an object of a storage for which the condition holds. */
  find(resource: string, condition: (object: KubeObject) => boolean): KubeObject | undefined {
    return this.#resources.get(resource)?.values().find(condition);
  }

  /**
   * Returns the objects at a revision.
   *
   * @returns undefined when the revision is too old.
   */
  listAt(resource: string, namespace: string | undefined, revision: number) {
    if (revision < this.#oldest) return undefined;
    const map = new Map(this.#resources.get(resource));
    for (let at = this.#changes.length - 1; at >= 0; at--) {
      const change = this.#changes[at]!;
      if (change.revision <= revision) break;
      if (change.resource !== resource) continue;
      if (change.previous === undefined) map.delete(change.key);
      else map.set(change.key, change.previous);
    }
    return sorted(map, namespace);
  }

  /** Returns the changes after a revision, oldest first. */
  changesAfter(revision: number): readonly Change[] {
    return this.#changes.filter((change) => change.revision > revision);
  }

  /** Stores an object under the next revision and returns it. */
  put(resource: string, object: KubeObject): KubeObject {
    const revision = ++this.#revision;
    const stored = withRevision(object, revision);
    const map = this.#mapOf(resource);
    const key = keyOf(object);
    const previous = map.get(key);
    map.set(key, stored);
    if (previous === undefined) {
      const keys = this.#keys.get(resource);
      keys?.splice(positionOf(keys, key), 0, key);
    }
    this.#publish({ revision, resource, key, object: stored, previous });
    return stored;
  }

  /** Removes an object and returns it under the revision of its removal. */
  remove(resource: string, object: KubeObject): KubeObject {
    const key = keyOf(object);
    const previous = this.#resources.get(resource)?.get(key);
    if (previous === undefined) return object;
    const revision = ++this.#revision;
    this.#mapOf(resource).delete(key);
    const keys = this.#keys.get(resource);
    keys?.splice(positionOf(keys, key), 1);
    this.#publish({ revision, resource, key, object: undefined, previous });
    return withRevision(previous, revision);
  }

  #publish(change: Change): void {
    this.#changes.push(change);
    // In blocks, because each removal from the start copies the rest.
    if (this.#changes.length > HISTORY * 1.2) {
      const removed = this.#changes.length - HISTORY;
      this.#oldest = this.#changes[removed - 1]!.revision;
      this.#changes = this.#changes.slice(removed);
    }
    for (const listener of this.#listeners) listener(change);
  }

  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Returns the index of a key in a sorted list, or where it belongs. */
function positionOf(keys: readonly string[], key: string): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (keys[middle]! < key) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns `namespace/name`, or `/name` of a cluster-scoped object. */
export function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}

/** Returns the object with another resource version. */
export function withRevision(object: KubeObject, revision: number): KubeObject {
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, resourceVersion: String(revision) } };
}

function sorted(map: ReadonlyMap<string, KubeObject>, namespace: string | undefined): KubeObject[] {
  const prefix = namespace === undefined ? undefined : `${namespace}/`;
  return [...map]
    .filter(([key]) => prefix === undefined || key.startsWith(prefix))
    .sort(([one], [other]) => one < other ? -1 : 1)
    .map(([, object]) => object);
}
