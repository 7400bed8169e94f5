/**
 * Validates a received HTTP message (RFC 9113, sections 8.1 to 8.3): the order of header fields,
 * body and trailers, the fields, and the length of the body.
 *
 * Space around a field value is accepted: gRPC peers send it in status messages.
 *
 * @module
 */
import type { HeaderField } from "./hpack.ts";

/** Validates one message. Each step returns the reason why it is malformed, or undefined. */
export class InboundMessage {
  readonly #kind: "request" | "response";
  /** Whether the header fields were received; interim responses do not count. */
  #hasHeaders = false;
  /** Remaining bytes of the body by `content-length`; undefined without that field. */
  #left: number | undefined;

  constructor(kind: "request" | "response") {
    this.#kind = kind;
  }

  /** Validates header fields or trailers. */
  fields(fields: readonly HeaderField[], endStream: boolean): string | undefined {
    if (this.#hasHeaders) {
      if (!endStream) return "trailers without END_STREAM";
      return validateFields(fields, NONE) ?? this.end();
    }
    const fault = this.#kind === "request" ? validateRequest(fields) : validateResponse(fields);
    if (fault !== undefined) return fault;
    if (this.#kind === "response" && isInterim(fields)) {
      return endStream ? "interim response with END_STREAM" : undefined;
    }
    this.#hasHeaders = true;
    this.#left = parseContentLength(fields);
    if (Number.isNaN(this.#left)) return "invalid content-length";
    return endStream ? this.end() : undefined;
  }

  /** Validates the length of a part of the body. */
  body(length: number): string | undefined {
    if (!this.#hasHeaders) return "body before the header fields";
    if (this.#left === undefined) return undefined;
    this.#left -= length;
    return this.#left < 0 ? "body longer than content-length" : undefined;
  }

  /** Validates the end of the message. */
  end(): string | undefined {
    if (!this.#hasHeaders) return "no header fields";
    return (this.#left ?? 0) > 0 ? "body shorter than content-length" : undefined;
  }
}

const REQUEST = new Set([":method", ":scheme", ":authority", ":path"]);
const RESPONSE = new Set([":status"]);
const NONE = new Set<string>();

function validateRequest(fields: readonly HeaderField[]): string | undefined {
  const fault = validateFields(fields, REQUEST);
  if (fault !== undefined) return fault;
  const first = (name: string) => fields.find(([key]) => key === name)?.[1];
  const method = first(":method");
  if (method === undefined || method === "") return "request without :method";
  if (method === "CONNECT") {
    const surplus = first(":scheme") ?? first(":path");
    if (surplus !== undefined) return "CONNECT request with :scheme or :path";
    return first(":authority") === undefined ? "CONNECT request without :authority" : undefined;
  }
  if (first(":scheme") === undefined) return "request without :scheme";
  const path = first(":path");
  if (path === undefined) return "request without :path";
  const isServerWide = method === "OPTIONS" && path === "*";
  return isServerWide || path.startsWith("/") ? undefined : `invalid :path "${path}"`;
}

function validateResponse(fields: readonly HeaderField[]): string | undefined {
  const fault = validateFields(fields, RESPONSE);
  if (fault !== undefined) return fault;
  const status = fields.find(([name]) => name === ":status")?.[1];
  if (status === undefined) return "response without :status";
  // HTTP/2 has no 101 (RFC 9113, section 8.6).
  return /^[1-9][0-9]{2}$/.test(status) && status !== "101"
    ? undefined
    : `invalid :status "${status}"`;
}

function isInterim(fields: readonly HeaderField[]): boolean {
  return fields.some(([name, value]) => name === ":status" && value.startsWith("1"));
}

/**
 * Parses `content-length`, bytes; undefined without that field, NaN when it is malformed or two
 * values differ (RFC 9110, section 8.6).
 */
function parseContentLength(fields: readonly HeaderField[]): number | undefined {
  let length: number | undefined;
  for (const [name, value] of fields) {
    if (name !== "content-length") continue;
    const parsed = /^[0-9]{1,15}$/.test(value) ? Number(value) : NaN;
    if (length !== undefined && length !== parsed) return NaN;
    length = parsed;
  }
  return length;
}

const NAME = /^[\x21-\x39\x3b-\x40\x5b-\x7e]+$/;
const FORBIDDEN_IN_VALUES = /[\0\r\n]/;
/** Connection-specific fields of HTTP/1.1 (RFC 9113, section 8.2.2). */
const CONNECTION_SPECIFIC = new Set([
  "connection",
  "proxy-connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/** @param pseudo the pseudo-header fields allowed. */
function validateFields(
  fields: readonly HeaderField[],
  pseudo: ReadonlySet<string>,
): string | undefined {
  const seen = new Set<string>();
  let isRegular = false;
  for (const [name, value] of fields) {
    if (name.startsWith(":")) {
      if (!pseudo.has(name)) return `unexpected pseudo-header field "${name}"`;
      if (isRegular) return `pseudo-header field "${name}" after a regular field`;
      if (seen.has(name)) return `duplicate pseudo-header field "${name}"`;
      seen.add(name);
    } else {
      isRegular = true;
      if (!NAME.test(name)) return `invalid field name "${name}"`;
      if (CONNECTION_SPECIFIC.has(name)) return `connection-specific field "${name}"`;
      if (name === "te" && value !== "trailers") return `invalid te "${value}"`;
    }
    if (FORBIDDEN_IN_VALUES.test(value)) return `NUL, CR or LF in field "${name}"`;
  }
  return undefined;
}
