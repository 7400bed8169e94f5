/**
 * Creation, update and deletion of objects with the metadata that the API server maintains.
 *
 * @module
 */
import type { Random } from "../../platform/system.ts";
import { uuid } from "../uuid.ts";
import { allKinds } from "./custom_kinds.ts";
import { apiVersionOf, type Kind, storageName } from "../objects/kinds.ts";
import {
  formatTime,
  isEqual,
  type JsonMap,
  type KubeObject,
  type ObjectMeta,
  stringAt,
} from "../objects/objects.ts";
import type { ObjectStore } from "./object_store.ts";

/** An object before it is created. */
export interface NewObject {
  readonly metadata: JsonMap & { readonly name: string; readonly namespace?: string };
  readonly [field: string]: JsonMap[string];
}

/** Treatment of dependent objects. */
export type Propagation = "Background" | "Foreground" | "Orphan";

/** Options of {@linkcode ObjectWriter.delete}. */
export interface DeleteOptions {
  /** Undefined for the default of the object. */
  readonly graceSeconds?: number | undefined;
  readonly propagation?: Propagation | undefined;
}

const FINALIZERS: Readonly<Partial<Record<Propagation, string>>> = {
  Foreground: "foregroundDeletion",
  Orphan: "orphan",
};

/** Grace period of a pod without its own, seconds. */
const DEFAULT_GRACE_SECONDS = 30;

/** Writes objects to a store. */
export class ObjectWriter {
  readonly store: ObjectStore;
  readonly #now: () => number;
  readonly #random: Random;

  /** @param now returns milliseconds since the Unix epoch. */
  constructor(store: ObjectStore, now: () => number, random: Random) {
    this.store = store;
    this.#now = now;
    this.#random = random;
  }

  /** The current time as a timestamp. */
  get timestamp(): string {
    return formatTime(this.#now());
  }

  /** Milliseconds since the Unix epoch. */
  get now(): number {
    return this.#now();
  }

  /** Generates a UUID. */
  uuid(): string {
    return uuid(this.#random);
  }

  /** Returns the object that would be created. */
  build(kind: Kind, { metadata, ...fields }: NewObject): KubeObject {
    const { name, namespace, ...more } = metadata;
    const meta: ObjectMeta = {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...more,
      uid: this.uuid(),
      resourceVersion: "",
      ...(kind.hasGeneration ? { generation: 1 } : {}),
      creationTimestamp: this.timestamp,
    };
    return { ...fields, kind: kind.kind, apiVersion: apiVersionOf(kind), metadata: meta };
  }

  /** Creates an object. */
  create(kind: Kind, object: NewObject): KubeObject {
    return this.store.put(storageName(kind), this.build(kind, object));
  }

  /** Creates an object unless one of its name exists. */
  ensure(kind: Kind, object: NewObject): KubeObject {
    const { name, namespace } = object.metadata;
    return this.store.get(storageName(kind), namespace, name) ?? this.create(kind, object);
  }

  /**
   * Stores a changed object. An unchanged one keeps its revision; one whose deletion waited for
   * finalizers only is removed after the last of them.
   */
  update(kind: Kind, object: KubeObject): KubeObject {
    const resource = storageName(kind);
    const { metadata } = object;
    const stored = this.store.get(resource, metadata.namespace, metadata.name);
    if (stored !== undefined && isEqual(stored, object)) return stored;
    const isDeleted = metadata.deletionTimestamp !== undefined &&
      (metadata.finalizers ?? []).length === 0 &&
      (metadata.deletionGracePeriodSeconds ?? 0) === 0 && kind.kind !== "Namespace";
    return isDeleted ? this.store.remove(resource, object) : this.store.put(resource, object);
  }

  /** Stores fields of an object, for example its status. */
  patch(kind: Kind, object: KubeObject, fields: JsonMap): KubeObject {
    return this.update(kind, { ...object, ...fields });
  }

  /** Removes an object without regard to grace period and finalizers. */
  remove(kind: Kind, object: KubeObject): KubeObject {
    return this.store.remove(storageName(kind), object);
  }

  /**
   * Deletes an object, or marks it when it has to wait for the kubelet, its finalizers or its
   * dependents.
   */
  delete(kind: Kind, object: KubeObject, options: DeleteOptions = {}): KubeObject {
    const { graceSeconds, propagation = "Background" } = options;
    const { metadata } = object;
    const grace = graceOf(kind, object, graceSeconds);
    const added = FINALIZERS[propagation];
    const old = metadata.finalizers ?? [];
    const finalizers = added === undefined || old.includes(added) ? old : [...old, added];
    const isNamespace = kind.kind === "Namespace";
    if (grace === 0 && finalizers.length === 0 && !isNamespace) return this.remove(kind, object);
    const isShorter = metadata.deletionTimestamp === undefined ||
      grace < (metadata.deletionGracePeriodSeconds ?? 0);
    const marked: KubeObject = {
      ...object,
      metadata: {
        ...metadata,
        ...(isShorter
          ? {
            deletionTimestamp: formatTime(this.#now() + grace * 1000),
            deletionGracePeriodSeconds: grace,
          }
          : {}),
        ...(kind.hasGeneration ? { generation: (metadata.generation ?? 1) + 1 } : {}),
        ...(finalizers.length === 0 ? {} : { finalizers }),
      },
      ...(isNamespace ? { status: { phase: "Terminating" } } : {}),
    };
    return this.update(kind, marked);
  }

  /** Generates the random suffix of a name. */
  suffix(): string {
    const letters = "bcdfghjklmnpqrstvwxz2456789";
    return [...this.#random.bytes(5)].map((byte) => letters[byte % letters.length]).join("");
  }
}

function graceOf(kind: Kind, object: KubeObject, requested: number | undefined): number {
  if (!kind.isGraceful) return 0;
  const phase = stringAt(object, "status", "phase");
  // No kubelet runs a pod that is not scheduled or has finished.
  if (stringAt(object, "spec", "nodeName") === "") return 0;
  if (phase === "Succeeded" || phase === "Failed") return 0;
  const own = (object["spec"] as JsonMap)["terminationGracePeriodSeconds"];
  return requested ?? (typeof own === "number" ? own : DEFAULT_GRACE_SECONDS);
}

/** Returns every stored object with its kind. */
export function* allObjects(store: ObjectStore): Generator<readonly [Kind, KubeObject]> {
  const seen = new Set<string>();
  for (const kind of allKinds(store)) {
    const resource = storageName(kind);
    if (seen.has(resource)) continue;
    seen.add(resource);
    for (const object of store.list(resource)) yield [kind, object];
  }
}
