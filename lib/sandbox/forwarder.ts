/**
 * Forwarding of calls from a control plane to other nodes: one persistent channel per node with the
 * control plane's certificate, and the caller's roles in a header. After a failed connection, calls
 * fail immediately during a back-off of up to 15 seconds.
 *
 * @module
 */
import { NODE_API_PORT } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import { parseIp } from "../pki/ip.ts";
import { openChannel, RpcError, StatusCode, StatusError } from "../rpc/mod.ts";
import type { Channel, Headers, Method, TlsSettings } from "../rpc/types.ts";
import type { NodeSocket } from "./addresses.ts";
import { processDials } from "./dial_slots.ts";
import type { Direction } from "./proxy.ts";
import { firstRequest, type RawCall } from "./raw_call.ts";
import { FORWARDED_HEADER, ROLE_HEADER } from "./roles.ts";

const MIN_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 15_000;
const BACKOFF_FACTOR = 1.6;
const CONNECT_TIMEOUT_MS = 20_000;
/** Maximum number of addresses whose state is kept. */
const MAX_PEERS = 1000;

/** Options of a forwarder. */
export interface ForwarderOptions {
  readonly clock: Clock;
  /** Address of this node, sent as the forwarding node. */
  readonly authority: string;
  /** Client certificate of this node, and trusted roots. */
  readonly tls: TlsSettings;
  /** Returns the listen address of a target; undefined for addresses outside the sandbox. */
  resolve(target: string): NodeSocket | undefined;
  /** Returns the roles of a caller. */
  rolesOf(call: RawCall): ReadonlySet<string>;
  direction(path: string): Direction | undefined;
  /** Whether names are resolved by gRPC's resolver, as in nodes from v1.8 on, not by dialing. */
  readonly isResolvedByGrpc: boolean;
}

/** The connection state of another node. */
interface Peer {
  channel: Channel | undefined;
  /** The connection attempt in progress. */
  connecting: Promise<Channel> | undefined;
  /** Error of the last attempt, returned until `retryAt`. */
  failure: StatusError | undefined;
  retryAt: number;
  backoffMs: number;
}

/** Forwards calls to the other nodes of a cluster. */
export class Forwarder implements Disposable {
  readonly #options: ForwarderOptions;
  #tls: TlsSettings;
  readonly #peers = new Map<string, Peer>();
  #closed = false;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#tls = options.tls;
  }

  /** Forwards a call to another node and yields its messages; fails with that node's status. */
  async *call(target: string, call: RawCall): AsyncGenerator<Uint8Array> {
    const socket = this.#options.resolve(target);
    if (socket === undefined) {
      if (parseIp(target) !== undefined) {
        const host = target.includes(":") ? `[${target}]` : target;
        throw unreachable(`dial tcp ${host}:${NODE_API_PORT}: connect: no route to host`);
      }
      throw this.#options.isResolvedByGrpc
        ? new StatusError(StatusCode.unavailable, "name resolver error: produced zero addresses")
        : unreachable(`dial tcp: lookup ${target}: no such host`);
    }
    const channel = await this.#connected(socket, call.signal);
    const direction = this.#options.direction(call.path);
    const method = rawMethod(call.path, direction);
    const callOptions = { headers: this.#headers(call), signal: call.signal };
    try {
      if (method.clientStreaming) {
        yield await channel.clientStream(method, call.requests, callOptions);
      } else if (method.serverStreaming) {
        yield* channel.serverStream(method, await firstRequest(call.requests), callOptions);
      } else {
        yield await channel.unary(method, await firstRequest(call.requests), callOptions);
      }
    } catch (error) {
      throw toStatusError(error);
    }
  }

  #peer(socket: NodeSocket): Peer {
    const key = toKey(socket);
    let peer = this.#peers.get(key);
    if (peer === undefined) {
      if (this.#peers.size >= MAX_PEERS) this.#forgetUnreachable();
      peer = {
        channel: undefined,
        connecting: undefined,
        failure: undefined,
        retryAt: 0,
        backoffMs: MIN_BACKOFF_MS,
      };
      this.#peers.set(key, peer);
    }
    return peer;
  }

  /** Drops the addresses without a connection. */
  #forgetUnreachable(): void {
    for (const [key, { connecting, failure }] of this.#peers) {
      if (connecting === undefined && failure !== undefined) this.#peers.delete(key);
    }
  }

  async #connected(socket: NodeSocket, signal: AbortSignal): Promise<Channel> {
    const { channel } = this.#peers.get(toKey(socket)) ?? {};
    if (channel?.isConnected === true) return channel;
    return await processDials.run(signal, async () => {
      const peer = this.#peer(socket);
      const { clock } = this.#options;
      if (peer.failure !== undefined && clock.now() < peer.retryAt) throw peer.failure;
      peer.connecting ??= this.#connect(peer, socket).finally(() => peer.connecting = undefined);
      return await peer.connecting;
    });
  }

  async #connect(peer: Peer, socket: NodeSocket): Promise<Channel> {
    const { clock } = this.#options;
    const channel = peer.channel ??= openChannel(`${socket.address}:${socket.port}`, this.#tls, {
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      clock,
    });
    try {
      await channel.connect();
      peer.failure = undefined;
      peer.backoffMs = MIN_BACKOFF_MS;
      return channel;
    } catch (error) {
      channel.close();
      peer.channel = undefined;
      peer.failure = toDialError(error, socket);
      peer.retryAt = clock.now() + peer.backoffMs;
      peer.backoffMs = Math.min(peer.backoffMs * BACKOFF_FACTOR, MAX_BACKOFF_MS);
      throw peer.failure;
    }
  }

  /** Returns the caller's headers without routing, with its roles and the forwarding mark. */
  #headers(call: RawCall): Headers {
    const { nodes: _nodes, node: _node, ...rest } = call.headers;
    return {
      ...rest,
      [ROLE_HEADER]: [...this.#options.rolesOf(call)].toSorted(),
      [FORWARDED_HEADER]: [this.#options.authority],
    };
  }

  /** Replaces certificate and roots, and closes all connections, as Talos nodes do. */
  setTls(tls: TlsSettings): void {
    this.#tls = tls;
    for (const peer of this.#peers.values()) peer.channel?.close();
    this.#peers.clear();
  }

  /** Allows immediate connections to all nodes, for example after faults were removed. */
  resetBackoff(): void {
    for (const peer of this.#peers.values()) {
      peer.failure = undefined;
      peer.backoffMs = MIN_BACKOFF_MS;
    }
  }

  [Symbol.dispose](): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const peer of this.#peers.values()) peer.channel?.close();
  }
}

function toKey({ address, port }: NodeSocket): string {
  return `${address}:${port}`;
}

/** Returns a method whose messages stay encoded. */
function rawMethod(path: string, direction: Direction | undefined): Method<Uint8Array, Uint8Array> {
  const same = (bytes: Uint8Array) => bytes;
  return {
    path,
    clientStreaming: direction?.clientStreaming ?? false,
    serverStreaming: direction?.serverStreaming ?? false,
    encodeRequest: same,
    decodeRequest: same,
    encodeResponse: same,
    decodeResponse: same,
  };
}

function unreachable(reason: string): StatusError {
  return transportError(`Error while dialing: ${reason}`);
}

function transportError(reason: string): StatusError {
  const text = `connection error: desc = "transport: ${reason}"`;
  return new StatusError(StatusCode.unavailable, text);
}

/** Returns the status of another node without the context that the client added. */
function toStatusError(error: unknown): unknown {
  return error instanceof RpcError ? new StatusError(error.code, error.details) : error;
}

/** Errors of a certificate from another authority, such as a node in maintenance mode. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|UnknownIssuer/;

/** Go's message for such a certificate. */
const UNKNOWN_AUTHORITY = "authentication handshake failed: tls: failed to verify certificate: " +
  "x509: certificate signed by unknown authority";

/** Converts a connection error to the status of Talos nodes (Go). */
function toDialError(error: unknown, { address, port }: NodeSocket): StatusError {
  if (!(error instanceof OsctlError)) throw error;
  const codes: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    codes.push(String((cause as Error & { code?: unknown }).code), cause.message);
  }
  if (codes.some((text) => UNTRUSTED.test(text))) return transportError(UNKNOWN_AUTHORITY);
  const isRefused = codes.some((text) => text.includes("ECONNREFUSED"));
  const reason = isRefused ? "connect: connection refused" : "i/o timeout";
  return unreachable(`dial tcp ${address}:${port}: ${reason}`);
}
