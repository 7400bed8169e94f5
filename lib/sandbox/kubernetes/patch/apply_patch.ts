/**
 * Patches by media type.
 *
 * @module
 */
import { applyPatch as applyJsonOperations } from "rfc6902";
import { ApiError } from "../api_error.ts";
import { isList, isMap, type Json, type JsonMap } from "../objects.ts";
import { applyMergePatch } from "./merge_patch.ts";
import { applyStrategicPatch } from "./strategic.ts";

/** Media type of server-side apply. */
export const APPLY = "application/apply-patch+yaml";

const JSON_PATCH = "application/json-patch+json";
const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";

/**
 * Returns the patched object.
 *
 * @param isCustom whether the kind is defined by a custom resource, which has no merge keys.
 * @throws {ApiError} BadRequest for an invalid patch, UnsupportedMediaType for an unknown type.
 */
export function applyPatch(
  target: JsonMap,
  patch: Json,
  contentType: string,
  isCustom: boolean,
): JsonMap {
  switch (contentType) {
    case JSON_PATCH:
      return applyOperations(target, patch);
    case MERGE:
      return asObject(applyMergePatch(target, patch));
    case STRATEGIC:
      if (isCustom) break;
      return applyStrategicPatch(target, asObject(patch));
  }
  const types = [JSON_PATCH, MERGE, ...isCustom ? [] : [STRATEGIC], APPLY];
  throw new ApiError(
    "UnsupportedMediaType",
    "the body of the request was in an unknown format - accepted media types include: " +
      types.join(", "),
  );
}

function asObject(value: Json): JsonMap {
  if (isMap(value)) return value;
  throw new ApiError("BadRequest", "the patch is not a JSON object");
}

function applyOperations(target: JsonMap, patch: Json): JsonMap {
  if (!isList(patch)) throw new ApiError("BadRequest", "the JSON patch is not a list");
  const copy = structuredClone(target);
  const operations = patch as unknown as Parameters<typeof applyJsonOperations>[1];
  if (applyJsonOperations(copy, operations).every((error) => error === null)) return copy;
  throw new ApiError("Invalid", "the server rejected our request due to an error in our request");
}
