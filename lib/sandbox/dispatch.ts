/**
 * Dispatch of calls to the handlers of a node, after a role check.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { hasOsMethod } from "../os_versions/mod.ts";
import type { OutgoingMessage } from "../rpc/server.ts";
import { StatusCode, StatusError } from "../rpc/status.ts";
import { firstRequest, type RawCall, type RawHandler } from "./raw_call.ts";
import { effectiveRoles, ROLE_HEADER } from "./roles.ts";
import type { Binding, Call, NodeFacts, Role } from "./types.ts";

/** Options of a dispatcher. */
export interface DispatcherOptions {
  readonly node: NodeFacts;
  /** Version of the node, which decides its methods and roles. */
  readonly version: string;
  readonly bindings: readonly Binding[];
  /** Returns the status message for a method without binding. */
  unimplemented(path: string, version: string): string;
  /** Returns the roles of the caller. */
  rolesOf(call: RawCall): ReadonlySet<Role>;
  /** Reports whether a caller with these roles may call a method. */
  isAllowed(path: string, roles: ReadonlySet<Role>): boolean;
  /** Called with internal errors. */
  report(error: unknown, path: string): void;
}

/** Returns the roles of a caller from its client certificate. */
export function certificateRoles(call: RawCall): ReadonlySet<Role> {
  return effectiveRoles(call.organizations, call.headers[ROLE_HEADER]);
}

/** Creates the handler of a node's own methods. */
export function createDispatcher(options: DispatcherOptions): RawHandler {
  const byPath = new Map(options.bindings.map((binding) => [binding.method.path, binding]));
  const { version } = options;
  return async function* (raw) {
    const refuse = () =>
      new StatusError(StatusCode.unimplemented, options.unimplemented(raw.path, version));
    // A gRPC server rejects unknown methods before its interceptors, which check roles.
    if (!hasOsMethod(raw.path, version)) throw refuse();
    const roles = options.rolesOf(raw);
    if (!options.isAllowed(raw.path, roles)) {
      throw new StatusError(StatusCode.permissionDenied, "not authorized");
    }
    const binding = byPath.get(raw.path);
    if (binding === undefined) throw refuse();
    const call: Call = { node: options.node, roles, signal: raw.signal };
    try {
      yield* invoke(binding, raw, call);
    } catch (error) {
      if (error instanceof StatusError) throw error;
      if (raw.signal.aborted) throw new StatusError(StatusCode.canceled, "context canceled");
      options.report(error, raw.path);
      // Talos nodes return Unknown for errors without status.
      throw new StatusError(
        StatusCode.unknown,
        error instanceof Error ? error.message : String(error),
      );
    }
  };
}

async function* invoke(
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
    const response = await handler(decodeAll(raw.requests, decode), call);
    yield method.encodeResponse(response);
    return;
  }
  const request = decode(await firstRequest(raw.requests));
  if (!method.serverStreaming) {
    yield method.encodeResponse(await handler(request, call));
    return;
  }
  for await (const message of handler(request, call)) {
    yield encode === undefined ? method.encodeResponse(message) : encode(message);
  }
}

async function* decodeAll<T>(
  requests: AsyncIterable<Uint8Array>,
  decode: (bytes: Uint8Array) => T,
): AsyncGenerator<T> {
  for await (const request of requests) yield decode(request);
}
