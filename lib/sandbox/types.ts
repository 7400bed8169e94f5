/**
 * What the parts of the embedded node share: a node's facts, one call, and the shape of a service.
 *
 * @module
 */
import type { Method } from "../../proto/method.ts";

/** Roles a client certificate can carry in its subject organizations. */
export type Role =
  | "os:admin"
  | "os:operator"
  | "os:reader"
  | "os:etcd:backup"
  | "os:impersonator";

/** What a node is. Fixed when the cluster is created. */
export interface NodeFacts {
  /** Host name, for example `demo-controlplane-1`. */
  readonly name: string;
  /** Loopback address, for example `127.42.0.2`. */
  readonly address: string;
  readonly port: number;
  readonly type: "controlplane" | "worker";
  /** The cluster's name. */
  readonly cluster: string;
  /** The node's own folder: its state and service logs (`logs/<service>.log`). */
  readonly folder: string;
}

/** One incoming call, after TLS, role check and proxying. */
export interface Call {
  readonly node: NodeFacts;
  readonly roles: ReadonlySet<Role>;
  /** Aborted when the caller cancels, the connection ends, or the node stops. */
  readonly signal: AbortSignal;
}

/** Answers a unary call. Throws `StatusError` to answer with a gRPC status. */
export type UnaryHandler<Req, Res> = (request: Req, call: Call) => Promise<Res>;

/** Answers a server stream. */
export type StreamHandler<Req, Res> = (request: Req, call: Call) => AsyncIterable<Res>;

/** Answers a client stream. */
export type UploadHandler<Req, Res> = (requests: AsyncIterable<Req>, call: Call) => Promise<Res>;

/** A method and what answers it. */
export interface Binding {
  // deno-lint-ignore no-explicit-any -- each binding's types were checked by the binder functions
  readonly method: Method<any, any>;
  // deno-lint-ignore no-explicit-any
  readonly handler: (request: any, call: Call) => any;
  /** Encodes the messages of a stream in parts, where that saves copying them. */
  // deno-lint-ignore no-explicit-any
  readonly encode?: (message: any) => readonly Uint8Array[];
}

/** Binds a unary method. */
export function unary<Req, Res>(
  method: Method<Req, Res>,
  handler: UnaryHandler<Req, Res>,
): Binding {
  return { method, handler };
}

/** Binds a server-streaming method. */
export function stream<Req, Res>(
  method: Method<Req, Res>,
  handler: StreamHandler<Req, Res>,
  encode?: (message: Res) => readonly Uint8Array[],
): Binding {
  return encode === undefined ? { method, handler } : { method, handler, encode };
}

/** Binds a client-streaming method. */
export function upload<Req, Res>(
  method: Method<Req, Res>,
  handler: UploadHandler<Req, Res>,
): Binding {
  return { method, handler };
}
