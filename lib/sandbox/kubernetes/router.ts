/**
 * Routes requests of the Kubernetes API to discovery, health and resources.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { ApiError } from "./api_error.ts";
import type { ApiRequest, ApiResponse } from "./api_server.ts";
import { type Access, authorize } from "./authorizer.ts";
import { deleteCollection, deleteObject, evictPod } from "./delete.ts";
import {
  AGGREGATED,
  aggregatedDiscovery,
  apiGroup,
  apiGroupList,
  apiResourceList,
  apiVersions,
} from "./discovery.ts";
import type { Kind } from "../objects/kinds.ts";
import type { JsonMap, KubeObject } from "../objects/objects.ts";
import type { ObjectWriter } from "./object_writer.ts";
import type { PodProcesses } from "./processes/pod_processes.ts";
import { openApi } from "./openapi.ts";
import { readLog } from "./pod_logs.ts";
import type { ContainerScript } from "./container_scripts.ts";
import type { ExecResult } from "./exec.ts";
import { getObject, listObjects, toList } from "./read.ts";
import {
  acceptsTable,
  parseBoolean,
  parsePath,
  requireJson,
  type ResourceRequest,
} from "./request.ts";
import { review, reviewOf } from "./reviews.ts";
import { bindPod, finalizeNamespace, requestToken, scaleObject, toScale } from "./subresources.ts";
import { type TableOptions, toTable } from "./table.ts";
import { watchObjects } from "./watch.ts";
import { createObject, patchObject, replaceObject, type Written } from "./write.ts";

const JSON_TYPE = "application/json";
const HEALTH = /^\/(healthz|livez|readyz)(\/[\w-]+)?$/;

/** Dependencies of the router. */
export interface RouterOptions {
  readonly writer: ObjectWriter;
  readonly clock: Clock;
  /** Version of the serving node's kube-apiserver, for example `v1.31.1`. */
  readonly version: string;
  /** The served kinds. */
  readonly kinds: readonly Kind[];
  /** Address of the server. */
  readonly address: string;
  /** Scripts of containers. */
  readonly scripts: readonly ContainerScript[];
  /** Pods that run as processes; undefined where none does. */
  readonly processes: PodProcesses | undefined;
}

/** Answers a request. Every error becomes a `Status`. */
export function route(options: RouterOptions, request: ApiRequest): ApiResponse {
  try {
    return dispatch(options, request);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const retryAfter = error.details?.["retryAfterSeconds"];
    const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    return { ...json(error.code, error.toStatus()), headers };
  }
}

/** Runs the command of a request to upgrade; an error becomes a response with a `Status`. */
export async function routeExec(
  options: RouterOptions,
  request: ApiRequest,
): Promise<ApiResponse | ExecResult> {
  const { runCommand } = await import("./exec.ts");
  const { writer, scripts } = options;
  try {
    const resource = toResource(options, request);
    if (resource?.subresource !== "exec") throw notServed();
    return runCommand(writer.store, scripts, resource);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return json(error.code, error.toStatus());
  }
}

function dispatch(options: RouterOptions, request: ApiRequest): ApiResponse {
  const resource = toResource(options, request);
  if (resource !== undefined) return answerResource(options, resource);
  const { method, url, user, headers, body } = request;
  const path = url.pathname;
  const { store } = options.writer;
  const kind = method === "POST" ? reviewOf(path) : undefined;
  if (kind !== undefined) return json(201, review(store, kind, user!, body!));
  authorize(store, user!, { verb: method.toLowerCase(), path });
  if (method !== "GET" && method !== "HEAD") throw notServed();
  return document(options, path, headers["accept"] ?? "");
}

/**
 * Returns the authorized request to a resource; undefined for another path.
 *
 * @throws {ApiError}
 */
function toResource(options: RouterOptions, request: ApiRequest): ResourceRequest | undefined {
  const { method, url, user, headers, body } = request;
  if (user === undefined) throw new ApiError("Unauthorized", "Unauthorized");
  if (body === undefined) {
    throw new ApiError("RequestEntityTooLarge", "Request entity too large: limit is 3145728");
  }
  const target = parsePath(url.pathname, options.kinds);
  if (target === undefined) return undefined;
  const [contentType = ""] = (headers["content-type"] ?? "").split(";");
  const [agent = ""] = (headers["user-agent"] ?? "").split("/");
  const resource: ResourceRequest = {
    ...target,
    method,
    query: url.searchParams,
    user,
    accept: headers["accept"] ?? "",
    contentType: contentType.trim(),
    agent,
    body,
    signal: request.signal,
  };
  authorize(options.writer.store, user, accessOf(resource));
  return resource;
}

function notServed(): ApiError {
  return new ApiError("NotFound", "the server could not find the requested resource");
}

function json(status: number, value: JsonMap, contentType = JSON_TYPE): ApiResponse {
  return { status, contentType, body: `${JSON.stringify(value)}\n` };
}

/** Answers a path that is not a resource. */
function document(options: RouterOptions, path: string, accept: string): ApiResponse {
  if (HEALTH.test(path)) return { status: 200, contentType: "text/plain", body: "ok" };
  if (path === "/version" || path === "/version/") return json(200, version(options.version));
  const parts = path.replace(/\/$/, "").split("/").slice(1);
  const isRoot = parts.length === 1 && (parts[0] === "api" || parts[0] === "apis");
  if (isRoot && accept.includes("as=APIGroupDiscoveryList") && /;v=v2(;|,|$)/.test(accept)) {
    return json(200, aggregatedDiscovery(options.kinds, parts[0] === "api"), AGGREGATED);
  }
  const found = isRoot
    ? parts[0] === "api" ? apiVersions(options.address) : apiGroupList(options.kinds)
    : parts[0] === "api" && parts.length === 2
    ? apiResourceList(options.kinds, "", parts[1]!)
    : parts[0] === "apis" && parts.length === 2
    ? apiGroup(options.kinds, parts[1]!)
    : parts[0] === "apis" && parts.length === 3
    ? apiResourceList(options.kinds, parts[1]!, parts[2]!)
    : openApi(path);
  if (found === undefined) throw notServed();
  return json(200, found);
}

function version(gitVersion: string): JsonMap {
  const [major = "", minor = ""] = gitVersion.replace(/^v/, "").split(".");
  return {
    major,
    minor,
    gitVersion,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "1970-01-01T00:00:00Z",
    goVersion: "",
    compiler: "",
    platform: "linux/amd64",
  };
}

/** Returns the access that a request needs. */
function accessOf(request: ResourceRequest): Access {
  const { kind, namespace, name, subresource, query, method } = request;
  const verbs: Readonly<Record<string, string>> = {
    GET: parseBoolean(query, "watch") ? "watch" : name === undefined ? "list" : "get",
    HEAD: "get",
    POST: "create",
    PUT: "update",
    PATCH: "patch",
    DELETE: name === undefined ? "deletecollection" : "delete",
  };
  return {
    verb: verbs[method] ?? method.toLowerCase(),
    group: kind.group,
    resource: subresource === undefined ? kind.plural : `${kind.plural}/${subresource}`,
    namespace,
    name,
  };
}

function answerResource(options: RouterOptions, request: ResourceRequest): ApiResponse {
  const { method, query, name, subresource } = request;
  const { writer } = options;
  if (subresource !== undefined) return answerSubresource(options, request, subresource);
  requireJson(request.accept);
  switch (method) {
    case "GET": {
      if (parseBoolean(query, "watch")) return answerWatch(options, request);
      if (name !== undefined) {
        return answerObject(options, request, getObject(writer.store, request));
      }
      const page = listObjects(writer.store, request);
      if (!acceptsTable(request.accept)) return json(200, toList(request.kind, page));
      const table = tableOptions(options, query, page.metadata);
      return json(200, toTable(request.kind, page.items, table));
    }
    case "POST":
      if (name === undefined) return answerWritten(createObject(writer, request));
      break;
    case "PUT":
      if (name !== undefined) return answerWritten(replaceObject(writer, request));
      break;
    case "PATCH":
      if (name !== undefined) return answerWritten(patchObject(writer, request));
      break;
    case "DELETE":
      return json(
        200,
        name === undefined ? deleteCollection(writer, request) : deleteObject(writer, request),
      );
  }
  throw notAllowed();
}

function notAllowed(): ApiError {
  return new ApiError(
    "MethodNotAllowed",
    "the server does not allow this method on the requested resource",
  );
}

function answerWritten({ object, isNew }: Written): ApiResponse {
  return json(isNew ? 201 : 200, object);
}

function answerSubresource(
  { writer, scripts, clock, processes }: RouterOptions,
  request: ResourceRequest,
  subresource: string,
): ApiResponse {
  const { method } = request;
  const isWrite = method === "PUT" || method === "PATCH";
  switch (subresource) {
    case "log":
      if (method !== "GET") break;
      return {
        status: 200,
        contentType: "text/plain",
        body: readLog({ store: writer.store, scripts, clock, processes }, request),
      };
    case "exec":
      throw new ApiError("BadRequest", "Upgrade request required");
    case "eviction":
      if (method === "POST") return json(201, evictPod(writer, request));
      break;
    case "binding":
      if (method === "POST") return json(201, bindPod(writer, request));
      break;
    case "finalize":
      if (method === "PUT") return json(200, finalizeNamespace(writer, request));
      break;
    case "scale":
      if (isWrite) return json(200, scaleObject(writer, request));
      if (method === "GET") return json(200, toScale(getObject(writer.store, request)));
      break;
    case "token":
      if (method === "POST" && processes !== undefined) {
        return json(201, requestToken(writer, request, processes.tokens));
      }
      break;
    case "status":
      if (method === "PUT") return answerWritten(replaceObject(writer, request));
      if (method === "PATCH") return answerWritten(patchObject(writer, request));
      if (method === "GET") return json(200, getObject(writer.store, request));
      break;
  }
  throw notAllowed();
}

function answerObject(
  options: RouterOptions,
  { accept, kind, query }: ResourceRequest,
  object: KubeObject,
): ApiResponse {
  if (!acceptsTable(accept)) return json(200, object);
  const { resourceVersion } = object.metadata;
  const table = tableOptions(options, query, { resourceVersion });
  return json(200, toTable(kind, [object], table));
}

function tableOptions(
  { clock }: RouterOptions,
  query: URLSearchParams,
  metadata: JsonMap,
): TableOptions {
  const include = query.get("includeObject") ?? "";
  const isValid = include === "None" || include === "Object" || include === "Metadata";
  return { include: isValid ? include : "Metadata", metadata, now: clock.now() };
}

function answerWatch(options: RouterOptions, request: ResourceRequest): ApiResponse {
  const { writer, clock } = options;
  const { kind, query } = request;
  const isTable = acceptsTable(request.accept);
  const events = watchObjects(writer.store, clock, request);
  async function* lines() {
    let hasHeader = true;
    for await (const { type, object } of events) {
      const { resourceVersion } = object.metadata;
      const shown = isTable && type !== "BOOKMARK"
        ? toTable(kind, [object], {
          ...tableOptions(options, query, { resourceVersion }),
          hasHeader,
        })
        : object;
      if (isTable && type !== "BOOKMARK") hasHeader = false;
      yield `${JSON.stringify({ type, object: shown })}\n`;
    }
  }
  return { status: 200, contentType: `${JSON_TYPE};stream=watch`, body: lines() };
}
