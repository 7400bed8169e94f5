/**
 * Admission of new objects: defaults, additions, rejections.
 *
 * @module
 */
import { ApiError, type ErrorTarget, notFound } from "./api_error.ts";
import { withDefaults } from "./defaults.ts";
import { type Kind, kindOf } from "../objects/kinds.ts";
import { type JsonMap, mapAt, stringAt } from "../objects/objects.ts";
import type { ObjectStore } from "./object_store.ts";
import { admitPodSpec } from "./pod_admission.ts";

const NAMESPACE: ErrorTarget = kindOf("Namespace");
/** Host number of the first allocated service address; lower ones remain for fixed addresses. */
const FIRST_SERVICE = 100;

/**
 * Rejects an object in a namespace that is missing or being deleted.
 *
 * @throws {ApiError} NotFound, Forbidden
 */
export function requireNamespace(store: ObjectStore, kind: Kind, name: string, of: string): void {
  const namespace = store.get("namespaces", undefined, name);
  if (namespace === undefined) throw notFound(NAMESPACE, name);
  if (namespace.metadata.deletionTimestamp === undefined) return;
  throw new ApiError(
    "Forbidden",
    `${kind.plural} "${of}" is forbidden: unable to create new content in namespace ${name} ` +
      "because it is being terminated",
    {
      name: of,
      kind: kind.plural,
      causes: [{ reason: "NamespaceTerminating", field: "metadata.namespace" }],
    },
  );
}

/** Returns a new object with defaults and additions. */
export function admit(kind: Kind, object: JsonMap, store: ObjectStore): JsonMap {
  if (kind.group !== "" && kind.group !== "apps") return object;
  const complete = withDefaults(kind.kind, object);
  if (kind.kind === "Pod") {
    return {
      ...complete,
      spec: admitPodSpec(mapAt(complete, "spec")),
      status: { phase: "Pending" },
    };
  }
  if (kind.kind === "Service") return withAddress(complete, store);
  return complete;
}

/** Allocates the address of a service in the network of the existing ones. */
function withAddress(service: JsonMap, store: ObjectStore): JsonMap {
  const spec = mapAt(service, "spec");
  const given = stringAt(spec, "clusterIP");
  const status = { loadBalancer: {} };
  if (spec["type"] === "ExternalName") return { ...service, status };
  const services = store.list("services");
  const used = new Set(services.map((one) => stringAt(one, "spec", "clusterIP")));
  const first = stringAt(store.get("services", "default", "kubernetes"), "spec", "clusterIP");
  const prefix = first.split(".").slice(0, 3).join(".");
  let host = FIRST_SERVICE;
  while (used.has(`${prefix}.${host}`)) host++;
  const clusterIP = given === "" ? `${prefix}.${host}` : given;
  return { ...service, spec: { ...spec, clusterIP, clusterIPs: [clusterIP] }, status };
}
