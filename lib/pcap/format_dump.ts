/**
 * Packets as text, in the layout of talosctl: a line per packet and per layer.
 *
 * @module
 */
import { formatGoTime } from "../output/go_time.ts";
import { decodePacket } from "./decode_packet.ts";
import { type Fields, type Layer, Shown, TextBytes, type Value } from "./layer.ts";
import type { CapturedPacket } from "./packet_file.ts";

/** Longer lists are printed as their length. */
const MAX_LIST_LENGTH = 4;

/** Formats a packet: `PACKET: …`, `- Layer n (…) = …` for each layer, an empty line. */
export function formatDump(packet: CapturedPacket, linkType: number): string {
  const { data, length, seconds, nanos } = packet;
  const { layers, truncated } = decodePacket(data, linkType);
  let text = `PACKET: ${data.length} bytes`;
  if (truncated || data.length < length) text += ", truncated";
  if (length > 0) text += `, wire length ${length} cap length ${data.length}`;
  text += ` @ ${formatGoTime({ seconds, nanos })}\n`;
  for (const [index, layer] of layers.entries()) {
    text += `- Layer ${index + 1} (${String(layer.contents.length).padStart(2, "0")} bytes) = ${
      formatLayer(layer)
    }\n`;
  }
  return `${text}\n`;
}

function formatLayer({ name, contents, payload, fields, text }: Layer): string {
  const value = text ??
    formatFields({ Contents: contents, Payload: payload, ...fields }, false);
  return `${name}\t${value}`;
}

/** talosctl prints a space before the first field of a structure inside another one. */
function formatFields(fields: Fields, isNested: boolean): string {
  const items = Object.entries(fields).map(([name, value]) =>
    `${name}=${formatValue(value, true)}`
  );
  return `{${isNested ? " " : ""}${items.join(" ")}}`;
}

function formatValue(value: Value, isNested: boolean): string {
  if (value === null) return "nil";
  if (typeof value !== "object") return String(value);
  if (value instanceof Shown) return value.text;
  if (value instanceof TextBytes) return formatList(value.bytes);
  if (value instanceof Uint8Array) return formatList(value);
  if (isList(value)) {
    return value.length > MAX_LIST_LENGTH
      ? `[..${value.length}..]`
      : `[${value.map((item) => formatValue(item, false)).join(", ")}]`;
  }
  return formatFields(value, isNested);
}

function formatList(bytes: Uint8Array): string {
  return bytes.length > MAX_LIST_LENGTH ? `[..${bytes.length}..]` : `[${bytes.join(", ")}]`;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
