/**
 * Subresources with objects of their own: scale, binding, finalize, token.
 *
 * @module
 */
import { conflict, type ErrorTarget, invalid } from "./api_error.ts";
import { parseBody, parseOptions } from "./body.ts";
import {
  formatTime,
  isMap,
  type JsonMap,
  type KubeObject,
  mapAt,
  numberAt,
  stringAt,
  stringsAt,
} from "../objects/objects.ts";
import type { ObjectWriter } from "./object_writer.ts";
import { applyPatch } from "./patch/apply_patch.ts";
import { recordUpdate } from "./patch/managed_fields.ts";
import { getObject } from "./read.ts";
import type { Tokens } from "./processes/tokens.ts";
import type { ResourceRequest } from "./request.ts";
import { isDryRun, managerOf } from "./write.ts";

const SCALE: ErrorTarget = { plural: "scales", group: "autoscaling", kind: "Scale" };

/** Returns the scale of a workload. */
export function toScale({ metadata, ...object }: KubeObject): JsonMap {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  const labels = stringsAt(object, "spec", "selector", "matchLabels");
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: numberAt(object, "spec", "replicas") ?? 0 },
    status: {
      replicas: numberAt(object, "status", "replicas") ?? 0,
      selector: Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(","),
    },
  };
}

/** Changes the number of replicas of a workload. */
export function scaleObject(writer: ObjectWriter, request: ResourceRequest): JsonMap {
  const { kind, method, contentType } = request;
  const object = getObject(writer.store, request);
  const body = parseBody(request);
  const scale = method === "PATCH"
    ? applyPatch(toScale(object), body, contentType, true)
    : isMap(body)
    ? body
    : {};
  const version = stringAt(scale, "metadata", "resourceVersion");
  if (version !== "" && version !== object.metadata.resourceVersion) {
    throw conflict(kind, object.metadata.name, "the object has been modified");
  }
  const replicas = numberAt(scale, "spec", "replicas");
  if (replicas === undefined || !Number.isInteger(replicas) || replicas < 0) {
    const message = `Invalid value: ${replicas ?? null}: must be greater than or equal to 0`;
    throw invalid(SCALE, object.metadata.name, [{ field: "spec.replicas", message }]);
  }
  if (numberAt(object, "spec", "replicas") === replicas) return toScale(object);
  const { metadata } = object;
  const changed = recordUpdate(
    object,
    {
      ...object,
      metadata: { ...metadata, generation: (metadata.generation ?? 1) + 1 },
      spec: { ...mapAt(object, "spec"), replicas },
    },
    managerOf(request),
    writer.timestamp,
  );
  return toScale(isDryRun(request) ? changed : writer.update(kind, changed));
}

/** Assigns a pod to a node. */
export function bindPod(writer: ObjectWriter, request: ResourceRequest): JsonMap {
  const pod = getObject(writer.store, request);
  const nodeName = stringAt(parseOptions(request), "target", "name");
  const current = stringAt(pod, "spec", "nodeName");
  if (current !== "") {
    throw conflict(
      request.kind,
      pod.metadata.name,
      `pod ${pod.metadata.name} is already assigned to node "${current}"`,
    );
  }
  if (!isDryRun(request)) {
    writer.patch(request.kind, pod, { spec: { ...mapAt(pod, "spec"), nodeName } });
  }
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
}

/** Replaces the finalizers of a namespace; one without any is removed once it is empty. */
export function finalizeNamespace(writer: ObjectWriter, request: ResourceRequest): KubeObject {
  const namespace = getObject(writer.store, request);
  const { finalizers } = mapAt(parseBody(request), "spec");
  const spec = { ...mapAt(namespace, "spec"), finalizers: finalizers ?? [] };
  return writer.patch(request.kind, namespace, { spec });
}

/** Seconds for which a token is valid by default. */
const TOKEN_SECONDS = 3600;

/** Issues a token of a service account. It is valid until the sandbox ends. */
export function requestToken(
  writer: ObjectWriter,
  request: ResourceRequest,
  tokens: Tokens,
): JsonMap {
  const { metadata: { name, namespace = "default" } } = getObject(writer.store, request);
  const spec = mapAt(parseOptions(request), "spec");
  const seconds = numberAt(spec, "expirationSeconds") ?? TOKEN_SECONDS;
  return {
    kind: "TokenRequest",
    apiVersion: "authentication.k8s.io/v1",
    metadata: { name, namespace },
    spec: { ...spec, expirationSeconds: seconds },
    status: {
      token: isDryRun(request) ? "" : tokens.issue(namespace, name),
      expirationTimestamp: formatTime(writer.now + seconds * 1000),
    },
  };
}
