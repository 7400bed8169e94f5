/**
 * Status errors of life cycle methods.
 *
 * @module
 */
import { StatusCode, StatusError } from "../../rpc/mod.ts";

/** Creates the status of Talos nodes for errors without a status of their own. */
export function unknown(message: string): StatusError {
  return new StatusError(StatusCode.unknown, message);
}

/**
 * Returns the tag of an installer image, which is the version that it installs.
 *
 * @throws {StatusError} When the image has no tag.
 */
export function imageTag(image: string): string {
  const tag = /^[^@\s]*\/[^@\s:]+:([\w][\w.-]{0,127})(@sha256:[0-9a-f]{64})?$/.exec(image)?.[1];
  if (tag !== undefined) return tag;
  throw unknown(`error validating installer image ${JSON.stringify(image)}: not found`);
}
