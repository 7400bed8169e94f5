/**
 * How much a peer lets this side send (RFC 9113, section 6.9.1).
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./errors.ts";
import { LARGEST_WINDOW } from "./frame_types.ts";

/** @throws {Http2Error} when a window, bytes, has grown beyond what there can be. */
export function checkWindow(size: number): void {
  if (size > LARGEST_WINDOW) {
    throw new Http2Error(ErrorCode.flowControlError, "window grew too large");
  }
}
