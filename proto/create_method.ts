/**
 * Creates the method descriptors of the generated modules.
 *
 * @module
 */
import { OsctlError } from "../lib/errors.ts";
import { type MessageType, messageType } from "./message.ts";
import type { Method } from "./method.ts";

/**
 * Creates the descriptor of a method.
 *
 * @param request full name of the message with a leading dot; `response` likewise.
 */
export function createMethod(
  path: string,
  request: string,
  response: string,
  clientStreaming: boolean,
  serverStreaming: boolean,
): Method<unknown, unknown> {
  const requestType = once(() => messageType(request));
  const responseType = once(() => messageType(response));
  const encode = (type: MessageType, message: unknown) =>
    type.encode(message as Record<string, unknown>).finish();
  return {
    path,
    clientStreaming,
    serverStreaming,
    encodeRequest: (message) => encode(requestType(), message),
    decodeRequest: (bytes) => {
      try {
        return requestType().decode(bytes);
      } catch (cause) {
        throw new OsctlError("input", `cannot decode request of "${path}": ${reason(cause)}`, {
          cause,
        });
      }
    },
    encodeResponse: (message) => encode(responseType(), message),
    decodeResponse: (bytes) => {
      try {
        return responseType().decode(bytes);
      } catch (cause) {
        throw new OsctlError("node", `cannot decode response of "${path}": ${reason(cause)}`, {
          hint: "check that the endpoint is a node's API",
          cause,
        });
      }
    },
  };
}

function once<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => value ??= create();
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
