/**
 * Validation of objects: names, required fields, and fields that cannot change.
 *
 * @module
 */
import { type FieldError, invalid } from "./api_error.ts";
import type { Kind } from "../objects/kinds.ts";
import {
  isEqual,
  isMap,
  type Json,
  type JsonMap,
  type KubeObject,
  mapAt,
  mapsAt,
  stringAt,
  stringsAt,
  valueAt,
} from "../objects/objects.ts";
import { matchLabels } from "./selectors.ts";

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
/** Names of roles are segments of paths. */
const SEGMENT = /^(?!\.{1,2}$)[^/%]+$/;
const LABEL_VALUE = /^([A-Za-z0-9]([\w.-]*[A-Za-z0-9])?)?$/;
const LABEL_NAME = /^([a-z0-9.-]{1,253}\/)?[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/;

function required(field: string, detail = ""): FieldError {
  const message = detail === "" ? "Required value" : `Required value: ${detail}`;
  return { field, message, reason: "FieldValueRequired" };
}

function wrong(field: string, value: Json | undefined, detail: string): FieldError {
  return { field, message: `Invalid value: ${JSON.stringify(value ?? null)}: ${detail}` };
}

/**
 * Validates a new object.
 *
 * @throws {ApiError} Invalid
 */
export function validateObject(kind: Kind, object: KubeObject): void {
  const errors = [
    ...nameErrors(kind, object),
    ...labelErrors(object),
    ...kind.group === "" || kind.group === "apps" ? VALIDATORS[kind.kind]?.(object) ?? [] : [],
  ];
  if (errors.length > 0) throw invalid(kind, object.metadata.name, errors);
}

function nameErrors({ kind, group }: Kind, { metadata: { name } }: KubeObject): FieldError[] {
  if (name === "") return [required("metadata.name", "name or generateName is required")];
  if (group === "rbac.authorization.k8s.io") {
    return SEGMENT.test(name) ? [] : [wrong("metadata.name", name, "may not contain '/' or '%'")];
  }
  const isLabel = kind === "Namespace" || kind === "Service";
  const [pattern, limit, text] = isLabel
    ? [LABEL, 63, "a lowercase RFC 1123 label"] as const
    : [SUBDOMAIN, 253, "a lowercase RFC 1123 subdomain"] as const;
  if (name.length <= limit && pattern.test(name)) return [];
  return [
    wrong(
      "metadata.name",
      name,
      `${text} must consist of lower case alphanumeric characters, '-'${
        isLabel ? "" : " or '.'"
      }, and must start and end with an alphanumeric character`,
    ),
  ];
}

function labelErrors({ metadata }: KubeObject): FieldError[] {
  const { labels } = metadata;
  if (labels === undefined) return [];
  return Object.entries(labels as JsonMap).flatMap(([name, value]) => {
    if (!LABEL_NAME.test(name)) {
      return [wrong("metadata.labels", name, "name part must be a valid label name")];
    }
    const isValid = typeof value === "string" && value.length <= 63 && LABEL_VALUE.test(value);
    return isValid ? [] : [wrong("metadata.labels", value, "must be a valid label value")];
  });
}

const VALIDATORS: Readonly<Record<string, (object: KubeObject) => FieldError[]>> = {
  Pod: (pod) => containerErrors(mapAt(pod, "spec"), "spec"),
  Deployment: workloadErrors,
  ReplicaSet: workloadErrors,
  DaemonSet: workloadErrors,
  Service: (service) => {
    const ports = mapsAt(service, "spec", "ports");
    const isHeadless = stringAt(service, "spec", "clusterIP") === "None" ||
      stringAt(service, "spec", "type") === "ExternalName";
    return ports.length === 0 && !isHeadless ? [required("spec.ports")] : [];
  },
};

function workloadErrors(object: KubeObject): FieldError[] {
  const selector = valueAt(object, "spec", "selector");
  const replicas = valueAt(object, "spec", "replicas");
  const labels = stringsAt(object, "spec", "template", "metadata", "labels");
  return [
    ...isMap(selector) ? [] : [required("spec.selector")],
    ...typeof replicas === "number" && replicas < 0
      ? [wrong("spec.replicas", replicas, "must be greater than or equal to 0")]
      : [],
    ...isMap(selector) && !matchLabels(selector)(labels)
      ? [
        wrong(
          "spec.template.metadata.labels",
          labels,
          "`selector` does not match template `labels`",
        ),
      ]
      : [],
    ...containerErrors(mapAt(object, "spec", "template", "spec"), "spec.template.spec"),
  ];
}

function containerErrors(spec: JsonMap, path: string): FieldError[] {
  const containers = mapsAt(spec, "containers");
  if (containers.length === 0) return [required(`${path}.containers`)];
  const names = containers.map((one) => stringAt(one, "name"));
  return containers.flatMap((container, index) => {
    const field = `${path}.containers[${index}]`;
    const name = names[index]!;
    return [
      ...name === "" ? [required(`${field}.name`)] : [],
      ...names.indexOf(name) < index
        ? [{ field: `${field}.name`, message: `Duplicate value: "${name}"` }]
        : [],
      ...stringAt(container, "image") === "" ? [required(`${field}.image`)] : [],
    ];
  });
}

/**
 * Validates a changed object.
 *
 * @throws {ApiError} Invalid when an immutable field has changed.
 */
export function validateUpdate(kind: Kind, before: KubeObject, after: KubeObject): void {
  const errors: FieldError[] = [];
  const check = (path: string, detail = "field is immutable") => {
    const parts = path.split(".");
    const value = valueAt(after, ...parts);
    if (!isEqual(valueAt(before, ...parts), value)) errors.push(wrong(path, value, detail));
  };
  if (kind.group === "apps") check("spec.selector");
  if (kind.kind.endsWith("RoleBinding")) check("roleRef", "cannot change roleRef");
  if (kind.kind === "Service" && stringAt(before, "spec", "clusterIP") !== "") {
    check("spec.clusterIP");
  }
  if (kind.kind === "Secret") check("type");
  const isLocked = before["immutable"] === true &&
    (kind.kind === "Secret" || kind.kind === "ConfigMap");
  if (isLocked) {
    for (const field of ["data", "binaryData", "immutable"]) {
      check(field, "field is immutable when `immutable` is set");
    }
  }
  if (kind.kind === "Pod" && !isEqual(mutablePart(before), mutablePart(after))) {
    errors.push({
      field: "spec",
      message: "Forbidden: pod updates may not change fields other than " +
        "`spec.containers[*].image`,`spec.initContainers[*].image`," +
        "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations)," +
        "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously " +
        "negative)",
      reason: "FieldValueForbidden",
    });
  }
  if (errors.length > 0) throw invalid(kind, after.metadata.name, errors);
}

/** Returns the spec of a pod without the fields that an update may change. */
function mutablePart(pod: KubeObject): JsonMap {
  const { activeDeadlineSeconds: _deadline, tolerations: _tolerations, ...spec } = mapAt(
    pod,
    "spec",
  );
  const withoutImages = (name: string) =>
    mapsAt(spec, name).map(({ image: _image, ...container }) => container);
  return {
    ...spec,
    containers: withoutImages("containers"),
    initContainers: withoutImages("initContainers"),
  };
}
