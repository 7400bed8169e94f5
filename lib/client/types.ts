/**
 * Types of the client.
 *
 * @module
 */
import type { OsctlError } from "../errors.ts";
import type { Method } from "../rpc/types.ts";

/** The result of one node: a value or an error. */
export type NodeResult<T> =
  | { readonly node: string; readonly value: T; readonly error?: undefined }
  | { readonly node: string; readonly error: OsctlError; readonly value?: undefined };

/** A unary response: one message per node. */
export interface Envelope<Message> {
  messages?: Message[] | null;
}

/**
 * Idle timeout of a stream: `call`, the timeout of a call; `scan`, ten times as long, for a node that
 * reads much data before its first message; `none`, for streams that follow a source and end with
 * the connection (HTTP/2 keepalive).
 */
export type IdleLimit = "call" | "scan" | "none";

/** Options of a call. */
export interface NodeCallOptions {
  /**
   * Deadline of one node's call, milliseconds. Default: `OSCTL_CALL_TIMEOUT` for unary calls, none
   * for streams, which have an idle timeout instead.
   */
  timeoutMs?: number;
  /** The flag that sets `timeoutMs`, for the error; `OSCTL_CALL_TIMEOUT` without it. */
  timeoutFlag?: string;
  /** Idle timeout of a stream; default `call`. */
  idleLimit?: IdleLimit;
  /** Idle timeout of a stream with the limit `call`, milliseconds; default `OSCTL_CALL_TIMEOUT`. */
  idleMs?: number;
  /** The stream is read together with the streams of all other nodes: it does not wait for a slot. */
  isMerged?: boolean;
  /** Cancels the call, in addition to the client's own signal. */
  signal?: AbortSignal;
}

/** A client for a fixed set of nodes. */
export interface NodeClient extends AsyncDisposable {
  /** The nodes in the user's order. In maintenance mode, the endpoints. */
  readonly nodes: readonly string[];
  readonly endpoints: readonly string[];
  /** Opens a client that connects to a node itself, with the same credentials. */
  openDirect(node: string): NodeClient;
  /**
   * Calls all nodes in parallel, one RPC each (metadata `nodes` with a single value), and returns
   * the results in the order of `nodes`. Does not throw for a node's failure. After an interruption
   * by the user, pending nodes have it as their error; it is thrown only when no node responded.
   */
  call<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    request: Req,
    options?: NodeCallOptions,
  ): Promise<NodeResult<Message>[]>;
  /**
   * Opens the stream of one node (metadata `nodes` with a single value). An error in the status or
   * in a message's metadata is thrown from the iteration as `OsctlError`.
   */
  stream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    options?: NodeCallOptions,
  ): AsyncIterable<Message>;
  /** Opens a stream with metadata `node`: one-to-one proxying, which COSI calls require. */
  plainStream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    options?: NodeCallOptions,
  ): AsyncIterable<Message>;
  /** Makes a unary call with metadata `node`. Throws `OsctlError`. */
  plainCall<Req, Res>(
    method: Method<Req, Res>,
    request: Req,
    node: string,
    options?: NodeCallOptions,
  ): Promise<Res>;
  /**
   * Sends a stream of requests to one node (metadata `nodes` with a single value) and returns the
   * response message. Throws `OsctlError`.
   */
  upload<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    requests: AsyncIterable<Req>,
    node: string,
    options?: NodeCallOptions,
  ): Promise<Message>;
  /** Returns the only node; throws a usage error for `command` when there are several. */
  singleNode(command: string): string;
  close(): void;
}
