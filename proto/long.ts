/**
 * 64-bit integers of messages.
 *
 * @module
 */
import Long from "long";

export { Long };
