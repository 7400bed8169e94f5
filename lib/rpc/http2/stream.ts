/**
 * One stream of an HTTP/2 connection, the same for either side.
 *
 * @module
 */
import { ErrorCode, Http2Error } from "./errors.ts";
import { Flag, FrameType } from "./frames.ts";
import { encodeHeaders, type HeaderField } from "./hpack.ts";
import type { Output } from "./output.ts";

const NOTHING = new Uint8Array();

/** What a stream needs of its connection. */
export interface StreamHost {
  readonly output: Output;
  /** Bytes the peer lets the whole connection send. */
  sendWindow: number;
  /** Largest frame the peer takes. */
  readonly peerFrameSize: number;
  /** Resolves when a window may have grown, or the stream ended. */
  windowChanged(): Promise<void>;
  /** The stream is over. */
  forget(stream: Stream): void;
}

/** Hears what arrives on a stream. */
export interface StreamReceiver {
  headers(fields: HeaderField[], endStream: boolean): void;
  /** Some of the body. Call {@linkcode Stream.replenish} to let the peer send on. */
  data(piece: Uint8Array): void;
  /** The peer has said everything. */
  end(): void;
  /** The stream is over; the last call. An error unless both sides had finished. */
  closed(error: Http2Error | undefined): void;
}

/** A stream: headers and bytes in both directions, under flow control. */
export class Stream {
  receiver: StreamReceiver | undefined;
  /** Bytes the peer lets this stream send. */
  sendWindow: number;
  readonly #host: StreamHost;
  readonly #receiveWindow: number;
  /** Bytes the peer may still send. */
  #allowed: number;
  /** Bytes received and not yet allowed again. */
  #uncredited = 0;
  #localEnded = false;
  #remoteEnded = false;
  #over = false;
  #error: Http2Error | undefined;

  constructor(
    host: StreamHost,
    readonly id: number,
    windows: { send: number; receive: number },
  ) {
    this.#host = host;
    this.sendWindow = windows.send;
    this.#receiveWindow = windows.receive;
    this.#allowed = windows.receive;
  }

  /** Whether nothing more will arrive or leave. */
  get over(): boolean {
    return this.#over;
  }

  /** Whether this side has finished sending. */
  get localEnded(): boolean {
    return this.#localEnded;
  }

  /** Whether the peer has finished sending. */
  get remoteEnded(): boolean {
    return this.#remoteEnded;
  }

  sendHeaders(fields: readonly HeaderField[], endStream: boolean): void {
    if (this.#over || this.#localEnded) return;
    const { output, peerFrameSize } = this.#host;
    const block = encodeHeaders(fields);
    let type: number = FrameType.headers;
    let start = 0;
    do {
      const part = block.subarray(start, start + peerFrameSize);
      start += part.length;
      let flags = start >= block.length ? Flag.endHeaders : 0;
      if (endStream && type === FrameType.headers) flags |= Flag.endStream;
      output.frame(type, flags, this.id, part);
      type = FrameType.continuation;
    } while (start < block.length);
    if (endStream) output.flushSoon();
    else output.flushLater();
    if (endStream) this.#endLocal();
  }

  /**
   * Sends the parts, one after the other, as soon as the peer's windows and the socket allow. They
   * are copied: they may be reused once this resolved.
   *
   * @throws {Http2Error} when the stream ended before.
   */
  async send(parts: readonly Uint8Array[], endStream: boolean): Promise<void> {
    const { output } = this.#host;
    let left = 0;
    for (const part of parts) left += part.length;
    let [index, offset] = [0, 0];
    for (;;) {
      if (this.#over) throw this.#error ?? new Http2Error(ErrorCode.streamClosed, "stream is over");
      const room = Math.min(this.sendWindow, this.#host.sendWindow, this.#host.peerFrameSize);
      if (room <= 0 && left > 0) {
        output.flushSoon();
        await this.#host.windowChanged();
        continue;
      }
      if (output.congested) {
        await output.drained();
        continue;
      }
      const length = Math.max(0, Math.min(room, left));
      left -= length;
      this.sendWindow -= length;
      this.#host.sendWindow -= length;
      const last = endStream && left === 0;
      output.header(FrameType.data, last ? Flag.endStream : 0, this.id, length);
      for (let open = length; open > 0;) {
        const part = parts[index] ?? NOTHING;
        const piece = part.subarray(offset, offset + open);
        output.write(piece);
        open -= piece.length;
        offset += piece.length;
        if (offset === part.length) [index, offset] = [index + 1, 0];
      }
      if (left === 0) break;
    }
    if (endStream) {
      output.flushSoon();
      this.#endLocal();
    } else {
      output.flushLater();
    }
  }

  /** Ends the stream at once, telling the peer why. */
  reset(code: number, error?: Http2Error): void {
    if (this.#over) return;
    const payload = Uint8Array.of(code >>> 24, code >>> 16, code >>> 8, code);
    this.#host.output.frame(FrameType.rstStream, 0, this.id, payload);
    this.#host.output.flushSoon();
    this.close(error ?? new Http2Error(code, "stream was cancelled"));
  }

  /** Lets the peer send as much again as has arrived. */
  replenish(): void {
    if (this.#over || this.#remoteEnded || this.#uncredited * 4 < this.#receiveWindow) return;
    const n = this.#uncredited;
    this.#uncredited = 0;
    this.#allowed += n;
    const payload = Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);
    this.#host.output.frame(FrameType.windowUpdate, 0, this.id, payload);
    this.#host.output.flushSoon();
  }

  /** For the connection: a DATA frame of `length` bytes begins. */
  acceptData(length: number): void {
    if (this.#remoteEnded) {
      this.reset(ErrorCode.streamClosed);
      return;
    }
    this.#allowed -= length;
    this.#uncredited += length;
    if (this.#allowed < 0) this.reset(ErrorCode.flowControlError);
  }

  /** For the connection: a header block arrived. */
  acceptHeaders(fields: HeaderField[], endStream: boolean): void {
    this.receiver?.headers(fields, endStream);
    if (endStream) this.acceptEnd();
  }

  /** For the connection: the peer has finished. */
  acceptEnd(): void {
    if (this.#remoteEnded || this.#over) return;
    this.#remoteEnded = true;
    this.receiver?.end();
    if (this.#localEnded) this.close(undefined);
  }

  /** For the connection: the stream is over, whatever its state. */
  close(error: Http2Error | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#error = error;
    this.#host.forget(this);
    this.receiver?.closed(error);
  }

  #endLocal(): void {
    this.#localEnded = true;
    if (this.#remoteEnded) this.close(undefined);
  }
}
