/**
 * Requests to the Kubernetes API: the parts of a path, and content negotiation.
 *
 * @module
 */
import { ApiError } from "./api_error.ts";
import { findKind, type Kind } from "../objects/kinds.ts";

/** The authenticated user of a request. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
}

/** A request to a resource. */
export interface ResourceRequest {
  readonly method: string;
  readonly kind: Kind;
  /** Undefined for all namespaces, and for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  /** Undefined for the collection. */
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly query: URLSearchParams;
  readonly user: User;
  /** Header `Accept`. */
  readonly accept: string;
  /** Media type of the body without parameters. */
  readonly contentType: string;
  /** Name of the program, from the header `User-Agent`. */
  readonly agent: string;
  readonly body: Uint8Array;
  /** Aborts when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
}

/** The resource that a path names. */
export type ResourcePath = Pick<ResourceRequest, "kind" | "namespace" | "name" | "subresource">;

/** Parses a path below `/api/<version>` or `/apis/<group>/<version>`; undefined for any other. */
export function parsePath(path: string, kinds: readonly Kind[]): ResourcePath | undefined {
  const parts = path.split("/").slice(1).map(decodeURIComponent);
  if (parts.at(-1) === "") parts.pop();
  const root = parts.shift();
  if (root !== "api" && root !== "apis") return undefined;
  const group = root === "api" ? "" : parts.shift() ?? "";
  const version = parts.shift() ?? "";
  let namespace: string | undefined;
  // A namespace is also a resource of its own: /namespaces/<name> and its subresources.
  const isNamespaceItself = parts.length <= 2 || ["status", "finalize"].includes(parts[2]!);
  if (parts[0] === "namespaces" && !(root === "api" && isNamespaceItself)) {
    namespace = parts[1];
    parts.splice(0, 2);
  }
  const [plural, name, subresource, ...more] = parts;
  if (plural === undefined || more.length > 0) return undefined;
  const kind = findKind(kinds, group, version, plural);
  if (kind === undefined) return undefined;
  if (namespace !== undefined && !kind.namespaced) return undefined;
  if (name !== undefined && kind.namespaced && namespace === undefined) return undefined;
  if (subresource !== undefined && !kind.subresources.includes(subresource)) return undefined;
  return { kind, namespace, name, subresource };
}

/** Reports whether a client accepts tables. */
export function acceptsTable(accept: string): boolean {
  return accept.split(",").some((one) =>
    /;\s*as=Table\b/.test(one) && /;\s*g=meta\.k8s\.io\b/.test(one)
  );
}

/**
 * Rejects a client that accepts no JSON.
 *
 * @throws {ApiError} NotAcceptable
 */
export function requireJson(accept: string): void {
  const types = accept.split(",").map((one) => one.split(";")[0]!.trim());
  const isJson = accept === "" ||
    types.some((type) => ["application/json", "application/*", "*/*"].includes(type));
  if (isJson) return;
  throw new ApiError(
    "NotAcceptable",
    "only the following media types are accepted: application/json",
  );
}

/** Parses a boolean query parameter. */
export function parseBoolean(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== "false" && value !== "0";
}

/**
 * Parses a query parameter that is a non-negative integer; undefined when it is absent or empty.
 *
 * @throws {ApiError} BadRequest
 */
export function parseCount(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null || value === "") return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  throw new ApiError("BadRequest", `invalid value "${value}" of parameter ${name}`);
}
