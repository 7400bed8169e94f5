/**
 * NTP packets of a client (RFC 5905).
 *
 * @module
 */

/** Size of a packet without extensions, bytes. */
const PACKET_SIZE = 48;

/** Leap indicator 0, version 4, mode 3 (client). */
const CLIENT = 0x23;
const SERVER_MODE = 4;
/** Leap indicator of an unsynchronized clock. */
const UNSYNCHRONIZED = 3;
/** Stratum of an unsynchronized server. */
const MAX_STRATUM = 16;
/** The Unix epoch in NTP time, seconds since 1900. */
const UNIX_EPOCH = 2_208_988_800;
/** Seconds of an NTP era; era 1 begins in 2036. */
const ERA = 2 ** 32;

/** A time as seconds since the Unix epoch and nanoseconds. */
export interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
}

/**
 * Encodes a request. The server returns `cookie` (8 random bytes) as origin timestamp, which
 * prevents off-path spoofing.
 */
export function encodeRequest(cookie: Uint8Array): Uint8Array {
  const packet = new Uint8Array(PACKET_SIZE);
  packet[0] = CLIENT;
  packet.set(cookie, 40);
  return packet;
}

/** An invalid response. */
export class NtpResponseError extends Error {
  override readonly name = "NtpResponseError";
}

/**
 * Returns the transmit timestamp of a response.
 *
 * @throws {NtpResponseError} When the packet is not the response to the request with `cookie`, or
 *   the server is not synchronized.
 */
export function parseResponse(packet: Uint8Array, cookie: Uint8Array): Timestamp {
  if (packet.length < PACKET_SIZE) throw new NtpResponseError("response too short");
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  const flags = view.getUint8(0);
  if ((flags & 7) !== SERVER_MODE) throw new NtpResponseError("response is not in server mode");
  if (!cookie.every((byte, i) => packet[24 + i] === byte)) {
    throw new NtpResponseError("response does not match the request");
  }
  const stratum = view.getUint8(1);
  if (stratum === 0) throw new NtpResponseError(`kiss-o'-death packet, code ${kissCode(packet)}`);
  if (stratum >= MAX_STRATUM || flags >> 6 === UNSYNCHRONIZED) {
    throw new NtpResponseError("server clock is not synchronized");
  }
  const seconds = view.getUint32(40);
  const fraction = view.getUint32(44);
  if (seconds === 0 && fraction === 0) {
    throw new NtpResponseError("response has no transmit timestamp");
  }
  const era = seconds < ERA / 2 ? ERA : 0;
  return {
    seconds: seconds + era - UNIX_EPOCH,
    nanos: Math.floor(fraction * 1e9 / ERA),
  };
}

/** Returns the kiss code (RFC 5905, 7.4), four ASCII letters. */
function kissCode(packet: Uint8Array): string {
  return new TextDecoder("latin1").decode(packet.subarray(12, 16)).replace(/[^A-Z]/g, "") || "?";
}
