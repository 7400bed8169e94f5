/**
 * Decoded layers and their values.
 *
 * @module
 */

/** A value with a text form for dumps and another value for JSON. */
export class Shown {
  constructor(readonly text: string, readonly json: Value) {}
}

/** Bytes that are text, such as DNS names: dumps print their number, JSON the text. */
export class TextBytes {
  constructor(readonly bytes: Uint8Array, readonly text: string) {}
}

/** Fields in the order of the dump. */
export interface Fields {
  readonly [name: string]: Value;
}

/** A value of a field. `null` is an absent structure. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | Shown
  | TextBytes
  | readonly Value[]
  | Fields;

/** A layer of a packet. */
export interface Layer {
  /** Name, for example `IPv4`. */
  readonly name: string;
  /** The bytes of this layer alone. */
  readonly contents: Uint8Array;
  /** The bytes of the layers inside. */
  readonly payload: Uint8Array;
  readonly fields: Fields;
  /** Replaces the fields in dumps. */
  readonly text?: string;
}

export const NO_BYTES: Uint8Array = new Uint8Array();

/** Packet bytes that cannot be decoded. */
export class DecodeError extends Error {
  override name = "DecodeError";
}

/** Names of decoders. */
export type DecoderName =
  | "ARP"
  | "DHCPv4"
  | "DHCPv6"
  | "DNS"
  | "Dot1Q"
  | "Ethernet"
  | "Fragment"
  | "Geneve"
  | "ICMPv4"
  | "ICMPv6"
  | "ICMPv6Message"
  | "IGMP"
  | "IPv4"
  | "IPv6"
  | "IPv6Destination"
  | "IPv6Fragment"
  | "IPv6HopByHop"
  | "IPv6Routing"
  | "LLC"
  | "LinkLayerDiscovery"
  | "NTP"
  | "Payload"
  | "SNAP"
  | "TCP"
  | "UDP"
  | "VXLAN";

/** The decoder of the payload, when there is one, or the reason why it cannot be decoded. */
export type Next = DecoderName | DecodeError | undefined;

/**
 * Decodes one layer and adds it to the packet.
 *
 * @throws {DecodeError} for an invalid layer.
 */
export type Decoder = (data: Uint8Array, packet: PacketBuilder) => Next;

/** Collects the layers of a packet. */
export class PacketBuilder {
  readonly layers: Layer[] = [];
  /** A length field exceeds the captured bytes. */
  truncated = false;

  add(
    name: string,
    contents: Uint8Array,
    payload: Uint8Array,
    fields: Fields = {},
    text?: string,
  ): void {
    this.layers.push({ name, contents, payload, fields, ...(text === undefined ? {} : { text }) });
  }

  /** Marks the packet as truncated and returns an error. */
  truncate(message: string): DecodeError {
    this.truncated = true;
    return new DecodeError(message);
  }
}
