/**
 * Status errors of life cycle methods.
 *
 * @module
 */
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { unknownError } from "../status_errors.ts";
import type { UnaryHandler } from "../types.ts";

/** Rejects calls to nodes in container mode, whose image and power the container runtime manages. */
export function unlessContainer<Req, Res>(handler: UnaryHandler<Req, Res>): UnaryHandler<Req, Res> {
  return (request, call) => {
    if (call.node.platform?.mode !== "container") return handler(request, call);
    const message = "method is not supported in container mode";
    return Promise.reject(new StatusError(StatusCode.failedPrecondition, message));
  };
}

/**
 * Returns the tag of an installer image, which is the version that it installs.
 *
 * @throws {StatusError} When the image has no tag.
 */
export function imageTag(image: string): string {
  const tag = /^[^@\s]*\/[^@\s:]+:([\w][\w.-]{0,127})(@sha256:[0-9a-f]{64})?$/.exec(image)?.[1];
  if (tag !== undefined) return tag;
  throw unknownError(`error validating installer image ${JSON.stringify(image)}: not found`);
}
