/**
 * Resource types that a server offers.
 *
 * @module
 */
import { KubernetesError } from "./kubernetes_error.ts";
import type { ResourceType } from "./objects.ts";

/** Names of a kind. */
type KindName = Pick<ResourceType, "group" | "version" | "kind">;

/** An `APIResourceList` in its JSON form. */
interface ApiResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
  }[];
}

/**
 * Finds a kind in a discovery document.
 *
 * @throws {KubernetesError} with the code 404 when the document does not have it.
 */
export function resolveKind(document: unknown, type: KindName): ResourceType {
  const { resources = [] } = document as ApiResourceList;
  // Subresources have a slash in their name.
  const found = resources.find((one) => one.kind === type.kind && !one.name.includes("/"));
  if (found === undefined) throw unknownKind(type);
  return { ...type, plural: found.name, isNamespaced: found.namespaced };
}

/** Creates the error for a kind that the server does not have. */
export function unknownKind({ group, version, kind }: KindName): KubernetesError {
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const message = `the server does not have the resource type "${kind}" of "${apiVersion}"`;
  return new KubernetesError(message, 404, "NotFound", undefined);
}
