/**
 * A connection whose peer is the test: bytes in, frames out.
 *
 * @module
 */
import { Duplex } from "node:stream";
import { Connection } from "../../../../lib/rpc/http2/connection.ts";
import type { ConnectionOptions } from "../../../../lib/rpc/http2/connection_options.ts";
import type { Http2Error } from "../../../../lib/rpc/http2/errors.ts";
import { FrameReader } from "../../../../lib/rpc/http2/frame_reader.ts";
import { encodeHeaders, type HeaderField } from "../../../../lib/rpc/http2/hpack.ts";
import { CLIENT_PREFACE } from "../../../../lib/rpc/http2/preface.ts";

/** A socket whose other end is the test. */
export class Wire extends Duplex {
  /** Frames written by the connection: `type flags stream hex`. */
  readonly frames: string[] = [];
  readonly #reader = new FrameReader({
    dataStart: () => {},
    data: (stream, piece) => this.frames.push(`data ${stream} ${piece.length}`),
    dataEnd: (stream, end) => end && this.frames.push(`end ${stream}`),
    frame: (type, flags, stream, payload) =>
      this.frames.push(`${type} ${flags} ${stream} ${payload.toHex()}`),
  }, 1_000_000);
  #preface: number;

  constructor(role: "client" | "server") {
    super();
    this.#preface = role === "client" ? CLIENT_PREFACE.length : 0;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    const rest = chunk.subarray(this.#preface);
    this.#preface -= chunk.length - rest.length;
    this.#reader.push(rest);
    done();
  }

  /** Lets the connection read a frame. */
  receive(type: number, flags: number, stream: number, payload: Uint8Array | string = ""): void {
    const body = typeof payload === "string" ? Uint8Array.fromHex(payload) : payload;
    const length = body.length;
    const header = [length >> 16, length >> 8, length, type, flags];
    this.push(Uint8Array.of(...header, stream >> 24, stream >> 16, stream >> 8, stream));
    if (length > 0) this.push(body);
  }
}

export const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A connection with small windows, and its wire. */
export function open(
  role: "client" | "server",
  more: Partial<ConnectionOptions> = {},
  wire: Wire = new Wire(role),
) {
  const ended = Promise.withResolvers<Http2Error | undefined>();
  const connection = new Connection(wire, {
    role,
    streamWindow: 100_000,
    connectionWindow: 100_000,
    receiveBudget: 1_000_000,
    frameSize: 20_000,
    headerLimit: 1000,
    maxStreams: 2,
    onClose: (error) => ended.resolve(error),
    ...more,
  });
  if (role === "server") wire.push(CLIENT_PREFACE);
  return { wire, connection, ended: ended.promise };
}

/** The fields every request has. */
export const REQUEST: readonly HeaderField[] = [
  [":method", "POST"],
  [":scheme", "https"],
  [":path", "/x"],
];

/** A header block with them. */
export const request: Uint8Array = encodeHeaders(REQUEST);
