/**
 * GET and LIST: single objects, consistent pages, and the meaning of `resourceVersion`.
 *
 * @module
 */
import { ApiError, notFound } from "./api_error.ts";
import { apiVersionOf, type Kind, storageName } from "../objects/kinds.ts";
import type { JsonMap, KubeObject } from "../objects/objects.ts";
import type { ObjectStore } from "./object_store.ts";
import { parseCount, type ResourceRequest } from "./request.ts";
import { createMatcher } from "./selectors.ts";

/**
 * Returns the object of a request.
 *
 * @throws {ApiError} NotFound
 */
export function getObject(
  store: ObjectStore,
  { kind, namespace, name }: Pick<ResourceRequest, "kind" | "namespace" | "name">,
): KubeObject {
  const object = store.get(storageName(kind), namespace, name ?? "");
  if (object === undefined) throw notFound(kind, name ?? "");
  return object;
}

/** A page of a list. */
export interface Page {
  readonly items: readonly KubeObject[];
  readonly metadata: JsonMap;
}

/** Position of the next page. */
interface Cursor {
  /** Revision of the first page. */
  readonly revision: number;
  /** Key of the last object of the previous page. */
  readonly after: string;
}

function encodeCursor(cursor: Cursor): string {
  return btoa(JSON.stringify({ v: "meta.k8s.io/v1", rv: cursor.revision, start: cursor.after }));
}

function decodeCursor(text: string): Cursor {
  try {
    const { rv, start } = JSON.parse(atob(text));
    if (Number.isSafeInteger(rv) && typeof start === "string") {
      return { revision: rv, after: start };
    }
  } catch {
    // A token that is not base64 or JSON is invalid, like one without its fields.
  }
  throw new ApiError("BadRequest", "continue key is not valid: encoded data is malformed");
}

/**
 * Lists a collection.
 *
 * @throws {ApiError} Expired when a page or an exact version is older than the history.
 */
export function listObjects(store: ObjectStore, request: ResourceRequest): Page {
  const { kind, namespace, query } = request;
  const matches = createMatcher(query, kind);
  const limit = parseCount(query, "limit") ?? 0;
  const token = query.get("continue") ?? "";
  const cursor = token === "" ? undefined : decodeCursor(token);
  const revision = cursor?.revision ?? listRevision(store, query, limit);
  const resource = storageName(kind);
  const stored = revision === store.revision
    ? store.list(resource, namespace)
    : store.listAt(resource, namespace, revision);
  if (stored === undefined) throw expired(cursor !== undefined, revision, store);
  const keyOf = ({ metadata }: KubeObject) => `${metadata.namespace ?? ""}/${metadata.name}`;
  const found = stored.filter((object) =>
    matches(object) && (cursor === undefined || keyOf(object) > cursor.after)
  );
  const items = limit > 0 ? found.slice(0, limit) : found;
  const metadata = { resourceVersion: String(revision) };
  if (items.length === found.length) return { items, metadata };
  const hasSelector = query.has("labelSelector") || query.has("fieldSelector");
  return {
    items,
    metadata: {
      ...metadata,
      continue: encodeCursor({ revision, after: keyOf(items.at(-1)!) }),
      // With a selector the server does not know the number of remaining matches.
      ...(hasSelector ? {} : { remainingItemCount: found.length - items.length }),
    },
  };
}

/** Returns the revision of a list. */
function listRevision(store: ObjectStore, query: URLSearchParams, limit: number): number {
  const match = query.get("resourceVersionMatch") ?? "";
  const requested = parseCount(query, "resourceVersion");
  if (match !== "" && requested === undefined) {
    throw new ApiError(
      "Invalid",
      "resourceVersionMatch is forbidden unless resourceVersion is provided",
    );
  }
  if (requested === undefined || requested === 0) return store.revision;
  requireKnown(store, requested);
  const isExact = match === "Exact" || match === "" && limit > 0;
  return isExact ? requested : store.revision;
}

/**
 * Rejects a revision that does not exist yet.
 *
 * @throws {ApiError} Timeout
 */
export function requireKnown(store: ObjectStore, revision: number): void {
  if (revision <= store.revision) return;
  throw new ApiError(
    "Timeout",
    `Timeout: Too large resource version: ${revision}, current: ${store.revision}`,
    {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
  );
}

function expired(isPage: boolean, revision: number, store: ObjectStore): ApiError {
  return isPage
    ? new ApiError(
      "Expired",
      "The provided continue parameter is too old to display a consistent list result. You can " +
        "start a new list without the continue parameter.",
    )
    : new ApiError(
      "Expired",
      `The resourceVersion for the provided list is too old: ${revision} (${store.oldestRevision})`,
    );
}

/** Returns a list object. */
export function toList(kind: Kind, { items, metadata }: Page): JsonMap {
  return {
    kind: `${kind.kind}List`,
    apiVersion: apiVersionOf(kind),
    metadata,
    // Items of typed lists carry neither kind nor version.
    items: items.map(({ kind: _kind, apiVersion: _apiVersion, ...item }) => item),
  };
}
