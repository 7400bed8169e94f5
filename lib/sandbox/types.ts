/**
 * Shared types of the embedded node: node facts, calls and method bindings.
 *
 * @module
 */
import type { Method } from "../../proto/method.ts";
import type { Role } from "../pki/roles.ts";

export type { Role };

/** The platform that a node reports. */
export interface NodePlatform {
  readonly name: "sandbox" | "container" | "metal";
  /**
   * Decides the sequences, the validation of configurations, and the supported life cycle methods.
   */
  readonly mode: "metal" | "container";
}

/** The platform of nodes on a shared machine. */
export const SANDBOX_PLATFORM: NodePlatform = { name: "sandbox", mode: "metal" };

/** Facts of a node, fixed when the cluster is created. */
export interface NodeFacts {
  /** Host name, for example `demo-controlplane-1`. */
  readonly name: string;
  /** Loopback address, for example `127.42.0.2`. */
  readonly address: string;
  readonly port: number;
  readonly type: "controlplane" | "worker";
  /** Cluster name. */
  readonly cluster: string;
  /** Folder of the node's state and service logs (`logs/<service>.log`). */
  readonly folder: string;
  /** Default {@linkcode SANDBOX_PLATFORM}. */
  readonly platform?: NodePlatform;
  /** Address to listen on instead of `address`. */
  readonly listenAddress?: string;
  /** Identity of a node that shares its machine with others. */
  readonly hardware?: NodeHardware;
}

/** Identity of the machine of a node. */
export interface NodeHardware {
  /** UUID of SMBIOS. */
  readonly uuid: string;
  /** MAC address of the first network interface. */
  readonly mac: string;
}

/** An incoming call after TLS, role check and proxying. */
export interface Call {
  readonly node: NodeFacts;
  readonly roles: ReadonlySet<Role>;
  /** Aborts when the client cancels, the connection closes, or the node stops. */
  readonly signal: AbortSignal;
}

/** Handles a unary call. Throws `StatusError` to return a gRPC status. */
export type UnaryHandler<Req, Res> = (request: Req, call: Call) => Promise<Res>;

/** Handles a server-streaming call. */
export type StreamHandler<Req, Res> = (request: Req, call: Call) => AsyncIterable<Res>;

/** Handles a client-streaming call. */
export type UploadHandler<Req, Res> = (requests: AsyncIterable<Req>, call: Call) => Promise<Res>;

/** A method with its handler. */
export interface Binding {
  // deno-lint-ignore no-explicit-any -- each binding's types were checked by the binder functions
  readonly method: Method<any, any>;
  // deno-lint-ignore no-explicit-any
  readonly handler: (request: any, call: Call) => any;
  /** Encodes stream messages in parts, to avoid copying. */
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
