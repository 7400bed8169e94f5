/**
 * What commands see of the nodes.
 *
 * @module
 */
import type { OsctlError } from "../errors.ts";
import type { Method } from "../rpc/types.ts";

/** One node's answer: a value or an error, never both. */
export type NodeAnswer<T> =
  | { readonly node: string; readonly value: T; readonly error?: undefined }
  | { readonly node: string; readonly error: OsctlError; readonly value?: undefined };

/** A unary response as nodes wrap it: one message per node that answered. */
export interface Envelope<Message> {
  messages?: Message[] | null;
}

/**
 * How long a consumer waits for the next message of a stream: `answer` for the
 * time of a call; `work`, for a node that has to look through a lot before it has something to say,
 * for ten times that; `endless`, for streams that follow something, as long as the endpoint lives.
 */
export type Pace = "answer" | "work" | "endless";

/** How a call to nodes is made. */
export interface NodeCallOptions {
  /**
   * Deadline of one node's call, milliseconds. Unary calls default to the time of a call (30 s),
   * streams to none, since they may go on while messages come.
   */
  timeoutMs?: number;
  /** Of streams only; `answer` when left out. */
  pace?: Pace;
  /** Cancels it, beside the client's own signal. */
  signal?: AbortSignal;
}

/** A client for a fixed set of nodes. */
export interface NodeClient extends AsyncDisposable {
  /** The nodes asked, in the order given by the user. In maintenance mode, the endpoints. */
  readonly nodes: readonly string[];
  readonly endpoints: readonly string[];
  /**
   * Asks every node in parallel, one RPC each (metadata `nodes` with a single value), and returns
   * the answers in the order of `nodes`. Never throws for a node's failure. When the user
   * interrupts it, the nodes without an answer have the interruption as their error; it is thrown
   * only when it is the error of all nodes.
   */
  call<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    request: Req,
    options?: NodeCallOptions,
  ): Promise<NodeAnswer<Message>[]>;
  /**
   * Opens the stream of one node (metadata `nodes` with a single value). An error the node
   * reports, in the status or in a message's metadata, is thrown from the iteration as `OsctlError`.
   */
  stream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    options?: NodeCallOptions,
  ): AsyncIterable<Message>;
  /** The same with metadata `node`: plain proxying, as COSI calls need it. */
  plainStream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    options?: NodeCallOptions,
  ): AsyncIterable<Message>;
  /** A unary call with metadata `node`. Throws `OsctlError`. */
  plainCall<Req, Res>(
    method: Method<Req, Res>,
    request: Req,
    node: string,
    options?: NodeCallOptions,
  ): Promise<Res>;
  /**
   * Sends a stream of requests to one node (metadata `nodes` with a single value) and returns its
   * message. Throws `OsctlError`.
   */
  upload<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    requests: AsyncIterable<Req>,
    node: string,
    options?: NodeCallOptions,
  ): Promise<Message>;
  /** The one node; throws a usage error naming `command` when there are several. */
  singleNode(command: string): string;
  close(): void;
}
