/**
 * Statuses of gRPC calls.
 *
 * @module
 */
import { quoteNodeText } from "../pki/redact_node_text.ts";

/** Status codes by name (grpc.io, "Status codes and their use in gRPC"). */
export const StatusCode = {
  ok: 0,
  canceled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const;

/** Classes of status codes for retries. */
const ERROR_CLASSES = new Map<number, "lost" | "refused">([
  [StatusCode.canceled, "lost"],
  [StatusCode.internal, "lost"],
  [StatusCode.unavailable, "lost"],
  [StatusCode.invalidArgument, "refused"],
  [StatusCode.notFound, "refused"],
  [StatusCode.permissionDenied, "refused"],
  [StatusCode.unimplemented, "refused"],
  [StatusCode.unauthenticated, "refused"],
]);

/**
 * Returns the class of a status code: `lost` when the node or the connection to it went away,
 * `refused` when another attempt has the same result, undefined when neither is known.
 */
export function errorClass(code: number): "lost" | "refused" | undefined {
  return ERROR_CLASSES.get(code);
}

/** The outcome of a call: a code and a message. */
export interface Status {
  readonly code: number;
  readonly details: string;
}

const NAMES = new Map<number, string>(
  Object.entries(StatusCode).map(([name, code]) => [
    code,
    code === StatusCode.ok ? "OK" : name[0]?.toUpperCase() + name.slice(1),
  ]),
);

/** Returns the name of a code as grpc-go prints it, for example `PermissionDenied` or `Code(99)`. */
export function codeName(code: number): string {
  return NAMES.get(code) ?? `Code(${code})`;
}

/** Formats a status as grpc-go does: `rpc error: code = NotFound desc = …`. */
export function formatStatus(status: Status): string {
  return `rpc error: code = ${codeName(status.code)} desc = ${status.details}`;
}

/**
 * A status other than OK, as servers throw it and clients receive it. Its message contains no machine
 * configuration; `details` may.
 */
export class StatusError extends Error implements Status {
  override readonly name = "StatusError";

  constructor(readonly code: number, readonly details: string, options?: ErrorOptions) {
    super(formatStatus({ code, details: quoteNodeText(details) }), options);
  }
}

/** Encodes the value of `grpc-message`: percent-encoded UTF-8. */
export function encodeMessage(text: string): string {
  let encoded = "";
  for (const byte of new TextEncoder().encode(text)) {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    encoded += plain
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}

/** Decodes the value of `grpc-message`. Invalid escapes are kept. */
export function decodeMessage(encoded: string): string {
  const bytes: number[] = [];
  for (let index = 0; index < encoded.length; index++) {
    const escape = /^%[0-9a-fA-F]{2}/.exec(encoded.slice(index, index + 3))?.[0];
    if (escape === undefined) {
      bytes.push(encoded.charCodeAt(index) & 0xff);
    } else {
      bytes.push(parseInt(escape.slice(1), 16));
      index += 2;
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
