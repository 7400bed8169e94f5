/**
 * Packets of the network time protocol (RFC 5905), as a client sees them.
 *
 * @module
 */

/** Size of a packet without extensions, bytes. */
export const PACKET_SIZE = 48;

/** Version 4, mode 3: a client asks. */
const CLIENT = 0x23;
const SERVER_MODE = 4;
/** The clock of the server is not set. */
const UNSYNCHRONISED = 3;
/** From here on a server has no reference any more. */
const MAX_STRATUM = 16;
/** Seconds between 1900, where the protocol begins, and the Unix epoch. */
const UNIX_EPOCH = 2_208_988_800;
/** Seconds in an era of the protocol; the second begins in 2036. */
const ERA = 2 ** 32;

/** A moment: whole seconds since the Unix epoch and nanoseconds. */
export interface Moment {
  readonly seconds: number;
  readonly nanos: number;
}

/**
 * A question. `cookie` (8 random bytes) comes back in the answer, so that nobody can make one up
 * who has not seen the question.
 */
export function question(cookie: Uint8Array): Uint8Array {
  const packet = new Uint8Array(PACKET_SIZE);
  packet[0] = CLIENT;
  packet.set(cookie, 40);
  return packet;
}

/** Why an answer is no use. */
export class AnswerError extends Error {
  override readonly name = "AnswerError";
}

/**
 * The time the server sent its answer.
 *
 * @throws {AnswerError} when this is no answer to the question with `cookie`, or the server says
 * that it does not know the time.
 */
export function answerTime(packet: Uint8Array, cookie: Uint8Array): Moment {
  if (packet.length < PACKET_SIZE) throw new AnswerError("the answer is too short");
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  const flags = view.getUint8(0);
  if ((flags & 7) !== SERVER_MODE) throw new AnswerError("the answer is not a server's");
  if (!cookie.every((byte, i) => packet[24 + i] === byte)) {
    throw new AnswerError("the answer is not to this question");
  }
  const stratum = view.getUint8(1);
  if (stratum === 0) throw new AnswerError(`the server refuses: ${kissCode(packet)}`);
  if (stratum >= MAX_STRATUM || flags >> 6 === UNSYNCHRONISED) {
    throw new AnswerError("the server's own clock is not set");
  }
  const seconds = view.getUint32(40);
  const fraction = view.getUint32(44);
  if (seconds === 0 && fraction === 0) throw new AnswerError("the answer has no time");
  const era = seconds < ERA / 2 ? ERA : 0;
  return {
    seconds: seconds + era - UNIX_EPOCH,
    nanos: Math.floor(fraction * 1e9 / ERA),
  };
}

/** Four letters with which a server says why it will not answer. */
function kissCode(packet: Uint8Array): string {
  return new TextDecoder("latin1").decode(packet.subarray(12, 16)).replace(/[^A-Z]/g, "") || "?";
}
