/**
 * Request bodies.
 *
 * @module
 */
import { parseYaml, toData } from "../../yaml/mod.ts";
import { ApiError } from "./api_error.ts";
import { apiVersionOf, type Kind } from "../objects/kinds.ts";
import { isMap, type Json, type JsonMap } from "../objects/objects.ts";
import type { ResourceRequest } from "./request.ts";

const JSON_TYPES = ["", "application/json", "application/yaml"];

/**
 * Parses a body as JSON or YAML.
 *
 * @throws {ApiError} BadRequest
 */
export function parseBody({ body }: Pick<ResourceRequest, "body">): Json {
  const text = new TextDecoder().decode(body);
  rejectDeepText(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return parseYamlBody(text);
  }
}

/** Maximum nesting depth of a body; Kubernetes objects have fewer than 30 levels. */
const MAX_DEPTH = 1000;

/**
 * Rejects a JSON text that nests too deep for recursive functions.
 *
 * @throws {ApiError} BadRequest
 */
function rejectDeepText(text: string): void {
  let depth = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth > MAX_DEPTH) {
      throw new ApiError(
        "BadRequest",
        `the body of the request nests deeper than ${MAX_DEPTH} levels`,
      );
    }
  }
}

function parseYamlBody(text: string): Json {
  const { documents, problems } = parseYaml(text);
  const [document] = documents;
  if (document === undefined || problems.length > 0) {
    const reason = problems[0]?.message ?? "it is empty";
    throw new ApiError("BadRequest", `the body of the request is neither JSON nor YAML: ${reason}`);
  }
  // Numbers beyond the exact range of JSON become strings.
  return JSON.parse(
    JSON.stringify(
      toData(document.root),
      (_, value) => typeof value === "bigint" ? String(value) : value,
    ),
  );
}

/**
 * Parses the object of a create or replace request.
 *
 * @throws {ApiError} UnsupportedMediaType for protobuf; BadRequest for another kind or version.
 */
export function parseObject(request: ResourceRequest): JsonMap {
  if (!JSON_TYPES.includes(request.contentType)) {
    throw new ApiError(
      "UnsupportedMediaType",
      "the body of the request was in an unknown format - accepted media types include: " +
        "application/json, application/yaml",
    );
  }
  return requireKind(parseBody(request), request.kind);
}

/**
 * Returns a value as an object of a kind.
 *
 * @throws {ApiError} BadRequest when it is not one.
 */
export function requireKind(value: Json, kind: Kind): JsonMap {
  if (!isMap(value)) throw new ApiError("BadRequest", "the body of the request is not an object");
  const version = apiVersionOf(kind);
  const found = [value["apiVersion"] ?? version, value["kind"] ?? kind.kind];
  if (found[0] === version && found[1] === kind.kind) return value;
  throw new ApiError(
    "BadRequest",
    `${found[1]} in version "${found[0]}" cannot be handled as a ${kind.kind}: unknown conversion`,
  );
}

/** Parses an optional body, such as `DeleteOptions`; empty without one. */
export function parseOptions(request: ResourceRequest): JsonMap {
  if (request.body.length === 0) return {};
  const value = parseBody(request);
  return isMap(value) ? value : {};
}
