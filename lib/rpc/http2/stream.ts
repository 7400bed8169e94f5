/**
 * One stream of an HTTP/2 connection, the same for either side.
 *
 * @module
 */
import { bytes32 } from "./bytes.ts";
import { ErrorCode, errorCodeName, Http2Error } from "./errors.ts";
import { Flag, FrameType, LARGEST_WINDOW } from "./frame_types.ts";
import type { HeaderField } from "./hpack.ts";
import { InboundMessage } from "./inbound_message.ts";
import type { Output } from "./output.ts";
import type { ReceiveBudget } from "./receive_budget.ts";
import { ReceiveWindow } from "./receive_window.ts";

const NOTHING = new Uint8Array();

/** What a stream needs of its connection. */
export interface StreamHost {
  readonly output: Output;
  /** Memory for received messages. */
  readonly receiveBudget: ReceiveBudget;
  /** Bytes the peer lets the whole connection send. */
  sendWindow: number;
  /** Largest frame to send, bytes: what the peer takes, within reason. */
  readonly frameSize: number;
  /** Header fields as the peer's decoder understands them. */
  encode(fields: readonly HeaderField[]): Uint8Array;
  /** Resolves when a window may have grown, or the stream ended. */
  windowChanged(): Promise<void>;
  /** The stream is over; it ended well unless there is an error. */
  forget(stream: Stream, error: Http2Error | undefined): void;
  /**
   * The peer broke the rules on the stream, which was reset.
   *
   * @throws {Http2Error} when it was once too often.
   */
  offended(): void;
}

/** Hears what arrives on a stream. */
export interface StreamReceiver {
  headers(fields: HeaderField[], endStream: boolean): void;
  /**
   * Some of the body. Call {@linkcode Stream.replenish} to let the peer send on. Whoever keeps the
   * bytes copies them.
   */
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
  readonly #window: ReceiveWindow;
  readonly #inbound: InboundMessage;
  #localEnded = false;
  #remoteEnded = false;
  #over = false;
  #error: Http2Error | undefined;

  constructor(
    host: StreamHost,
    readonly id: number,
    options: { send: number; receive: number; inbound: "request" | "response" },
  ) {
    this.#host = host;
    this.sendWindow = options.send;
    this.#window = new ReceiveWindow(options.receive);
    this.#inbound = new InboundMessage(options.inbound);
  }

  /** Memory for received messages, shared by the streams of the connection. */
  get receiveBudget(): ReceiveBudget {
    return this.#host.receiveBudget;
  }

  /** Whether nothing more will arrive or leave. */
  get over(): boolean {
    return this.#over;
  }

  /** Whether this side has finished sending. */
  get localEnded(): boolean {
    return this.#localEnded;
  }

  /** Whether the peer has finished sending, or has reset the stream. */
  get remoteEnded(): boolean {
    return this.#remoteEnded;
  }

  sendHeaders(fields: readonly HeaderField[], endStream: boolean): void {
    if (this.#over || this.#localEnded) return;
    const { output, frameSize } = this.#host;
    const block = this.#host.encode(fields);
    let type: number = FrameType.headers;
    let start = 0;
    do {
      const part = block.subarray(start, start + frameSize);
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
      const room = Math.min(this.sendWindow, this.#host.sendWindow, this.#host.frameSize);
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
    this.#host.output.frame(FrameType.rstStream, 0, this.id, bytes32(code));
    this.#host.output.flushSoon();
    this.close(error ?? new Http2Error(code, "stream was cancelled"));
  }

  /** Lets the peer send as much again as has arrived. */
  replenish(): void {
    if (this.#over || this.#remoteEnded) return;
    const increment = this.#window.credit();
    if (increment === 0) return;
    this.#host.output.frame(FrameType.windowUpdate, 0, this.id, bytes32(increment));
    this.#host.output.flushSoon();
  }

  /** For the connection: the peer lets this stream send more. */
  grow(increment: number): void {
    if (increment === 0) return this.#offended(ErrorCode.protocolError, "window grew by nothing");
    this.sendWindow += increment;
    if (this.sendWindow > LARGEST_WINDOW) {
      this.#offended(ErrorCode.flowControlError, "window grew too large");
    }
  }

  /** For the connection: a DATA frame of `length` bytes begins. */
  acceptData(length: number): void {
    if (this.#remoteEnded) return this.#offended(ErrorCode.streamClosed, "data behind the end");
    if (!this.#window.take(length)) {
      this.#offended(ErrorCode.flowControlError, "window was exceeded");
    }
  }

  /** For the connection: some of the body. */
  acceptPiece(piece: Uint8Array): void {
    if (this.#over) return;
    const fault = this.#inbound.body(piece.length);
    if (fault === undefined) this.receiver?.data(piece);
    else this.#offended(ErrorCode.protocolError, fault);
  }

  /** For the connection: the body is complete. */
  acceptDataEnd(): void {
    if (this.#over) return;
    const fault = this.#inbound.end();
    if (fault === undefined) this.acceptEnd();
    else this.#offended(ErrorCode.protocolError, fault);
  }

  /** For the connection: whether a header block that arrived is what it has to be. */
  admits(fields: readonly HeaderField[], endStream: boolean): boolean {
    if (this.#remoteEnded) {
      this.#offended(ErrorCode.streamClosed, "headers behind the end");
      return false;
    }
    const fault = this.#inbound.fields(fields, endStream);
    if (fault !== undefined) this.#offended(ErrorCode.protocolError, fault);
    return fault === undefined;
  }

  /** For the connection: a header block arrived whose fields are too large. */
  rejectHeaders(): void {
    this.#offended(ErrorCode.enhanceYourCalm, "header fields are too large");
  }

  /** For the connection: a header block arrived. */
  acceptHeaders(fields: HeaderField[], endStream: boolean): void {
    if (!this.admits(fields, endStream)) return;
    this.receiver?.headers(fields, endStream);
    if (endStream) this.acceptEnd();
  }

  /** For the connection: the peer has finished, with everything in order. */
  acceptEnd(): void {
    if (this.#over) return;
    this.#remoteEnded = true;
    this.receiver?.end();
    if (this.#localEnded) this.close(undefined);
  }

  /** For the connection: the peer ended the stream at once. */
  acceptReset(code: number): void {
    this.#remoteEnded = true;
    const message = `stream was reset by the peer (${errorCodeName(code)})`;
    this.close(new Http2Error(code, message, "reset", code === ErrorCode.refusedStream));
  }

  /** For the connection: the stream is over, whatever its state. */
  close(error: Http2Error | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#error = error;
    this.#host.forget(this, error);
    this.receiver?.closed(error);
  }

  #offended(code: number, message: string): void {
    this.reset(code, new Http2Error(code, message));
    this.#host.offended();
  }

  #endLocal(): void {
    this.#localEnded = true;
    if (this.#remoteEnded) this.close(undefined);
  }
}
