/**
 * Paths of the Kubernetes API.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { ResourceType } from "./objects.ts";

/** Parameters of a query; undefined ones are omitted. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Path of a group and version: `/api/v1` or `/apis/apps/v1`. */
export function groupPath(group: string, version: string): string {
  const [first, second] = [segment(group), segment(version, "API version")];
  return group === "" ? `/api/${second}` : `/apis/${first}/${second}`;
}

/** Path of all objects of a type, in a namespace or in all of them. */
export function collectionPath(type: ResourceType, namespace: string | undefined): string {
  const base = groupPath(type.group, type.version);
  const scope = type.isNamespaced && namespace !== undefined
    ? `/namespaces/${segment(namespace, "namespace")}`
    : "";
  return `${base}${scope}/${segment(type.plural)}`;
}

/** Path of an object, or of one of its subresources. */
export function objectPath(
  type: ResourceType,
  namespace: string,
  name: string,
  subresource?: string,
): string {
  const path = `${collectionPath(type, namespace)}/${segment(name, "name")}`;
  return subresource === undefined ? path : `${path}/${segment(subresource)}`;
}

/** Adds a query. */
export function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(key, String(value));
  }
  const text = parameters.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Encodes a path segment. An empty one or `..` would address another resource. */
function segment(text: string, required?: string): string {
  if ((required !== undefined && text === "") || text === "." || text === "..") {
    throw new OsctlError("input", `invalid ${required ?? "path segment"} "${text}"`);
  }
  return encodeURIComponent(text);
}
