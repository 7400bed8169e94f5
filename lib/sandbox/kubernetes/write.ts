/**
 * Create, replace, patch: the rules that all kinds share.
 *
 * @module
 */
import { admit, requireNamespace } from "./admission.ts";
import { alreadyExists, ApiError, conflict, type ErrorTarget, invalid } from "./api_error.ts";
import { parseBody, parseObject, requireKind } from "./body.ts";
import { withDefaults } from "./defaults.ts";
import { apiVersionOf, type Kind, storageName } from "../objects/kinds.ts";
import {
  isEqual,
  isMap,
  type JsonMap,
  type KubeObject,
  mapAt,
  type ObjectMeta,
  stringAt,
} from "../objects/objects.ts";
import type { NewObject, ObjectWriter } from "./object_writer.ts";
import { applyConfiguration } from "./patch/apply.ts";
import { APPLY, applyPatch } from "./patch/apply_patch.ts";
import { type Manager, recordUpdate } from "./patch/managed_fields.ts";
import { getObject } from "./read.ts";
import { parseBoolean, type ResourceRequest } from "./request.ts";
import { validateObject, validateUpdate } from "./validation.ts";

/** A written object. */
export interface Written {
  readonly object: KubeObject;
  readonly isNew: boolean;
}

/** The parameters of a write in error details. */
const OPTIONS: ErrorTarget = { plural: "options", group: "meta.k8s.io", kind: "WriteOptions" };

/** Reports whether a request only simulates the write. */
export function isDryRun({ query }: Pick<ResourceRequest, "query">, body: JsonMap = {}): boolean {
  const values = [
    ...query.getAll("dryRun"),
    ...Array.isArray(body["dryRun"]) ? body["dryRun"] : [],
  ];
  const unknown = values.find((value) => value !== "All");
  if (unknown !== undefined) {
    const message = `Unsupported value: ${JSON.stringify(unknown)}: supported values: "All"`;
    throw invalid(OPTIONS, "", [{ field: "dryRun", message }]);
  }
  return values.length > 0;
}

/** Returns the field manager of a request. */
export function managerOf(request: ResourceRequest): Manager {
  const { query, agent, kind, contentType, subresource } = request;
  const name = query.get("fieldManager") ?? "";
  const isApply = contentType === APPLY;
  if (isApply && name === "") {
    throw invalid(OPTIONS, "", [{
      field: "fieldManager",
      message: "Required value: is required for apply patch",
      reason: "FieldValueRequired",
    }]);
  }
  return {
    name: name === "" ? agent || "unknown" : name,
    operation: isApply ? "Apply" : "Update",
    apiVersion: apiVersionOf(kind),
    ...(subresource === undefined ? {} : { subresource }),
  };
}

/** Reports whether a kind has the subresource `status`, so that other writes do not change it. */
function hasStatus(kind: Kind): boolean {
  return kind.subresources.includes("status");
}

/**
 * Creates an object.
 *
 * @throws {ApiError} AlreadyExists, Invalid, NotFound without the namespace.
 */
export function createObject(writer: ObjectWriter, request: ResourceRequest): Written {
  const body = parseObject(request);
  const object = prepare(writer, request, body);
  return { object: store(writer, request, object), isNew: true };
}

/** Returns the object that a body would create. */
function prepare(writer: ObjectWriter, request: ResourceRequest, body: JsonMap): KubeObject {
  const { kind, namespace } = request;
  const metadata = mapAt(body, "metadata");
  const prefix = stringAt(metadata, "generateName");
  const name = stringAt(metadata, "name") || (prefix === "" ? "" : `${prefix}${writer.suffix()}`);
  if (stringAt(metadata, "resourceVersion") !== "") {
    throw new ApiError("BadRequest", "resourceVersion should not be set on objects to be created");
  }
  checkNamespace(metadata, namespace);
  if (namespace !== undefined) requireNamespace(writer.store, kind, namespace, name);
  if (writer.store.get(storageName(kind), namespace, name) !== undefined) {
    throw alreadyExists(kind, name);
  }
  const { status: _, ...withoutStatus } = body;
  const retainsStatus = !hasStatus(kind) || kind.kind === "Node";
  const admitted = admit(kind, retainsStatus ? body : withoutStatus, writer.store);
  const client = clientMetadata(mapAt(admitted, "metadata"));
  const built = writer.build(kind, {
    ...admitted,
    metadata: { ...client, name, ...(namespace === undefined ? {} : { namespace }) },
  } as NewObject);
  validateObject(kind, built);
  const manager = managerOf(request);
  return manager.operation === "Apply"
    ? built
    : recordUpdate(undefined, built, manager, writer.timestamp);
}

/** Fields of metadata that clients write. */
function clientMetadata(metadata: JsonMap): JsonMap {
  const names = ["generateName", "labels", "annotations", "finalizers", "ownerReferences"];
  return Object.fromEntries(
    names.flatMap((name) => metadata[name] == null ? [] : [[name, metadata[name]]]),
  );
}

function checkNamespace(metadata: JsonMap, namespace: string | undefined): void {
  const given = stringAt(metadata, "namespace");
  if (given === "" || given === namespace) return;
  throw new ApiError(
    "BadRequest",
    "the namespace of the provided object does not match the namespace sent on the request",
  );
}

function store(writer: ObjectWriter, request: ResourceRequest, object: KubeObject): KubeObject {
  if (isDryRun(request)) return object;
  const stored = writer.store.get(
    storageName(request.kind),
    object.metadata.namespace,
    object.metadata.name,
  );
  return stored === undefined
    ? writer.store.put(storageName(request.kind), object)
    : writer.update(request.kind, object);
}

/** Replaces an object or its status. */
export function replaceObject(writer: ObjectWriter, request: ResourceRequest): Written {
  const body = parseObject(request);
  return { object: update(writer, request, getObject(writer.store, request), body), isNew: false };
}

/** Patches an object or its status; server-side apply creates a missing one. */
export function patchObject(writer: ObjectWriter, request: ResourceRequest): Written {
  const { kind, contentType, name, namespace } = request;
  const patch = parseBody(request);
  const live = writer.store.get(storageName(kind), namespace, name ?? "");
  if (contentType === APPLY) return apply(writer, request, live, requireKind(patch, kind));
  if (parseBoolean(request.query, "force")) {
    throw new ApiError("BadRequest", "force is only allowed for apply patch");
  }
  const current = live ?? getObject(writer.store, request);
  const patched = applyPatch(current, patch, contentType, kind.isCustom);
  return { object: update(writer, request, current, patched), isNew: false };
}

function apply(
  writer: ObjectWriter,
  request: ResourceRequest,
  live: KubeObject | undefined,
  configuration: JsonMap,
): Written {
  const { kind, name, query, subresource } = request;
  const manager = managerOf(request);
  if (isMap(configuration["metadata"]) && configuration["metadata"]["managedFields"] != null) {
    throw new ApiError("BadRequest", "metadata.managedFields must be nil");
  }
  const body = subresource === undefined && hasStatus(kind) && kind.kind !== "Node"
    ? withoutStatus(configuration)
    : configuration;
  const options = { manager, force: parseBoolean(query, "force"), time: writer.timestamp };
  if (live === undefined && subresource !== undefined) getObject(writer.store, request);
  if (live === undefined) {
    const named = { ...body, metadata: { ...mapAt(body, "metadata"), name: name ?? "" } };
    const created = applyConfiguration(prepare(writer, request, named), body, options);
    return { object: store(writer, request, created), isNew: true };
  }
  const merged = applyConfiguration(live, body, options);
  const { managedFields } = merged.metadata;
  return { object: update(writer, request, live, merged, managedFields), isNew: false };
}

function withoutStatus({ status: _, ...fields }: JsonMap): JsonMap {
  return fields;
}

/** Stores a changed object, or only its status, after all checks. */
function update(
  writer: ObjectWriter,
  request: ResourceRequest,
  before: KubeObject,
  changed: JsonMap,
  managedFields?: ObjectMeta["managedFields"],
): KubeObject {
  const { kind, subresource } = request;
  const metadata = mapAt(changed, "metadata");
  checkIdentity(request, before, metadata);
  const manager = managerOf(request);
  const isStatus = subresource === "status";
  let after: KubeObject;
  if (isStatus) after = { ...before, status: changed["status"] ?? {} };
  else {
    const complete = kind.group === "" || kind.group === "apps"
      ? withDefaults(kind.kind, changed)
      : changed;
    const status = hasStatus(kind) ? before["status"] : changed["status"];
    const { status: _, ...fields } = complete;
    after = {
      ...fields,
      apiVersion: before.apiVersion,
      kind: before.kind,
      metadata: serverMetadata(before.metadata, mapAt(complete, "metadata")),
      ...(status === undefined ? {} : { status }),
    };
    if (kind.kind === "Service") after = withAllocatedAddress(before, after);
    validateObject(kind, after);
    validateUpdate(kind, before, after);
  }
  const isSpecChanged = !isEqual(withoutMetadata(before), withoutMetadata(after));
  if (kind.hasGeneration && isSpecChanged && !isStatus) {
    const generation = (before.metadata.generation ?? 1) + 1;
    after = { ...after, metadata: { ...after.metadata, generation } };
  }
  const isChanged = !isEqual(withoutManaged(before), withoutManaged(after));
  if (managedFields !== undefined) {
    after = { ...after, metadata: { ...after.metadata, managedFields } };
  } else if (isChanged) after = recordUpdate(before, after, manager, writer.timestamp);
  return store(writer, request, after);
}

/** A replaced service keeps its address. */
function withAllocatedAddress(before: KubeObject, after: KubeObject): KubeObject {
  const spec = mapAt(after, "spec");
  const { clusterIP, clusterIPs } = mapAt(before, "spec");
  return clusterIP === undefined ? after : { ...after, spec: { clusterIP, clusterIPs, ...spec } };
}

function withoutMetadata({ metadata: _metadata, status: _status, ...fields }: KubeObject): JsonMap {
  return fields;
}

function withoutManaged(object: KubeObject): JsonMap {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** Returns the metadata of a changed object: identity and history cannot change. */
function serverMetadata(before: ObjectMeta, after: JsonMap): ObjectMeta {
  const { labels: _labels, annotations: _annotations, finalizers: _finalizers, ...fixed } = before;
  const { ownerReferences: _owners, ...retained } = fixed;
  const { generateName: _generateName, ...client } = clientMetadata(after);
  return { ...retained as ObjectMeta, ...client };
}

/**
 * Compares the identity and the resource version of a body with the stored object.
 *
 * @throws {ApiError} When they differ.
 */
function checkIdentity(
  { kind, name }: ResourceRequest,
  before: KubeObject,
  metadata: JsonMap,
): void {
  const [givenName, version, uid] = ["name", "resourceVersion", "uid"].map((field) =>
    stringAt(metadata, field)
  );
  if (givenName !== "" && givenName !== name) {
    throw new ApiError(
      "BadRequest",
      `the name of the object (${givenName}) does not match the name on the URL (${name})`,
    );
  }
  if (uid !== "" && uid !== before.metadata.uid) {
    throw conflict(
      kind,
      before.metadata.name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${before.metadata.uid}`,
    );
  }
  if (version !== "" && version !== before.metadata.resourceVersion) {
    throw conflict(
      kind,
      before.metadata.name,
      "the object has been modified; please apply your changes to the latest version and try again",
    );
  }
  const added = mapAt({ metadata }, "metadata")["finalizers"];
  const old = before.metadata.finalizers ?? [];
  const isNewFinalizer = Array.isArray(added) && added.some((one) => !old.includes(one));
  if (before.metadata.deletionTimestamp !== undefined && isNewFinalizer) {
    throw invalid(kind, before.metadata.name, [{
      field: "metadata.finalizers",
      message: "Forbidden: no new finalizers can be added if the object is being deleted",
      reason: "FieldValueForbidden",
    }]);
  }
}
