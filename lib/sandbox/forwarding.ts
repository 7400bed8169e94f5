/**
 * How a control plane asks other nodes: a channel to each, kept open, with the node's own
 * certificate; the caller's roles go along in a header. A node that cannot be reached is given up
 * for a while, growing up to 15 seconds, in which calls to it fail at once.
 *
 * @module
 */
import { NODE_API_PORT } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import { openChannel, RpcError, StatusCode, StatusError } from "../rpc/mod.ts";
import type { Channel, Headers, Method, TlsSettings } from "../rpc/types.ts";
import type { NodeSocket } from "./addresses.ts";
import type { Direction } from "./proxy.ts";
import { onlyRequest, type RawCall } from "./raw.ts";
import { FORWARDED_HEADER, ROLE_HEADER } from "./roles.ts";
import { isIpv4 } from "./targets.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
const PAUSE_GROWTH = 1.6;
const CONNECT_TIMEOUT_MS = 20_000;

/** What forwarding needs. */
export interface ForwardingParts {
  readonly clock: Clock;
  /** The node's own address; tells the other node who forwards. */
  readonly authority: string;
  /** The node's identity and the roots it trusts. */
  readonly tls: TlsSettings;
  /** Where a target listens; undefined when no node of the cluster and no loopback address. */
  resolve(target: string): NodeSocket | undefined;
  /** The roles of a caller. */
  rolesOf(call: RawCall): ReadonlySet<string>;
  direction(path: string): Direction | undefined;
}

/** One other node. */
interface Peer {
  channel: Channel | undefined;
  /** Connecting right now. */
  connecting: Promise<Channel> | undefined;
  /** The failure that holds until `until`. */
  failure: StatusError | undefined;
  until: number;
  pauseMs: number;
}

/** Channels to the other nodes of the cluster. */
export class Forwarding implements Disposable {
  readonly #parts: ForwardingParts;
  readonly #peers = new Map<string, Peer>();
  #closed = false;

  constructor(parts: ForwardingParts) {
    this.#parts = parts;
  }

  /** Passes a call on to another node and gives its messages; ends with that node's status. */
  async *call(target: string, call: RawCall): AsyncGenerator<Uint8Array> {
    const socket = this.#parts.resolve(target);
    if (socket === undefined) {
      throw unreachable(
        isIpv4(target)
          ? `dial tcp ${target}:${NODE_API_PORT}: connect: no route to host`
          : `dial tcp: lookup ${target}: no such host`,
      );
    }
    const peer = this.#peer(socket);
    const channel = await this.#connected(peer, socket);
    const direction = this.#parts.direction(call.path);
    const method = rawMethod(call.path, direction);
    const options = { headers: this.#headers(call), signal: call.signal };
    try {
      if (method.clientStreaming) {
        yield await channel.clientStream(method, call.requests, options);
      } else if (method.serverStreaming) {
        yield* channel.serverStream(method, await onlyRequest(call.requests), options);
      } else {
        yield await channel.unary(method, await onlyRequest(call.requests), options);
      }
    } catch (error) {
      throw asStatus(error);
    }
  }

  #peer(socket: NodeSocket): Peer {
    const key = `${socket.address}:${socket.port}`;
    let peer = this.#peers.get(key);
    if (peer === undefined) {
      peer = {
        channel: undefined,
        connecting: undefined,
        failure: undefined,
        until: 0,
        pauseMs: FIRST_PAUSE_MS,
      };
      this.#peers.set(key, peer);
    }
    return peer;
  }

  async #connected(peer: Peer, socket: NodeSocket): Promise<Channel> {
    const { clock } = this.#parts;
    if (peer.failure !== undefined && clock.now() < peer.until) throw peer.failure;
    peer.connecting ??= this.#connect(peer, socket).finally(() => peer.connecting = undefined);
    return await peer.connecting;
  }

  async #connect(peer: Peer, socket: NodeSocket): Promise<Channel> {
    const { clock, tls } = this.#parts;
    const channel = peer.channel ??= openChannel(`${socket.address}:${socket.port}`, tls, {
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      clock,
    });
    try {
      await channel.connect();
      peer.failure = undefined;
      peer.pauseMs = FIRST_PAUSE_MS;
      return channel;
    } catch (error) {
      channel.close();
      peer.channel = undefined;
      peer.failure = asDialFailure(error, socket);
      peer.until = clock.now() + peer.pauseMs;
      peer.pauseMs = Math.min(peer.pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS);
      throw peer.failure;
    }
  }

  /** The caller's headers without those that say where to, with its roles and a mark. */
  #headers(call: RawCall): Headers {
    const { nodes: _nodes, node: _node, ...rest } = call.headers;
    return {
      ...rest,
      [ROLE_HEADER]: [...this.#parts.rolesOf(call)].toSorted(),
      [FORWARDED_HEADER]: [this.#parts.authority],
    };
  }

  /** Tries nodes again that were given up: their faults may have been taken away. */
  forgive(): void {
    for (const peer of this.#peers.values()) {
      peer.failure = undefined;
      peer.pauseMs = FIRST_PAUSE_MS;
    }
  }

  [Symbol.dispose](): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const peer of this.#peers.values()) peer.channel?.close();
  }
}

/** A method whose messages stay bytes. */
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

/** The status another node ended with, free of what this side would tell a person. */
function asStatus(error: unknown): unknown {
  return error instanceof RpcError ? new StatusError(error.code, error.details) : error;
}

/** Codes of a certificate from another authority, such as that of a node in maintenance mode. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|UnknownIssuer/;

/** What Go says about it. */
const UNKNOWN_AUTHORITY = "authentication handshake failed: tls: failed to verify certificate: " +
  "x509: certificate signed by unknown authority";

/** A failure to connect, in the words a node finds for it. */
function asDialFailure(error: unknown, { address, port }: NodeSocket): StatusError {
  if (!(error instanceof OsctlError)) throw error;
  const codes: string[] = [];
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    codes.push(String((one as Error & { code?: unknown }).code), one.message);
  }
  if (codes.some((text) => UNTRUSTED.test(text))) return transportError(UNKNOWN_AUTHORITY);
  const refused = codes.some((text) => text.includes("ECONNREFUSED"));
  const reason = refused ? "connect: connection refused" : "i/o timeout";
  return unreachable(`dial tcp ${address}:${port}: ${reason}`);
}
