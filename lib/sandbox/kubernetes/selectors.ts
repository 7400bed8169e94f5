/**
 * Label and field selectors.
 *
 * @module
 */
import { ApiError } from "./api_error.ts";
import type { Kind } from "../objects/kinds.ts";
import {
  type Json,
  type JsonMap,
  type KubeObject,
  stringsAt,
  valueAt,
} from "../objects/objects.ts";

/** Reports whether a selector matches labels. */
export type LabelMatcher = (labels: Readonly<Record<string, string>>) => boolean;

/** Reports whether selectors match an object. */
export type Matcher = (object: KubeObject) => boolean;

const KEY = String.raw`(?:[A-Za-z0-9.-]+/)?[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?`;
const VALUE = String.raw`(?:[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)?`;
const EQUALITY = new RegExp(`^(${KEY})\\s*(==|=|!=)\\s*(${VALUE})$`);
const SET = new RegExp(`^(${KEY})\\s+(in|notin)\\s*\\(([^()]*)\\)$`);
const EXISTS = new RegExp(`^(!?)\\s*(${KEY})$`);

/** Splits at commas outside of parentheses. */
function splitRequirements(text: string): string[] {
  return text.split(/,(?![^(]*\))/).map((part) => part.trim()).filter((part) => part !== "");
}

/**
 * Parses a label selector.
 *
 * @throws {ApiError} BadRequest when it is invalid.
 */
function parseLabelSelector(text: string): LabelMatcher {
  const requirements = splitRequirements(text).map(parseRequirement);
  return (labels) => requirements.every((matches) => matches(labels));
}

function parseRequirement(text: string): LabelMatcher {
  const equality = EQUALITY.exec(text);
  if (equality !== null) {
    const [, key, operator, value] = equality;
    return (labels) => (labels[key!] === value) === (operator !== "!=");
  }
  const set = SET.exec(text);
  if (set !== null) {
    const values = set[3]!.split(",").map((value) => value.trim());
    return (labels) => {
      const value = labels[set[1]!];
      const isIn = value !== undefined && values.includes(value);
      return isIn === (set[2] === "in");
    };
  }
  const exists = EXISTS.exec(text);
  if (exists !== null) return (labels) => (exists[2]! in labels) === (exists[1] === "");
  throw new ApiError("BadRequest", `unable to parse requirement: invalid label selector "${text}"`);
}

/** Returns the matcher of a `LabelSelector` object. */
export function matchLabels(selector: JsonMap): LabelMatcher {
  const labels = Object.entries(stringsAt(selector, "matchLabels"));
  const expressions = valueAt(selector, "matchExpressions");
  const list = Array.isArray(expressions) ? expressions as JsonMap[] : [];
  return (found) =>
    labels.every(([name, value]) => found[name] === value) &&
    list.every((expression) => matchExpression(expression, found));
}

function matchExpression(
  { key, operator, values }: JsonMap,
  labels: Readonly<Record<string, string>>,
): boolean {
  const value = labels[String(key)];
  const isIn = value !== undefined && Array.isArray(values) && values.includes(value);
  switch (operator) {
    case "In":
      return isIn;
    case "NotIn":
      return !isIn;
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    default:
      return false;
  }
}

/** Fields of each kind that field selectors support, besides name and namespace. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Event: [
    "involvedObject.apiVersion",
    "involvedObject.fieldPath",
    "involvedObject.kind",
    "involvedObject.name",
    "involvedObject.namespace",
    "involvedObject.resourceVersion",
    "involvedObject.uid",
    "reason",
    "reportingComponent",
    "source",
    "type",
  ],
  Namespace: ["status.phase"],
  Node: ["spec.unschedulable"],
  Pod: [
    "spec.hostNetwork",
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "status.nominatedNodeName",
    "status.phase",
    "status.podIP",
  ],
  ReplicaSet: ["status.replicas"],
  Secret: ["type"],
  Service: ["spec.clusterIP", "spec.type"],
};

/** Fields whose missing value is `false`. */
const BOOLEANS = ["spec.unschedulable", "spec.hostNetwork"];

/**
 * Parses a field selector.
 *
 * @throws {ApiError} BadRequest when it is invalid or selects an unsupported field.
 */
function parseFieldSelector(text: string, kind: Kind): Matcher {
  const supported = ["metadata.name", "metadata.namespace", ...FIELDS[kind.kind] ?? []];
  const terms = splitRequirements(text).map((term) => {
    const match = /^([^=!]+)(==|=|!=)(.*)$/.exec(term);
    if (match === null) {
      throw new ApiError("BadRequest", `invalid selector: '${term}'; can't understand '${term}'`);
    }
    const [, field = "", operator = "", value = ""] = match;
    if (!supported.includes(field)) {
      throw new ApiError("BadRequest", `field label not supported: ${field}`);
    }
    return (object: KubeObject) => (readField(object, field) === value) === (operator !== "!=");
  });
  return (object) => terms.every((matches) => matches(object));
}

function readField(object: KubeObject, field: string): string {
  const path = field === "source" ? ["source", "component"] : field.split(".");
  const value: Json | undefined = valueAt(object, ...path);
  if (value === undefined || value === null) return BOOLEANS.includes(field) ? "false" : "";
  return String(value);
}

/** Returns the matcher of a request's selectors. */
export function createMatcher(query: URLSearchParams, kind: Kind): Matcher {
  const [labels, fields] = [query.get("labelSelector"), query.get("fieldSelector")];
  const byLabel = parseLabelSelector(labels ?? "");
  const byField = parseFieldSelector(fields ?? "", kind);
  return (object) => byLabel(object.metadata.labels ?? {}) && byField(object);
}
