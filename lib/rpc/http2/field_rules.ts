/**
 * What lists of header fields must fulfil (RFC 9113, sections 8.2 and 8.3). Each check returns what
 * is wrong, or undefined.
 *
 * One rule is left out: space around a value, which gRPC peers do send in status texts.
 *
 * @module
 */
import type { HeaderField } from "./hpack.ts";

const NAME = /^[\x21-\x39\x3b-\x40\x5b-\x7e]+$/;
const FORBIDDEN_IN_VALUES = /[\0\r\n]/;

/** Fields about a connection of HTTP/1.1. */
const OF_CONNECTIONS = new Set([
  "connection",
  "proxy-connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

const REQUEST = new Set([":method", ":scheme", ":authority", ":path"]);
const RESPONSE = new Set([":status"]);
const NONE = new Set<string>();

/** What is wrong with the header fields of a request. */
export function requestFault(fields: readonly HeaderField[]): string | undefined {
  const fault = fieldsFault(fields, REQUEST);
  if (fault !== undefined) return fault;
  const first = (name: string) => fields.find(([key]) => key === name)?.[1];
  const method = first(":method");
  if (method === undefined || method === "") return "request has no method";
  if (method === "CONNECT") {
    const surplus = first(":scheme") ?? first(":path");
    if (surplus !== undefined) return "CONNECT request has a scheme or a path";
    return first(":authority") === undefined ? "CONNECT request has no authority" : undefined;
  }
  if (first(":scheme") === undefined) return "request has no scheme";
  const path = first(":path");
  if (path === undefined) return "request has no path";
  const whole = method === "OPTIONS" && path === "*";
  return whole || path.startsWith("/") ? undefined : `request has the path "${path}"`;
}

/** What is wrong with the header fields of a response. */
export function responseFault(fields: readonly HeaderField[]): string | undefined {
  const fault = fieldsFault(fields, RESPONSE);
  if (fault !== undefined) return fault;
  const status = fields.find(([name]) => name === ":status")?.[1];
  if (status === undefined) return "response has no status";
  return /^[1-9][0-9]{2}$/.test(status) && status !== "101"
    ? undefined
    : `response has the status "${status}"`;
}

/** What is wrong with the fields behind a body. */
export function trailerFault(fields: readonly HeaderField[]): string | undefined {
  return fieldsFault(fields, NONE);
}

/**
 * The length of the body that the fields announce, bytes; undefined when they say nothing, NaN when
 * they contradict themselves.
 */
export function contentLength(fields: readonly HeaderField[]): number | undefined {
  let length: number | undefined;
  for (const [name, value] of fields) {
    if (name !== "content-length") continue;
    const said = /^[0-9]{1,15}$/.test(value) ? Number(value) : NaN;
    if (length !== undefined && length !== said) return NaN;
    length = said;
  }
  return length;
}

function fieldsFault(
  fields: readonly HeaderField[],
  pseudo: ReadonlySet<string>,
): string | undefined {
  const seen = new Set<string>();
  let regular = false;
  for (const [name, value] of fields) {
    if (name.startsWith(":")) {
      if (!pseudo.has(name)) return `unexpected field "${name}"`;
      if (regular) return `field "${name}" comes too late`;
      if (seen.has(name)) return `field "${name}" comes twice`;
      seen.add(name);
    } else {
      regular = true;
      if (!NAME.test(name)) return `"${name}" is no name of a field`;
      if (OF_CONNECTIONS.has(name)) return `field "${name}" belongs to HTTP/1.1`;
      if (name === "te" && value !== "trailers") return `field "te" is "${value}"`;
    }
    if (FORBIDDEN_IN_VALUES.test(value)) return `field "${name}" holds a line break or zero`;
  }
  return undefined;
}
