/**
 * A node that answers the first call of each connection with one block of frames, again and again.
 *
 * @module
 */
import { toPkcs8Label } from "../../lib/pki/mod.ts";
import { FrameReader } from "../../lib/rpc/http2/frame_reader.ts";
import { encodeHeaders } from "../../lib/rpc/http2/hpack.ts";
import { FrameType } from "../../lib/rpc/http2/frame_types.ts";
import { CLIENT_PREFACE } from "../../lib/rpc/http2/preface.ts";
import { type Pki, SETTINGS } from "../lib/rpc/peers.ts";

/** Smallest block that is written at once, bytes. */
const BLOCK = 256 * 1024;

/** Encodes a frame; the payload is hexadecimal or bytes. */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: string | Uint8Array = "",
): Uint8Array {
  const body = typeof payload === "string" ? Uint8Array.fromHex(payload) : payload;
  const { length } = body;
  return Uint8Array.of(length >> 16, length >> 8, length, type, flags, 0, 0, 0, stream, ...body);
}

/** Returns bytes, repeated to at least {@linkcode BLOCK}. */
export function repeat(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(Math.ceil(BLOCK / bytes.length) * bytes.length);
  for (let at = 0; at < block.length; at += bytes.length) block.set(bytes, at);
  return block;
}

/** Header block of a response of gRPC. */
export const RESPONSE: Uint8Array = encodeHeaders([
  [":status", "200"],
  ["content-type", "application/grpc"],
]);

/** A gRPC message of `Logs` with one line. */
export function logMessage(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  return Uint8Array.of(0, 0, 0, 0, bytes.length + 2, 0x12, bytes.length, ...bytes);
}

/** What a {@linkcode FloodingNode} sends. */
export interface Flood {
  /** Sent once before the block. */
  readonly first?: Uint8Array;
  /** Sent until the connection ends. */
  readonly block: Uint8Array;
}

/** A TLS server on a free port of 127.0.0.1. */
export class FloodingNode implements Disposable {
  readonly #listener: Deno.TlsListener;
  readonly #flood: Flood;
  readonly #open = new Set<Deno.TlsConn>();
  readonly #waiting = new Set<{ bytes: number; resolve: () => void }>();
  #sent = 0;

  constructor({ server }: Pki, flood: Flood) {
    this.#flood = flood;
    this.#listener = Deno.listenTls({
      hostname: "127.0.0.1",
      port: 0,
      cert: server.crt,
      key: toPkcs8Label(server.key),
      alpnProtocols: ["h2"],
    });
    void this.#accept();
  }

  get port(): number {
    return this.#listener.addr.port;
  }

  /** Bytes that were written. */
  get sentBytes(): number {
    return this.#sent;
  }

  /** Resolves when the clients have read so many bytes, except for those in the sockets' buffers. */
  sent(bytes: number): Promise<void> {
    if (this.#sent >= bytes) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add({ bytes, resolve });
    return promise;
  }

  async #accept(): Promise<void> {
    try {
      for await (const conn of this.#listener) void this.#serve(conn);
    } catch (error) {
      // A failed handshake, or the end of the test.
      if (!(error instanceof Error)) throw error;
    }
  }

  async #serve(conn: Deno.TlsConn): Promise<void> {
    this.#open.add(conn);
    const called = Promise.withResolvers<void>();
    const { first = new Uint8Array(), block } = this.#flood;
    try {
      await writeAll(conn, SETTINGS);
      const reading = readRequests(conn, called.resolve);
      await Promise.race([called.promise, reading]);
      await writeAll(conn, first);
      for (;;) {
        await writeAll(conn, block);
        this.#sent += block.length;
        for (const waiting of this.#waiting) if (waiting.bytes <= this.#sent) waiting.resolve();
      }
    } catch (error) {
      // The client has closed the connection, or the test.
      if (!(error instanceof Error)) throw error;
    } finally {
      this.#close(conn);
    }
  }

  #close(conn: Deno.TlsConn): void {
    if (this.#open.delete(conn)) conn.close();
  }

  [Symbol.dispose](): void {
    this.#listener.close();
    for (const conn of [...this.#open]) this.#close(conn);
  }
}

async function writeAll(conn: Deno.TlsConn, data: Uint8Array): Promise<void> {
  for (let rest = data; rest.length > 0;) rest = rest.subarray(await conn.write(rest));
}

/** Reads until the connection ends; `onCall` is called at each HEADERS frame. */
async function readRequests(conn: Deno.TlsConn, onCall: () => void): Promise<void> {
  const reader = new FrameReader({
    dataStart: () => {},
    data: () => {},
    dataEnd: () => {},
    frame: (type) => type === FrameType.headers && onCall(),
  }, 2 ** 24);
  const buffer = new Uint8Array(64 * 1024);
  let preface = CLIENT_PREFACE.length;
  try {
    for (;;) {
      const length = await conn.read(buffer);
      if (length === null) return;
      const skipped = Math.min(preface, length);
      preface -= skipped;
      reader.push(buffer.slice(skipped, length));
    }
  } catch (error) {
    // Closed while reading.
    if (!(error instanceof Error)) throw error;
  }
}

/** Writes a client configuration for a node on a port. */
export async function writeConfig(home: string, { ca, client }: Pki, port: number): Promise<void> {
  await Deno.mkdir(`${home}/.os`, { recursive: true });
  const lines = [
    "context: flood",
    "contexts:",
    "  flood:",
    `    endpoints: ["127.0.0.1:${port}"]`,
    `    nodes: ["127.0.0.1"]`,
    `    ca: ${btoa(ca.crt)}`,
    `    crt: ${btoa(client.crt)}`,
    `    key: ${btoa(client.key)}`,
  ];
  await Deno.writeTextFile(`${home}/.os/config`, lines.join("\n"));
}
