/**
 * How a node answers itself: role check, fault rules, then the service that has the method.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { OutgoingMessage } from "../rpc/server.ts";
import { StatusCode, StatusError } from "../rpc/status.ts";
import { onlyRequest, type RawCall, type RawHandler } from "./raw.ts";
import { effectiveRoles, isAllowed, ROLE_HEADER } from "./roles.ts";
import type { Binding, Call, NodeFacts, Role } from "./types.ts";

/** What answers the calls of one node. */
export interface DispatchParts {
  readonly node: NodeFacts;
  readonly bindings: readonly Binding[];
  /** The text with which a method is refused that no binding answers. */
  unimplemented(path: string): string;
  /** Whose roles are looked at; in maintenance mode everyone is let in as a reader. */
  rolesOf(call: RawCall): ReadonlySet<Role>;
  /** Whether a role check is made at all. */
  readonly checkRoles: boolean;
  /** Notes an error that is no answer but a fault of the program. */
  report(error: unknown, path: string): void;
}

/** The roles of a caller with a client certificate. */
export function certificateRoles(call: RawCall): ReadonlySet<Role> {
  return effectiveRoles(call.organizations, call.headers[ROLE_HEADER]);
}

/** The handler that answers as the node. */
export function dispatch(parts: DispatchParts): RawHandler {
  const byPath = new Map(parts.bindings.map((binding) => [binding.method.path, binding]));
  return async function* (raw) {
    const roles = parts.rolesOf(raw);
    if (parts.checkRoles && !isAllowed(raw.path, roles)) {
      throw new StatusError(StatusCode.permissionDenied, "not authorized");
    }
    const binding = byPath.get(raw.path);
    if (binding === undefined) {
      throw new StatusError(StatusCode.unimplemented, parts.unimplemented(raw.path));
    }
    const call: Call = { node: parts.node, roles, signal: raw.signal };
    try {
      yield* answer(binding, raw, call);
    } catch (error) {
      if (error instanceof StatusError) throw error;
      if (raw.signal.aborted) throw new StatusError(StatusCode.canceled, "context canceled");
      parts.report(error, raw.path);
      // As a real node does with an error that carries no status.
      throw new StatusError(
        StatusCode.unknown,
        error instanceof Error ? error.message : String(error),
      );
    }
  };
}

async function* answer(
  { method, handler, encode }: Binding,
  raw: RawCall,
  call: Call,
): AsyncGenerator<OutgoingMessage> {
  const decode = (bytes: Uint8Array) => {
    try {
      return method.decodeRequest(bytes);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      throw new StatusError(StatusCode.internal, error.message, { cause: error });
    }
  };
  if (method.clientStreaming) {
    const response = await handler(decoded(raw.requests, decode), call);
    yield method.encodeResponse(response);
    return;
  }
  const request = decode(await onlyRequest(raw.requests));
  if (!method.serverStreaming) {
    yield method.encodeResponse(await handler(request, call));
    return;
  }
  for await (const message of handler(request, call)) {
    yield encode === undefined ? method.encodeResponse(message) : encode(message);
  }
}

async function* decoded<T>(
  requests: AsyncIterable<Uint8Array>,
  decode: (bytes: Uint8Array) => T,
): AsyncGenerator<T> {
  for await (const request of requests) yield decode(request);
}
