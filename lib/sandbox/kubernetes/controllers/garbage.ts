/**
 * Garbage collection: dependents of deleted objects, and the content of deleted namespaces.
 *
 * @module
 */
import { kindOf } from "../../objects/kinds.ts";
import type { Kind } from "../../objects/kinds.ts";
import type { KubeObject } from "../../objects/objects.ts";
import { allObjects, type ObjectWriter } from "../object_writer.ts";
import type { Controller } from "./controller.ts";

const NAMESPACE = kindOf("Namespace");
const FOREGROUND = "foregroundDeletion";
const ORPHAN = "orphan";

/** Removes dependents without owners, and completes deletions. */
export const collectGarbage: Controller = ({ writer }) => {
  const objects = [...allObjects(writer.store)];
  const byUid = new Map(objects.map(([, object]) => [object.metadata.uid, object]));
  for (const [kind, object] of objects) {
    const owners = object.metadata.ownerReferences ?? [];
    if (owners.length === 0 || object.metadata.deletionTimestamp !== undefined) continue;
    const isOrphaned = owners.every(({ uid }) => !byUid.has(uid));
    const isDoomed = owners.every(({ uid }) => {
      const owner = byUid.get(uid);
      return owner === undefined || hasFinalizer(owner, FOREGROUND);
    });
    if (isOrphaned) writer.delete(kind, object);
    else if (isDoomed) writer.delete(kind, object, { propagation: "Foreground" });
  }
  for (const [kind, object] of objects) finishDeletion(writer, kind, object);
  for (const namespace of writer.store.list("namespaces")) emptyNamespace(writer, namespace);
};

function hasFinalizer({ metadata }: KubeObject, name: string): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(name);
}

/** Removes the finalizers of the garbage collector when their work is done. */
function finishDeletion(writer: ObjectWriter, kind: Kind, object: KubeObject): void {
  const { uid } = object.metadata;
  const dependents = () =>
    [...allObjects(writer.store)].filter(([, { metadata }]) =>
      metadata.ownerReferences?.some((owner) => owner.uid === uid)
    );
  if (hasFinalizer(object, ORPHAN)) {
    for (const [dependentKind, dependent] of dependents()) {
      const { metadata } = dependent;
      const ownerReferences = metadata.ownerReferences?.filter((owner) => owner.uid !== uid) ?? [];
      writer.update(dependentKind, { ...dependent, metadata: { ...metadata, ownerReferences } });
    }
    removeFinalizer(writer, kind, object, ORPHAN);
  }
  if (!hasFinalizer(object, FOREGROUND)) return;
  const isBlocked = dependents().some(([, { metadata }]) =>
    metadata.ownerReferences?.some((owner) => owner.uid === uid && owner.blockOwnerDeletion)
  );
  if (!isBlocked) removeFinalizer(writer, kind, object, FOREGROUND);
}

function removeFinalizer(
  writer: ObjectWriter,
  kind: Kind,
  object: KubeObject,
  finalizer: string,
): void {
  const { metadata } = object;
  const finalizers = (metadata.finalizers ?? []).filter((one) => one !== finalizer);
  writer.update(kind, { ...object, metadata: { ...metadata, finalizers } });
}

function emptyNamespace(writer: ObjectWriter, namespace: KubeObject): void {
  if (namespace.metadata.deletionTimestamp === undefined) return;
  const content = [...allObjects(writer.store)].filter(([, { metadata }]) =>
    metadata.namespace === namespace.metadata.name
  );
  for (const [kind, object] of content) {
    if (object.metadata.deletionTimestamp === undefined) writer.delete(kind, object);
  }
  const isEmpty = ![...allObjects(writer.store)].some(([, { metadata }]) =>
    metadata.namespace === namespace.metadata.name
  );
  if (isEmpty && (namespace.metadata.finalizers ?? []).length === 0) {
    writer.remove(NAMESPACE, namespace);
  }
}
