/** Endpoints without a network. */
import { OsctlError } from "../../../lib/errors.ts";
import type { CallOptions, Channel, Method } from "../../../lib/rpc/types.ts";

/** A method whose messages are JSON. */
export function jsonMethod<Req, Res>(path: string): Method<Req, Res> {
  const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const decode = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
  return {
    path,
    clientStreaming: false,
    serverStreaming: false,
    encodeRequest: encode,
    decodeRequest: decode,
    encodeResponse: encode,
    decodeResponse: decode,
  };
}

/** Zero bytes as random ones, for a deterministic shuffle. */
export const zeros = { bytes: (length: number) => new Uint8Array(length) };

/** Behaviour of a fake endpoint. */
export interface FakeEndpoint {
  /** Result of a connection attempt; success by default. */
  connect?: () => Promise<void>;
  /** Handles a unary call. */
  unary?: (request: unknown, options: CallOptions) => Promise<unknown>;
  /** Handles a stream. */
  stream?: (request: unknown, options: CallOptions) => AsyncIterable<unknown>;
}

/** Refuses connections. */
export function refused(endpoint: string): Promise<void> {
  return Promise.reject(new OsctlError("connection", `${endpoint} refuses connections`));
}

/** A channel to a fake endpoint. */
export class FakeChannel implements Channel {
  connects = 0;
  closed = false;
  isConnected = false;

  constructor(readonly endpoint: string, readonly behaviour: FakeEndpoint) {}

  connect(): Promise<void> {
    this.connects++;
    return this.behaviour.connect?.() ?? Promise.resolve();
  }

  async unary<Req, Res>(
    _method: Method<Req, Res>,
    request: Req,
    options: CallOptions = {},
  ): Promise<Res> {
    return await this.behaviour.unary!(request, options) as Res;
  }

  async *serverStream<Req, Res>(
    _method: Method<Req, Res>,
    request: Req,
    options: CallOptions = {},
  ): AsyncGenerator<Res> {
    for await (const message of this.behaviour.stream!(request, options)) yield message as Res;
  }

  async clientStream<Req, Res>(
    _method: Method<Req, Res>,
    requests: AsyncIterable<Req>,
    options: CallOptions = {},
  ): Promise<Res> {
    return await this.behaviour.unary!(await Array.fromAsync(requests), options) as Res;
  }

  close(): void {
    this.closed = true;
  }
}
