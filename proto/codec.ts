/**
 * Runtime of the generated modules.
 *
 * @module
 */
import { OsctlError } from "../lib/errors.ts";
import type { Method } from "./method.ts";

/** The part of a generated message class that a method needs. */
export interface Codec<Input, Output> {
  encode(message: Input): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Output;
}

/** Defines a property of `owner` that `create` computes at the first access. */
export function lazily(owner: object, name: string, create: () => unknown): void {
  const shape = { configurable: true, enumerable: true };
  Object.defineProperty(owner, name, {
    ...shape,
    get: () => {
      const value = create();
      Object.defineProperty(owner, name, { ...shape, writable: true, value });
      return value;
    },
  });
}

/** Creates the descriptor of a method. */
export function method<Request, Response>(
  path: string,
  request: () => Codec<Request, Request>,
  response: () => Codec<unknown, Response>,
  clientStreaming: boolean,
  serverStreaming: boolean,
): Method<Request, Response> {
  return {
    path,
    clientStreaming,
    serverStreaming,
    encodeRequest: (message) => request().encode(message).finish(),
    decodeRequest: (bytes) => {
      try {
        return request().decode(bytes);
      } catch (cause) {
        throw new OsctlError("input", `cannot decode request of "${path}": ${reason(cause)}`, {
          cause,
        });
      }
    },
    encodeResponse: (message) => response().encode(message).finish(),
    decodeResponse: (bytes) => {
      try {
        return response().decode(bytes);
      } catch (cause) {
        throw new OsctlError("node", `cannot decode response of "${path}": ${reason(cause)}`, {
          hint: "check that the endpoint is a node's API",
          cause,
        });
      }
    },
  };
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
