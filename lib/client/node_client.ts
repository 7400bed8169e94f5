/**
 * Calls nodes through endpoints.
 *
 * @module
 */
import { createDeadline, type Deadline, raceWithAbort } from "../async/deadline.ts";
import { IdleTimeout } from "../async/idle_timeout.ts";
import { type ErrorKind, OsctlError } from "../errors.ts";
import type { CallTrace, TracedCall } from "../output/call_trace.ts";
import { parseIp } from "../pki/ip.ts";
import type { Clock } from "../platform/system.ts";
import type { CallOptions, Channel, Headers, Method } from "../rpc/types.ts";
import { AwaitedNodes, type WaitStatus } from "./awaited_nodes.ts";
import type { EndpointPool } from "./endpoint_pool.ts";
import { type CallerIdentity, describeError } from "./describe_error.ts";
import { getMessage } from "./get_message.ts";
import { MemberAddresses } from "./member_addresses.ts";
import { addNodeName, getMetadataError, hasContent } from "./node_error.ts";
import { NodeSlots } from "./node_slots.ts";
import { createTimeoutError, MAX_TIMER_MS } from "./timeouts.ts";
import { describeUnresolved, isUnresolved, type MemberLookup } from "./unknown_node.ts";
import type { Envelope, NodeCallOptions, NodeClient, NodeResult } from "./types.ts";

/** Options of {@linkcode createNodeClient}. */
export interface NodeClientOptions {
  nodes: readonly string[];
  endpoints: readonly string[];
  /** Returns the endpoints for a node. */
  poolOf(node: string): EndpointPool;
  /** Opens a client whose only endpoint and node is `node`. */
  openDirect(node: string): NodeClient;
  /** All pools, closed with the client. */
  pools: readonly EndpointPool[];
  /** Sent with every call. */
  headers: Headers;
  /** Whether endpoints proxy calls to nodes; false in maintenance mode: the endpoint is the node. */
  isProxied: boolean;
  /** Whether the endpoint that is connected handles the calls itself, whatever the nodes are. */
  isLocal?: boolean | undefined;
  /** Deadline of unary calls without their own, milliseconds. */
  callMs: number;
  /** Nodes that are called at the same time. */
  maxParallel?: number | undefined;
  clock: Clock;
  /** Reads the members of the cluster, for hints about unknown names. */
  members?: MemberLookup | undefined;
  /** The context of the calls, for hints. */
  identity?: CallerIdentity | undefined;
  /** Cancels everything. */
  signal: AbortSignal;
  /** Prints every call, for `OSCTL_DEBUG=1`. */
  trace?: CallTrace | undefined;
  /** Shows nodes that are slow to respond. */
  status?: WaitStatus | undefined;
}

/** Kinds of errors on the client's side. */
const CLIENT_SIDE: ReadonlySet<ErrorKind> = new Set<ErrorKind>(["usage", "input", "file"]);

/** Creates a client for a fixed set of nodes. */
export function createNodeClient(options: NodeClientOptions): NodeClient {
  return new Client(options);
}

class Client implements NodeClient {
  readonly #options: NodeClientOptions;
  readonly #awaited: AwaitedNodes;
  readonly #slots: NodeSlots;
  readonly #addresses: MemberAddresses;
  #isConnected = false;

  constructor(options: NodeClientOptions) {
    this.#options = options;
    const { clock, status, endpoints, isProxied } = options;
    // Without a proxy, the node is the endpoint. URLs may contain credentials.
    const getUnconnected = () =>
      this.#isConnected || !isProxied
        ? []
        : endpoints.map((one) => one.replace(/\/\/[^/]*@/, "//"));
    this.#awaited = new AwaitedNodes({ clock, status, getUnconnected });
    this.#slots = new NodeSlots(options.maxParallel);
    this.#addresses = new MemberAddresses({
      members: options.isProxied ? options.members : undefined,
      clock: options.clock,
      signal: options.signal,
      isConnected: () => this.#isConnected,
      onUnlisted: (node) => this.#awaited.addUnlisted(node),
    });
  }

  get nodes(): readonly string[] {
    return this.#options.nodes;
  }

  get endpoints(): readonly string[] {
    return this.#options.endpoints;
  }

  openDirect(node: string): NodeClient {
    return this.#options.openDirect(this.#addresses.get(node));
  }

  async call<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    request: Req,
    options: NodeCallOptions = {},
  ): Promise<NodeResult<Message>[]> {
    const results = await Promise.all(
      this.nodes.map((node) => this.#callNode(method, request, node, options)),
    );
    // An error on the client's side is not a failure of a node.
    const own = results.find(({ error }) => error !== undefined && CLIENT_SIDE.has(error.kind));
    if (own?.error) throw own.error;
    const cancelled = results.filter(({ error }) => error?.kind === "cancelled");
    if (cancelled.length > 0 && cancelled.length === results.length) throw cancelled[0]!.error;
    const reached = results.find(({ error }) => error?.kind !== "connection");
    // All nodes share the endpoints, so that their failure is reported once, not per node.
    if (this.#options.isProxied && reached === undefined && results[0]?.error) {
      throw results[0].error;
    }
    return results;
  }

  stream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    options: NodeCallOptions = {},
  ): AsyncIterable<Message> {
    return parseIp(node) === undefined
      ? this.#streamNamed(method, request, node, "nodes", options)
      : this.#stream(method, request, node, "nodes", options);
  }

  plainStream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    options: NodeCallOptions = {},
  ): AsyncIterable<Message> {
    return parseIp(node) === undefined
      ? this.#streamNamed(method, request, node, "node", options)
      : this.#stream(method, request, node, "node", options);
  }

  async plainCall<Req, Res>(
    method: Method<Req, Res>,
    request: Req,
    node: string,
    options: NodeCallOptions = {},
  ): Promise<Res> {
    const leave = await this.#enter(node, options);
    try {
      const send = (channel: Channel, call: CallOptions) => channel.unary(method, request, call);
      return await this.#callNamed(method, node, "node", options, send);
    } catch (error) {
      throw addNodeName(node, error);
    } finally {
      leave();
    }
  }

  async upload<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    requests: AsyncIterable<Req>,
    node: string,
    options: NodeCallOptions = {},
  ): Promise<Message> {
    const leave = await this.#enter(node, options);
    try {
      // The requests are read once: an upload is not repeated.
      return await this.#attempt(
        method,
        node,
        "nodes",
        options,
        async (channel, call) => getMessage(await channel.clientStream(method, requests, call)),
      );
    } catch (error) {
      throw addNodeName(node, error);
    } finally {
      leave();
    }
  }

  singleNode(command: string): string {
    const [node] = this.nodes;
    if (this.nodes.length === 1) return node!;
    throw new OsctlError(
      "usage",
      `"osctl ${command}" accepts one node, found ${this.nodes.length}: ${this.nodes.join(", ")}`,
      { hint: "select one with --nodes" },
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

  /** Calls a node; by its address when it is a member whose name is slow or unresolved. */
  #callNamed<Res>(
    method: { readonly path: string },
    node: string,
    key: "node" | "nodes",
    options: NodeCallOptions,
    make: (channel: Channel, call: CallOptions) => Promise<Res>,
  ): Promise<Res> {
    return this.#addresses.call(
      node,
      method.path,
      (stop) => this.#attempt(method, node, key, withSignal(options, stop), make),
    );
  }

  /** As {@linkcode Client.#callNamed}. */
  async *#streamNamed<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    key: "node" | "nodes",
    options: NodeCallOptions,
  ): AsyncGenerator<Message, void, undefined> {
    // A followed stream may have no message for hours, and is not opened twice.
    const path = options.idleLimit === "none" ? "" : method.path;
    // Both attempts share the slot.
    const leave = isUnlimited(options) ? undefined : await this.#enter(node, options);
    try {
      const { stream, first } = await this.#addresses.call(node, path, async (stop) => {
        const stream = this.#stream(method, request, node, key, withSignal(options, stop));
        // No message precedes the error of an unresolved name.
        const first = await stream.next();
        if (stop?.aborted) await stream.return();
        return { stream, first };
      });
      try {
        if (first.done === true) return;
        yield first.value;
        yield* stream;
      } finally {
        await stream.return();
      }
    } finally {
      leave?.();
    }
  }

  async #callNode<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    request: Req,
    node: string,
    options: NodeCallOptions,
  ): Promise<NodeResult<Message>> {
    const leave = await this.#enter(node, options);
    try {
      const send = async (channel: Channel, call: CallOptions) =>
        getMessage(await channel.unary(method, request, call));
      const value = await this.#callNamed(method, node, "nodes", options, send);
      return { node, value };
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      // After an interruption by the user, the results of the other nodes are still printed.
      if (error.kind === "cancelled" && !this.#options.signal.aborted) throw error;
      return { node, error };
    } finally {
      leave();
    }
  }

  /** Makes a call within its limit; throws its described error. */
  async #attempt<Res>(
    method: { readonly path: string },
    node: string,
    key: "node" | "nodes",
    options: NodeCallOptions,
    make: (channel: Channel, call: CallOptions) => Promise<Res>,
  ): Promise<Res> {
    using limit = this.#limit(options.timeoutMs ?? this.#options.callMs, options);
    const endWait = this.#awaited.begin(node);
    const traced = this.#trace(method, node);
    let channel: Channel | undefined;
    try {
      channel = await this.#options.poolOf(node).channel(limit.signal);
      this.#isConnected = true;
      const call = make(channel, this.#call(node, key, limit));
      const response = await raceWithAbort(call, limit.signal);
      traced?.end({ endpoint: channel.endpoint });
      return response;
    } catch (failure) {
      const error = await this.#describeError(method, node, channel, failure);
      traced?.end({ endpoint: channel?.endpoint }, error);
      throw error;
    } finally {
      endWait();
    }
  }

  /**
   * Waits until fewer nodes than the limit are called. Deadlines start after it; an aborted call goes
   * on and reports the abort itself.
   */
  async #enter(node: string, { signal }: NodeCallOptions): Promise<() => void> {
    try {
      return await this.#slots.enter(node, this.#options.signal, signal);
    } catch (error) {
      if (this.#options.signal.aborted || signal?.aborted) return () => {};
      throw error;
    }
  }

  async *#stream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    key: "node" | "nodes",
    options: NodeCallOptions,
  ): AsyncGenerator<Message, void, undefined> {
    const leave = isUnlimited(options) ? undefined : await this.#enter(node, options);
    using idle = this.#idleTimeout(options);
    using limit = this.#limit(options.timeoutMs, options, idle?.signal);
    let failure: OsctlError | undefined;
    let channel: Channel | undefined;
    let endWait = this.#awaited.begin(node);
    const traced = this.#trace(method, node);
    let messages = 0;
    let outcome: { readonly error?: unknown } | undefined;
    try {
      idle?.begin();
      channel = await this.#options.poolOf(node).channel(limit.signal);
      this.#isConnected = true;
      const isFollowing = options.idleLimit === "none";
      // A followed stream may have no data for hours.
      if (isFollowing) endWait();
      const call = { ...this.#call(node, key, limit), ...(isFollowing ? { keepalive: true } : {}) };
      for await (const message of channel.serverStream(method, request, call)) {
        idle?.end();
        endWait();
        messages++;
        const error = getMetadataError(message);
        // A node may report an error and continue; the stream has failed all the same.
        failure ??= error;
        if (error === undefined || hasContent(message)) yield message;
        idle?.begin();
        if (!isFollowing) endWait = this.#awaited.begin(node);
      }
      outcome = { error: failure };
    } catch (caught) {
      const reason = limit.signal.aborted ? limit.signal.reason : caught;
      const error = await this.#describeError(method, node, channel, reason);
      outcome = { error };
      throw addNodeName(node, error);
    } finally {
      endWait();
      leave?.();
      const status = outcome === undefined ? { status: "Canceled" } : {};
      traced?.end({ endpoint: channel?.endpoint, messages, ...status }, outcome?.error);
    }
    if (failure !== undefined) {
      throw addNodeName(node, await this.#describeError(method, node, channel, failure));
    }
  }

  /** Starts the line of a call in the trace. */
  #trace({ path }: { readonly path: string }, node: string): TracedCall | undefined {
    return this.#options.trace?.begin("call", { method: path, node });
  }

  async #describeError(
    { path }: { readonly path: string },
    node: string,
    channel: Channel | undefined,
    error: unknown,
  ): Promise<unknown> {
    const { isProxied, identity, members } = this.#options;
    const endpoint = channel?.endpoint;
    if (members !== undefined && isProxied && endpoint !== undefined && isUnresolved(error)) {
      const known = await this.#addresses.read(node, members);
      return describeUnresolved(error, node, endpoint, known);
    }
    return describeError(error, { node, endpoint, isProxied, path, identity });
  }

  #call(node: string, key: "node" | "nodes", limit: Deadline): CallOptions {
    const { headers, isProxied, isLocal } = this.#options;
    const target = this.#addresses.get(node);
    return {
      headers: isProxied && !isLocal ? { ...headers, [key]: [target] } : headers,
      signal: limit.signal,
    };
  }

  #limit(
    ms: number | undefined,
    { signal, timeoutFlag }: NodeCallOptions,
    idle?: AbortSignal,
  ): Deadline {
    const signals = [this.#options.signal, signal, idle];
    const { clock } = this.#options;
    const expired = () => createTimeoutError(ms!, "response", timeoutFlag);
    return createDeadline({ clock, ms, signals, expired });
  }

  #idleTimeout({ idleLimit = "call", idleMs }: NodeCallOptions): IdleTimeout | undefined {
    if (idleLimit === "none") return undefined;
    const { callMs, clock } = this.#options;
    const limit = idleLimit === "scan" ? callMs * SCAN_FACTOR : idleMs ?? callMs;
    const ms = Math.min(limit, MAX_TIMER_MS);
    const awaited = (isStarted: boolean) => isStarted ? "further message" : "response";
    return new IdleTimeout(clock, ms, (isStarted) => createTimeoutError(ms, awaited(isStarted)));
  }
}

/** Idle timeout of `scan` streams, in timeouts of a call. */
const SCAN_FACTOR = 10;

/** Returns options whose calls a further signal cancels. */
function withSignal(options: NodeCallOptions, signal: AbortSignal | undefined): NodeCallOptions {
  if (signal === undefined) return options;
  const all = options.signal === undefined ? signal : AbortSignal.any([options.signal, signal]);
  return { ...options, signal: all };
}

/** Reports whether a call needs no slot: a followed stream may never end. */
function isUnlimited({ idleLimit, isMerged }: NodeCallOptions): boolean {
  return idleLimit === "none" || isMerged === true;
}
