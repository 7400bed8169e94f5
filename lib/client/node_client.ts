/**
 * Calls to nodes through endpoints.
 *
 * @module
 */
import { createDeadline, type Deadline, orAborted } from "../async/deadline.ts";
import { IdleTimeout } from "../async/idle_timeout.ts";
import { type ErrorKind, OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import type { CallOptions, Channel, Headers, Method } from "../rpc/types.ts";
import { AwaitedNodes, type WaitStatus } from "./awaited_nodes.ts";
import type { EndpointPool } from "./endpoint_pool.ts";
import { explain } from "./explain.ts";
import { errorIn, hasContent, naming } from "./node_error.ts";
import { LONGEST_MS, noAnswerWithin } from "./timeouts.ts";
import type { Envelope, NodeAnswer, NodeCallOptions, NodeClient } from "./types.ts";

/** What {@linkcode createNodeClient} needs. */
export interface NodeClientOptions {
  nodes: readonly string[];
  endpoints: readonly string[];
  /** The endpoints through which a node is reached. */
  poolOf(node: string): EndpointPool;
  /** Every pool, for closing. */
  pools: readonly EndpointPool[];
  /** Sent with every call. */
  headers: Headers;
  /** Whether calls name their node; not in maintenance mode, where the endpoint is the node. */
  naming: boolean;
  /** Deadline of unary calls without their own, milliseconds. */
  callMs: number;
  clock: Clock;
  /** Cancels everything. */
  signal: AbortSignal;
  /** Shows the nodes that are awaited for long. */
  status?: WaitStatus | undefined;
}

/** Kinds of errors that no node has to do with. */
const OWN: ReadonlySet<ErrorKind> = new Set<ErrorKind>(["usage", "input", "file"]);

/** A client for a fixed set of nodes. */
export function createNodeClient(options: NodeClientOptions): NodeClient {
  return new Client(options);
}

class Client implements NodeClient {
  readonly #options: NodeClientOptions;
  readonly #awaited: AwaitedNodes;

  constructor(options: NodeClientOptions) {
    this.#options = options;
    this.#awaited = new AwaitedNodes(options.clock, options.status);
  }

  get nodes(): readonly string[] {
    return this.#options.nodes;
  }

  get endpoints(): readonly string[] {
    return this.#options.endpoints;
  }

  async call<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    request: Req,
    options: NodeCallOptions = {},
  ): Promise<NodeAnswer<Message>[]> {
    const answers = await Promise.all(
      this.nodes.map((node) => this.#answer(method, request, node, options)),
    );
    // What is wrong on this side of the wire is no node's failure.
    const own = answers.find(({ error }) => error !== undefined && OWN.has(error.kind));
    if (own?.error) throw own.error;
    const missing = answers.filter(({ error }) => error?.kind === "cancelled");
    if (missing.length > 0 && missing.length === answers.length) throw missing[0]!.error;
    const reached = answers.find(({ error }) => error?.kind !== "connection");
    // One endpoint list serves all nodes here, so its failure is reported once and not for each node.
    if (this.#options.naming && reached === undefined && answers[0]?.error) throw answers[0].error;
    return answers;
  }

  stream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    options: NodeCallOptions = {},
  ): AsyncIterable<Message> {
    return this.#stream(method, request, node, "nodes", options);
  }

  plainStream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    options: NodeCallOptions = {},
  ): AsyncIterable<Message> {
    return this.#stream(method, request, node, "node", options);
  }

  plainCall<Req, Res>(
    method: Method<Req, Res>,
    request: Req,
    node: string,
    options: NodeCallOptions = {},
  ): Promise<Res> {
    return this.#once(
      node,
      "node",
      options,
      (channel, call) => channel.unary(method, request, call),
    );
  }

  async upload<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    requests: AsyncIterable<Req>,
    node: string,
    options: NodeCallOptions = {},
  ): Promise<Message> {
    return await this.#once(
      node,
      "nodes",
      options,
      async (channel, call) => messageOf(await channel.clientStream(method, requests, call)),
    );
  }

  singleNode(command: string): string {
    const [node] = this.nodes;
    if (this.nodes.length === 1) return node!;
    throw new OsctlError(
      "usage",
      `"${command}" works on one node, but ${this.nodes.length} were given: ` +
        this.nodes.join(", "),
      { hint: "name one with --nodes" },
    );
  }

  close(): void {
    this.#awaited.close();
    for (const pool of this.#options.pools) pool.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  async #answer<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    request: Req,
    node: string,
    options: NodeCallOptions,
  ): Promise<NodeAnswer<Message>> {
    using limit = this.#limit(options.timeoutMs ?? this.#options.callMs, options);
    const answered = this.#awaited.begin(node);
    let channel: Channel | undefined;
    try {
      channel = await this.#options.poolOf(node).channel(limit.signal);
      const call = channel.unary(method, request, this.#call(node, "nodes", limit));
      return { node, value: messageOf(await orAborted(call, limit.signal)) };
    } catch (failure) {
      const error = this.#explained(node, channel, failure);
      if (!(error instanceof OsctlError)) throw error;
      // After an interruption the other nodes' answers are still worth printing.
      if (error.kind === "cancelled" && !this.#options.signal.aborted) throw error;
      return { node, error };
    } finally {
      answered();
    }
  }

  async #once<Res>(
    node: string,
    key: "node" | "nodes",
    options: NodeCallOptions,
    make: (channel: Channel, call: CallOptions) => Promise<Res>,
  ): Promise<Res> {
    using limit = this.#limit(options.timeoutMs ?? this.#options.callMs, options);
    const answered = this.#awaited.begin(node);
    let channel: Channel | undefined;
    try {
      channel = await this.#options.poolOf(node).channel(limit.signal);
      return await orAborted(make(channel, this.#call(node, key, limit)), limit.signal);
    } catch (error) {
      throw naming(node, this.#explained(node, channel, error));
    } finally {
      answered();
    }
  }

  async *#stream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    key: "node" | "nodes",
    options: NodeCallOptions,
  ): AsyncGenerator<Message, void, undefined> {
    using idle = this.#idleTimeout(options);
    using limit = this.#limit(options.timeoutMs, options, idle?.signal);
    let failure: OsctlError | undefined;
    let channel: Channel | undefined;
    let answered = this.#awaited.begin(node);
    try {
      idle?.begin();
      channel = await this.#options.poolOf(node).channel(limit.signal);
      const endless = options.pace === "endless";
      // A followed stream may be quiet for hours.
      if (endless) answered();
      const call = { ...this.#call(node, key, limit), ...(endless ? { keepalive: true } : {}) };
      for await (const message of channel.serverStream(method, request, call)) {
        idle?.end();
        answered();
        const error = errorIn(message);
        // A node may report a problem in between and go on; the stream still counts as failed.
        failure ??= error;
        if (error === undefined || hasContent(message)) yield message;
        idle?.begin();
        if (!endless) answered = this.#awaited.begin(node);
      }
    } catch (error) {
      const reason = limit.signal.aborted ? limit.signal.reason : error;
      throw naming(node, this.#explained(node, channel, reason));
    } finally {
      answered();
    }
    if (failure !== undefined) throw naming(node, this.#explained(node, channel, failure));
  }

  #explained(node: string, channel: Channel | undefined, error: unknown): unknown {
    return explain(error, { node, endpoint: channel?.endpoint, naming: this.#options.naming });
  }

  #call(node: string, key: "node" | "nodes", limit: Deadline): CallOptions {
    const { headers } = this.#options;
    return {
      headers: this.#options.naming ? { ...headers, [key]: [node] } : headers,
      signal: limit.signal,
    };
  }

  #limit(
    ms: number | undefined,
    { signal }: NodeCallOptions,
    idle?: AbortSignal,
  ): Deadline {
    const signals = [this.#options.signal, signal, idle];
    const { clock } = this.#options;
    return createDeadline({ clock, ms, signals, expired: () => noAnswerWithin(ms!) });
  }

  #idleTimeout({ pace = "answer" }: NodeCallOptions): IdleTimeout | undefined {
    if (pace === "endless") return undefined;
    const { callMs, clock } = this.#options;
    const ms = Math.min(pace === "work" ? callMs * WORK_FACTOR : callMs, LONGEST_MS);
    return new IdleTimeout(
      clock,
      ms,
      (isStarted) => noAnswerWithin(ms, isStarted ? "further message" : "answer"),
    );
  }
}

/** How many times longer than a call a node may work before it sends something. */
const WORK_FACTOR = 10;

/** The message of a call to one node, or its error. */
function messageOf<Message>(envelope: Envelope<Message>): Message {
  const [message] = envelope.messages ?? [];
  if (message === undefined) {
    throw new OsctlError("node", "the answer holds no message");
  }
  const error = errorIn(message);
  if (error !== undefined) throw error;
  return message;
}
