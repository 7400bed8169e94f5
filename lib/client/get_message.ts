/**
 * The message of a response.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { getMetadataError } from "./node_error.ts";
import type { Envelope } from "./types.ts";

/** Returns the message of a call to one node; throws the error in it. */
export function getMessage<Message>(envelope: Envelope<Message>): Message {
  const [message] = envelope.messages ?? [];
  if (message === undefined) throw new OsctlError("node", "empty response");
  const error = getMetadataError(message);
  if (error !== undefined) throw error;
  return message;
}
