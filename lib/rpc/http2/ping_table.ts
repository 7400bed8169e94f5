/**
 * Pings that test whether the peer still answers (RFC 9113, section 6.7).
 *
 * @module
 */
import { bytes32, concat, uint32 } from "./bytes.ts";
import { FrameType } from "./frame_types.ts";
import type { FrameWriter } from "./frame_writer.ts";

/** First bytes of the payload; pings of keepalive and of a shutdown start with others. */
const MARK = 0x70696e67;

/** Unanswered pings of one connection. */
export class PingTable {
  readonly #pending = new Map<number, (isAnswered: boolean) => void>();
  #last = 0;

  /** Sends a ping; resolves with true when it is answered, false when the connection ends before. */
  send(writer: FrameWriter): Promise<boolean> {
    const number = ++this.#last;
    writer.writeFrame(FrameType.ping, 0, 0, concat([bytes32(MARK), bytes32(number)]));
    writer.flushSoon();
    return new Promise((resolve) => this.#pending.set(number, resolve));
  }

  /** Accepts the payload of an answer. */
  acknowledge(payload: Uint8Array): void {
    if (uint32(payload, 0) !== MARK) return;
    const number = uint32(payload, 4);
    this.#pending.get(number)?.(true);
    this.#pending.delete(number);
  }

  /** Ends the wait for all answers. */
  close(): void {
    for (const resolve of this.#pending.values()) resolve(false);
    this.#pending.clear();
  }
}
