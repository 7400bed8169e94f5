/**
 * Time-based authenticated variables (UEFI specification 2.10, section 8.2.2): a timestamp, a
 * PKCS#7 signature and the payload. The signature covers the name of the variable, which the
 * encoding does not contain.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { type Certificate, type PrivateKey, signDetached } from "../pki/mod.ts";
import { encodeGuid, formatGuid, GUID_BYTES } from "./guid.ts";
import { concat, uint32 } from "./signature_list.ts";

const GLOBAL = "8be4df61-93ca-11d2-aa0d-00e098032b8c";
const IMAGE_SECURITY = "d719b2cb-3d3a-4596-a3bc-dad00e67656f";

/** GUIDs of vendors by variable of UEFI Secure Boot. */
export const VARIABLES = {
  PK: GLOBAL,
  KEK: GLOBAL,
  db: IMAGE_SECURITY,
  dbx: IMAGE_SECURITY,
  dbt: IMAGE_SECURITY,
  dbr: IMAGE_SECURITY,
} as const;

/** The name of a variable of UEFI Secure Boot. */
export type VariableName = keyof typeof VARIABLES;

/** Non-volatile, boot service access, runtime access, time-based authenticated. */
export const WRITE_ATTRIBUTES = 0x27;
/** The same, with the payload appended to the variable. */
export const APPEND_ATTRIBUTES = 0x67;

/** Certificate type and format of `WIN_CERTIFICATE_UEFI_GUID`. */
const PKCS7 = "4aafd29d-68df-49ee-8aa9-347d375665a7";
const REVISION = 0x0200;
const UEFI_GUID_TYPE = 0x0ef1;

const TIME_BYTES = 16;
const CERTIFICATE_BYTES = 8 + GUID_BYTES;

/** An authenticated variable. */
export interface AuthenticatedVariable {
  /** Milliseconds since the Unix epoch, whole seconds; undefined for an invalid date. */
  readonly timestamp: number | undefined;
  /** The encoding of the timestamp. */
  readonly time: Uint8Array<ArrayBuffer>;
  /** SignedData. */
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly payload: Uint8Array<ArrayBuffer>;
}

/**
 * The certificate and key that sign a variable, and the time, milliseconds since the Unix epoch.
 */
export interface VariableSigner {
  readonly certificate: Certificate;
  readonly key: PrivateKey;
  readonly now: number;
}

/** Signs a variable. Its timestamp is in UTC. */
export async function signVariable(
  name: VariableName,
  payload: Uint8Array<ArrayBuffer>,
  { certificate, key, now }: VariableSigner,
): Promise<Uint8Array<ArrayBuffer>> {
  const time = encodeTime(now);
  const content = toSignedContent(name, WRITE_ATTRIBUTES, { time, payload });
  const signature = await signDetached(content, { certificate, key, signingTime: now });
  const header = new DataView(new ArrayBuffer(8));
  header.setUint32(0, CERTIFICATE_BYTES + signature.length, true);
  header.setUint16(4, REVISION, true);
  header.setUint16(6, UEFI_GUID_TYPE, true);
  return concat([time, new Uint8Array(header.buffer), encodeGuid(PKCS7), signature, payload]);
}

/** Returns the bytes that the signature of a variable covers. */
export function toSignedContent(
  name: VariableName,
  attributes: number,
  { time, payload }: Pick<AuthenticatedVariable, "time" | "payload">,
): Uint8Array<ArrayBuffer> {
  const utf16 = Uint8Array.from(name, (letter) => letter.charCodeAt(0));
  const characters = concat([...utf16].map((code) => Uint8Array.of(code, 0)));
  return concat([characters, encodeGuid(VARIABLES[name]), uint32(attributes), time, payload]);
}

/** Encodes EFI_TIME; nanoseconds, time zone and daylight must be zero (section 8.2.2). */
function encodeTime(now: number): Uint8Array<ArrayBuffer> {
  const date = new Date(now);
  const bytes = new Uint8Array(TIME_BYTES);
  new DataView(bytes.buffer).setUint16(0, date.getUTCFullYear(), true);
  bytes.set([
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ], 2);
  return bytes;
}

function decodeTime(bytes: Uint8Array<ArrayBuffer>): number | undefined {
  const year = bytes[0]! + 256 * bytes[1]!;
  const [month, day, hour, minute, second] = bytes.subarray(2, 7);
  const timestamp = Date.UTC(year, month! - 1, day, hour, minute, second);
  const same = year >= 1900 && encodeTime(timestamp).subarray(0, 7).toHex() ===
      bytes.subarray(0, 7).toHex();
  return same ? timestamp : undefined;
}

/** Reports whether the bytes start with a timestamp and a PKCS#7 signature. */
export function isAuthenticatedVariable(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (bytes.length < TIME_BYTES + CERTIFICATE_BYTES) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const type = bytes.subarray(TIME_BYTES + 8, TIME_BYTES + CERTIFICATE_BYTES);
  return view.getUint16(TIME_BYTES + 4, true) === REVISION &&
    view.getUint16(TIME_BYTES + 6, true) === UEFI_GUID_TYPE && formatGuid(type) === PKCS7;
}

/**
 * Splits an authenticated variable into its parts; see {@linkcode isAuthenticatedVariable}.
 *
 * @param source Name of the bytes in messages, such as a quoted path.
 * @throws {OsctlError} of kind `input` when the signature is longer than the file.
 */
export function decodeAuthenticatedVariable(
  bytes: Uint8Array<ArrayBuffer>,
  source: string,
): AuthenticatedVariable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = TIME_BYTES + view.getUint32(TIME_BYTES, true);
  const start = TIME_BYTES + CERTIFICATE_BYTES;
  if (end < start || end > bytes.length) {
    throw new OsctlError("input", `${source} is not a valid authenticated variable: truncated`, {
      hint: "copy it again from its source",
    });
  }
  const time = bytes.subarray(0, TIME_BYTES);
  return {
    timestamp: decodeTime(time),
    time,
    signature: bytes.subarray(start, end),
    payload: bytes.subarray(end),
  };
}
