/**
 * Certificates, methods and servers for the tests of gRPC.
 *
 * @module
 */
import assert from "node:assert/strict";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import {
  createCa,
  issueClientCertificate,
  issueServerCertificate,
  type KeyKind,
  type PemPair,
} from "../../../lib/pki/mod.ts";
import {
  type Channel,
  type ChannelOptions,
  type Method,
  openChannel,
  type TlsSettings,
} from "../../../lib/rpc/mod.ts";
import {
  createServer,
  type Dispatch,
  type Server,
  type ServerOptions,
} from "../../../lib/rpc/server.ts";
import { toPkcs8Label } from "../../../lib/pki/pem.ts";
import { openSessionChannel } from "./session_channel.ts";
import { Connection } from "../../../lib/rpc/http2/connection.ts";
import type { ConnectionOptions } from "../../../lib/rpc/http2/connection_options.ts";

export const HOUR = 3_600_000;

/** Randomness and a clock that is off by `offset` milliseconds. */
export function source(offset = 0) {
  return {
    clock: { now: () => Date.now() + offset },
    random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
  };
}

/** A CA and its certificates. */
export interface Pki {
  ca: PemPair;
  server: PemPair;
  client: PemPair;
}

/** Creates a CA with a server certificate for loopback and a client certificate. */
export async function makePki(kind: KeyKind = "ed25519"): Promise<Pki> {
  const ca = await createCa({ organization: "os", kind, ttl: 48 * HOUR }, source(-24 * HOUR));
  return {
    ca,
    server: await serverCertificate(ca),
    client: await issueClientCertificate(
      ca,
      { roles: ["os:admin"], ttl: 2 * HOUR },
      source(-60_000),
    ),
  };
}

/** Issues a server certificate, by default for every loopback name, valid now. */
export async function serverCertificate(
  ca: PemPair,
  hosts: { ips?: string[]; dnsNames?: string[] } = {
    ips: ["127.0.0.1", "::1"],
    dnsNames: ["localhost"],
  },
  offset = -60_000,
): Promise<PemPair> {
  return await issueServerCertificate(ca, { ...hosts, ttl: 2 * HOUR }, source(offset));
}

/** The PKI shared by tests that do not need their own. */
let shared: Promise<Pki> | undefined;
export function sharedPki(): Promise<Pki> {
  return shared ??= makePki();
}

const text = { encode: new TextEncoder(), decode: new TextDecoder() };

/** Creates a method with string messages. */
export function method(
  path: string,
  streaming: { client?: boolean; server?: boolean } = {},
): Method<string, string> {
  const encode = (message: string) => text.encode.encode(message);
  const decode = (bytes: Uint8Array) => text.decode.decode(bytes);
  return {
    path,
    clientStreaming: streaming.client ?? false,
    serverStreaming: streaming.server ?? false,
    encodeRequest: encode,
    decodeRequest: decode,
    encodeResponse: encode,
    decodeResponse: decode,
  };
}

/** Creates a method with byte messages. */
export function rawMethod(path: string): Method<Uint8Array, Uint8Array> {
  const same = (bytes: Uint8Array) => bytes;
  return {
    path,
    clientStreaming: false,
    serverStreaming: true,
    encodeRequest: same,
    decodeRequest: same,
    encodeResponse: same,
    decodeResponse: same,
  };
}

export const bytes = (message: string): Uint8Array => text.encode.encode(message);

/** Whether channels use `Deno.connectTls`; `node_tls_test.ts` runs the tests without. */
export const USES_DENO_TLS = Deno.env.get("OSCTL_TEST_TLS") !== "node";

/** Whether channels use a session, in the tests that `session_calls_test.ts` runs. */
export const USES_SESSION = Deno.env.get("OSCTL_TEST_TLS") === "session";

/** Registers a test that counts connections, of which a call of a session may need one more. */
export function perConnection(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: USES_SESSION, fn });
}

/** Opens a channel with the API that is tested. */
export function openTestChannel(
  endpoint: string,
  tls: TlsSettings,
  options: ChannelOptions = {},
): Channel {
  if (USES_SESSION) return openSessionChannel(endpoint, tls, options);
  return openChannel(endpoint, tls, { denoTls: USES_DENO_TLS, ...options });
}

/** Trust in the servers of {@linkcode sharedPki}, without a client certificate. */
export async function sharedTrust(): Promise<TlsSettings> {
  return { ca: (await sharedPki()).ca.crt };
}

/** CA, certificate and key of a client of `pki`. */
export function credentials({ ca, client }: Pki): TlsSettings {
  return { ca: ca.crt, crt: client.crt, key: client.key };
}

/** A server and a channel to it. */
export interface Pair extends AsyncDisposable {
  server: Server;
  port: number;
  endpoint: string;
  channel: Channel;
}

/** Options of {@linkcode connect}. */
export interface PairOptions {
  pki?: Pki;
  address?: string;
  server?: Partial<ServerOptions>;
  tls?: TlsSettings;
  channel?: ChannelOptions;
}

/** Starts a server on a free loopback port and opens a channel to it. */
export async function connect(dispatch: Dispatch, options: PairOptions = {}): Promise<Pair> {
  const pki = options.pki ?? await sharedPki();
  const server = createServer({
    cert: pki.server.crt,
    key: pki.server.key,
    clientCa: pki.ca.crt,
    ...options.server,
  }, dispatch);
  const address = options.address ?? "127.0.0.1";
  const { port } = await server.listen(address, 0);
  const endpoint = address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
  const channel = openTestChannel(endpoint, options.tls ?? credentials(pki), options.channel);
  return {
    server,
    port,
    endpoint,
    channel,
    async [Symbol.asyncDispose]() {
      channel.close();
      await server.stop("immediate");
    },
  };
}

/** Collects the items of an async iterable. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A server whose streams and connections the test handles itself. */
export interface RawServer extends AsyncDisposable {
  endpoint: string;
  /** The sockets of all connections, in the order they were accepted. */
  connections: TLSSocket[];
}

/** Handlers of a {@linkcode RawServer}. */
export interface RawServerOptions extends Partial<Pick<ConnectionOptions, "onStream">> {
  /** Returns false when it has handled the connection itself. */
  onConnection?: (socket: TLSSocket) => boolean;
  maxStreams?: number;
}

/** Starts a TLS server of raw HTTP/2 streams on a free loopback port; it needs no client certificate. */
export async function startRawServer(
  { onConnection, maxStreams = 10, onStream = () => {} }: RawServerOptions,
): Promise<RawServer> {
  const { server } = await sharedPki();
  const connections: TLSSocket[] = [];
  const tls = createTlsServer({
    cert: server.crt,
    key: toPkcs8Label(server.key),
    ALPNProtocols: ["h2"],
  }, (socket) => {
    connections.push(socket);
    socket.on("error", () => {});
    if (onConnection?.(socket) === false) return;
    new Connection(socket, {
      role: "server",
      streamWindow: 100_000,
      connectionWindow: 1_000_000,
      receiveBudget: 1_000_000,
      frameSize: 20_000,
      headerLimit: 10_000,
      maxStreams,
      onStream,
    });
  });
  await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", resolve));
  const address = tls.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    endpoint: `127.0.0.1:${address.port}`,
    connections,
    async [Symbol.asyncDispose]() {
      for (const socket of connections) socket.destroy();
      await new Promise((resolve) => tls.close(resolve));
    },
  };
}

/** An empty SETTINGS frame. */
export const SETTINGS: Uint8Array = Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 0, 0);

/** A GOAWAY frame without an error. */
export function goaway(lastStream: number): Uint8Array {
  return Uint8Array.of(0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, lastStream, 0, 0, 0, 0);
}

/** A message of less than 256 bytes with its prefix. */
export function message(body: Uint8Array): Uint8Array {
  return Uint8Array.of(0, 0, 0, 0, body.length, ...body);
}
