/**
 * Patches by media type.
 *
 * @module
 */
import { applyPatch as applyJsonOperations, Pointer } from "rfc6902";
import { countJsonSize } from "../../../output/json_size.ts";
import { ApiError } from "../api_error.ts";
import { isList, isMap, type Json, type JsonMap } from "../../objects/objects.ts";
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

/** Maximum number of operations of a JSON patch, as in the Kubernetes API server. */
const MAX_OPERATIONS = 10_000;
/** Maximum size that the copies of a JSON patch may add, bytes, as in the Kubernetes API server. */
const COPY_LIMIT = 3 * 1024 * 1024;

type Operations = Parameters<typeof applyJsonOperations>[1];

function applyOperations(target: JsonMap, patch: Json): JsonMap {
  if (!isList(patch)) throw new ApiError("BadRequest", "the JSON patch is not a list");
  if (patch.length > MAX_OPERATIONS) {
    throw new ApiError(
      "RequestEntityTooLarge",
      `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${patch.length}`,
    );
  }
  const result = structuredClone(target);
  let copied = 0;
  for (const operation of patch as unknown as Operations) {
    if (operation.op === "copy") {
      const { value } = Pointer.fromJSON(operation.from).evaluate(result);
      // Copies of copies double with every operation.
      copied += countJsonSize(value, COPY_LIMIT - copied);
      if (copied > COPY_LIMIT) {
        throw new ApiError(
          "Invalid",
          `Unable to complete the copy, the accumulated size increase of copy is ${copied}, ` +
            `exceeding the limit ${COPY_LIMIT}`,
        );
      }
    }
    const [error] = applyJsonOperations(result, [operation]);
    if (error === null) continue;
    throw new ApiError("Invalid", "the server rejected our request due to an error in our request");
  }
  return result;
}
