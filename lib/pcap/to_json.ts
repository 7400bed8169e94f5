/**
 * Packets as JSON, one object each.
 *
 * @module
 */
import { formatRfc3339 } from "../output/go_time.ts";
import { readTcpMessage, readUdpMessage } from "./application.ts";
import { toHex } from "./bytes.ts";
import { decodePacket } from "./decode_packet.ts";
import { type Fields, type Layer, Shown, TextBytes, type Value } from "./layer.ts";
import type { CapturedPacket } from "./packet_file.ts";

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Returns a packet as one line of JSON without its end. Names are in camel case, bytes hexadecimal. */
export function formatJsonPacket(packet: CapturedPacket, linkType: number): string {
  const { data, length, seconds, nanos } = packet;
  const { layers, truncated } = decodePacket(data, linkType);
  const message = readMessage(layers);
  return JSON.stringify({
    time: formatRfc3339({ seconds, nanos }),
    length,
    captured: data.length,
    ...(truncated || data.length < length ? { truncated: true } : {}),
    layers: [...layers.map(toJsonLayer), ...(message === undefined ? [] : [message])],
  });
}

/** Flags of TCP, a list in JSON: `ACK` and the number `Ack` would have the same name. */
const TCP_FLAGS = ["FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR", "NS"];

function toJsonLayer({ name, contents, fields: all }: Layer): Json {
  const isTcp = name === "TCP";
  const fields = isTcp
    ? Object.fromEntries(Object.entries(all).filter(([field]) => !TCP_FLAGS.includes(field)))
    : all;
  const flags = isTcp ? { flags: TCP_FLAGS.filter((flag) => all[flag] === true) } : {};
  const content = name === "Payload" || name === "Fragment" ? { data: toHex(contents) } : {};
  return { layer: name, bytes: contents.length, ...toJsonFields(fields), ...flags, ...content };
}

/** Reads the message in the payload of the innermost TCP or UDP header. */
function readMessage(layers: readonly Layer[]): Json | undefined {
  const transport = layers.at(-2);
  const payload = layers.at(-1);
  if (transport === undefined || payload?.name !== "Payload") return undefined;
  const port = (name: string) => (transport.fields[name] as Shown).json as number;
  const message = transport.name === "TCP"
    ? readTcpMessage(payload.contents, port("SrcPort"), port("DstPort"))
    : transport.name === "UDP"
    ? readUdpMessage(payload.contents)
    : undefined;
  return message && { layer: message.protocol, ...toJsonFields(message.fields) };
}

function toJsonFields(fields: Fields): { [name: string]: Json } {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [toCamelCase(name), toJson(value)]),
  );
}

function toJson(value: Value): Json {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string") return value === "<nil>" ? null : value;
  if (value instanceof Shown) return toJson(value.json);
  if (value instanceof TextBytes) return value.text;
  if (value instanceof Uint8Array) return toHex(value);
  return isList(value) ? value.map(toJson) : toJsonFields(value);
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Lower-cases the first word: `SrcMAC` → `srcMAC`, `TTL` → `ttl`, `VLANIdentifier` → `vlanIdentifier`. */
function toCamelCase(name: string): string {
  return name.replace(
    /^[A-Z]+(?=[A-Z][a-z]|\d|$)|^[A-Z]/,
    (word) => word.toLowerCase(),
  );
}
