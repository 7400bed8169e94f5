/**
 * The statuses gRPC calls end with.
 *
 * @module
 */

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

/** What a status code means for another attempt of the same call. */
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

/** How a call ended: a code and the text that came with it. */
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

/** The name users know a code by, for example `PermissionDenied`; `Code(99)` for unknown ones. */
export function codeName(code: number): string {
  return NAMES.get(code) ?? `Code(${code})`;
}

/** The form in which node APIs quote a status: `rpc error: code = NotFound desc = …`. */
export function formatStatus(status: Status): string {
  return `rpc error: code = ${codeName(status.code)} desc = ${status.details}`;
}

/** A call's status other than OK, as servers throw it and as it arrives, before translation. */
export class StatusError extends Error implements Status {
  override readonly name = "StatusError";

  constructor(readonly code: number, readonly details: string, options?: ErrorOptions) {
    super(formatStatus({ code, details }), options);
  }
}

/** Text as it stands in the `grpc-message` field: percent-encoded UTF-8. */
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

/** The text of a `grpc-message` field. Wrong escapes stay as they are. */
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
