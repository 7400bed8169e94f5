/**
 * One HTTP/2 stream (RFC 9113, section 5), for either role.
 *
 * @module
 */
import { bytes32 } from "./bytes.ts";
import { ErrorCode, errorCodeName, Http2Error } from "./errors.ts";
import { ReceiveWindow } from "./flow_control.ts";
import { Flag, FrameType, MAX_WINDOW } from "./frame_types.ts";
import type { FrameWriter } from "./frame_writer.ts";
import type { HeaderField } from "./hpack.ts";
import { InboundMessage } from "./inbound_message.ts";
import type { ReceiveBudget } from "./receive_budget.ts";

const EMPTY = new Uint8Array();

/** The connection of a stream. */
export interface StreamHost {
  readonly writer: FrameWriter;
  /** Memory for received messages. */
  readonly receiveBudget: ReceiveBudget;
  /** Send window of the connection, bytes. */
  readonly sendWindow: number;
  /** Largest frame to send, bytes. */
  readonly frameSize: number;
  /** Counts sent data against the send window of the connection, bytes. */
  dataSent(length: number): void;
  /** Encodes a header block. */
  encode(fields: readonly HeaderField[]): Uint8Array;
  /** Resolves when a send window may have grown, or the stream closed. */
  windowChanged(): Promise<void>;
  /** Removes a closed stream; `error` is undefined when both sides had ended it. */
  streamClosed(stream: Stream, error: Http2Error | undefined): void;
  /**
   * Counts a stream error of the peer; the stream was reset.
   *
   * @throws {Http2Error} when there were too many.
   */
  streamError(): void;
}

/** Receives what the peer sends on a stream. */
export interface StreamReceiver {
  headers(fields: HeaderField[], endStream: boolean): void;
  /**
   * Receives a part of the body; valid during the call only. {@linkcode Stream.replenish} returns
   * flow-control window to the peer.
   */
  data(piece: Uint8Array): void;
  /** The peer has ended the stream. */
  end(): void;
  /** The stream is closed; the last call. `error` is undefined when both sides had ended it. */
  closed(error: Http2Error | undefined): void;
}

/** A stream: headers and bytes in both directions, under flow control. */
export class Stream {
  receiver: StreamReceiver | undefined;
  /** Send window, bytes. */
  sendWindow: number;
  readonly #host: StreamHost;
  readonly #receiveWindow: ReceiveWindow;
  readonly #inbound: InboundMessage;
  #isLocalEnded = false;
  #isRemoteEnded = false;
  #isClosed = false;
  #error: Http2Error | undefined;

  /** @param options initial windows, bytes, and the kind of message the peer sends. */
  constructor(
    host: StreamHost,
    readonly id: number,
    options: { sendWindow: number; receiveWindow: number; inbound: "request" | "response" },
  ) {
    this.#host = host;
    this.sendWindow = options.sendWindow;
    this.#receiveWindow = new ReceiveWindow(options.receiveWindow);
    this.#inbound = new InboundMessage(options.inbound);
  }

  /** Memory for received messages, shared by the streams of the connection. */
  get receiveBudget(): ReceiveBudget {
    return this.#host.receiveBudget;
  }

  /** Whether both sides have ended the stream, or it was reset. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Receive window, bytes: the peer may send as much before it receives a reset. */
  get receiveWindow(): number {
    return this.#receiveWindow.available;
  }

  /** Whether this side has sent END_STREAM. */
  get isLocalEnded(): boolean {
    return this.#isLocalEnded;
  }

  /** Whether the peer has sent END_STREAM or RST_STREAM. */
  get isRemoteEnded(): boolean {
    return this.#isRemoteEnded;
  }

  /** @param hold whether the headers may wait for data, which the caller sends at once. */
  sendHeaders(fields: readonly HeaderField[], endStream: boolean, hold = false): void {
    if (this.#isClosed || this.#isLocalEnded) return;
    const { writer, frameSize } = this.#host;
    const block = this.#host.encode(fields);
    let type: number = FrameType.headers;
    let start = 0;
    do {
      const part = block.subarray(start, start + frameSize);
      start += part.length;
      let flags = start >= block.length ? Flag.endHeaders : 0;
      if (endStream && type === FrameType.headers) flags |= Flag.endStream;
      writer.writeFrame(type, flags, this.id, part);
      type = FrameType.continuation;
    } while (start < block.length);
    if (endStream) writer.flushSoon();
    else if (!hold) writer.flushLater();
    if (endStream) this.#endLocal();
  }

  /**
   * Sends the parts in order, as the send windows and the socket allow. Resolves when they are
   * copied and may be reused.
   *
   * @throws {Http2Error} when the stream closed before.
   */
  async send(parts: readonly Uint8Array[], endStream: boolean): Promise<void> {
    const { writer } = this.#host;
    let left = 0;
    for (const part of parts) left += part.length;
    let [index, offset] = [0, 0];
    for (;;) {
      if (this.#isClosed) {
        throw this.#error ?? new Http2Error(ErrorCode.streamClosed, "stream is closed");
      }
      const room = Math.min(this.sendWindow, this.#host.sendWindow, this.#host.frameSize);
      if (room <= 0 && left > 0) {
        writer.flushSoon();
        await this.#host.windowChanged();
        continue;
      }
      if (writer.isCongested) {
        await writer.drained();
        continue;
      }
      const length = Math.max(0, Math.min(room, left));
      left -= length;
      this.sendWindow -= length;
      this.#host.dataSent(length);
      const isLast = endStream && left === 0;
      writer.writeHeader(FrameType.data, isLast ? Flag.endStream : 0, this.id, length);
      for (let frameLeft = length; frameLeft > 0;) {
        const part = parts[index] ?? EMPTY;
        const piece = part.subarray(offset, offset + frameLeft);
        writer.write(piece);
        frameLeft -= piece.length;
        offset += piece.length;
        if (offset === part.length) [index, offset] = [index + 1, 0];
      }
      if (left === 0) break;
    }
    if (endStream) {
      writer.flushSoon();
      this.#endLocal();
    } else {
      writer.flushLater();
    }
  }

  /** Sends held headers. */
  flush(): void {
    this.#host.writer.flushSoon();
  }

  /** Sends RST_STREAM and closes the stream, unless it is closed. */
  reset(code: number, error?: Http2Error): void {
    if (this.#isClosed) return;
    this.#host.writer.writeFrame(FrameType.rstStream, 0, this.id, bytes32(code));
    this.#host.writer.flushSoon();
    this.close(error ?? new Http2Error(code, "stream was cancelled"));
  }

  /** Returns the received bytes to the peer's window. */
  replenish(): void {
    if (this.#isClosed || this.#isRemoteEnded) return;
    const increment = this.#receiveWindow.replenish();
    if (increment === 0) return;
    this.#host.writer.writeFrame(FrameType.windowUpdate, 0, this.id, bytes32(increment));
    this.#host.writer.flushSoon();
  }

  // The connection calls what follows.

  acceptWindowUpdate(increment: number): void {
    if (increment === 0) {
      return this.#streamError(ErrorCode.protocolError, "WINDOW_UPDATE with increment 0");
    }
    this.sendWindow += increment;
    if (this.sendWindow > MAX_WINDOW) {
      this.#streamError(ErrorCode.flowControlError, "flow-control window exceeds 2^31-1");
    }
  }

  /** Accepts the header of a DATA frame; `length` includes padding. */
  acceptDataStart(length: number): void {
    if (this.#isRemoteEnded) {
      return this.#streamError(ErrorCode.streamClosed, "DATA after END_STREAM");
    }
    if (!this.#receiveWindow.consume(length)) {
      this.#streamError(ErrorCode.flowControlError, "flow-control window exceeded");
    }
  }

  acceptData(piece: Uint8Array): void {
    if (this.#isClosed) return;
    const fault = this.#inbound.body(piece.length);
    if (fault === undefined) this.receiver?.data(piece);
    else this.#streamError(ErrorCode.protocolError, fault);
  }

  /** Accepts the end of a DATA frame with END_STREAM. */
  acceptDataEnd(): void {
    if (this.#isClosed) return;
    const fault = this.#inbound.end();
    if (fault === undefined) this.acceptEnd();
    else this.#streamError(ErrorCode.protocolError, fault);
  }

  /** Returns whether header fields are valid; resets the stream otherwise. */
  validateHeaders(fields: readonly HeaderField[], endStream: boolean): boolean {
    if (this.#isRemoteEnded) {
      this.#streamError(ErrorCode.streamClosed, "HEADERS after END_STREAM");
      return false;
    }
    const fault = this.#inbound.fields(fields, endStream);
    if (fault !== undefined) this.#streamError(ErrorCode.protocolError, fault);
    return fault === undefined;
  }

  /** Resets the stream: its header list exceeds the limit. */
  rejectHeaders(): void {
    this.#streamError(ErrorCode.enhanceYourCalm, "header list too large");
  }

  acceptHeaders(fields: HeaderField[], endStream: boolean): void {
    if (!this.validateHeaders(fields, endStream)) return;
    this.receiver?.headers(fields, endStream);
    if (endStream) this.acceptEnd();
  }

  /** Accepts END_STREAM after a valid message. */
  acceptEnd(): void {
    if (this.#isClosed) return;
    this.#isRemoteEnded = true;
    this.receiver?.end();
    if (this.#isLocalEnded) this.close(undefined);
  }

  acceptReset(code: number): void {
    this.#isRemoteEnded = true;
    const message = `stream was reset by the peer (${errorCodeName(code)})`;
    this.close(new Http2Error(code, message, "reset", code === ErrorCode.refusedStream));
  }

  /** Closes the stream without a frame. */
  close(error: Http2Error | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#error = error;
    this.#host.streamClosed(this, error);
    this.receiver?.closed(error);
  }

  /** Handles a stream error (RFC 9113, section 5.4.2). */
  #streamError(code: number, message: string): void {
    this.reset(code, new Http2Error(code, message));
    this.#host.streamError();
  }

  #endLocal(): void {
    this.#isLocalEnded = true;
    if (this.#isRemoteEnded) this.close(undefined);
  }
}
