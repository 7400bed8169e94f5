/**
 * EFI signature lists (UEFI specification 2.10, section 32.4.1). All integers are little-endian.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { encodeGuid, formatGuid, GUID_BYTES } from "./guid.ts";

/** The signature type of certificates. */
export const X509 = "a5c059a1-94e4-4aa7-87b5-ab155c2bf072";

/** Names of signature types. */
const TYPES: Readonly<Record<string, string>> = {
  [X509]: "X.509",
  "826ca512-cf10-4ac9-b187-be01496631bd": "SHA-1",
  "0b6e5233-a65c-44c9-9407-d9ab83bfc8bd": "SHA-224",
  "c1c41626-504c-4092-aca9-41f936934328": "SHA-256",
  "ff3e5307-9fd0-48c9-85f1-8ad56c701e01": "SHA-384",
  "093e0fae-a6c4-4f50-9f1b-d41e2b89c19a": "SHA-512",
  "3c5766e8-269c-4e34-aa14-ed776e85b3b6": "RSA-2048",
  "e2b36190-879b-4a3d-ad8d-f2e7bba32784": "RSA-2048 with SHA-256",
  "67f8444f-8743-48f1-a328-1eaab8736080": "RSA-2048 with SHA-1",
  "3bd2a492-96c0-4079-b420-fcf98ef103ed": "X.509 SHA-256",
  "7076876e-80c2-4ee6-aad2-28b349a6865b": "X.509 SHA-384",
  "446dbf63-2502-4cda-bcfa-2465d2b0fe9d": "X.509 SHA-512",
  "452e8ced-dfff-4b8c-ae01-5118862e682c": "external management",
};

/** Bytes of the header of a list: type, list size, header size, entry size. */
const HEADER_BYTES = GUID_BYTES + 12;

/** An entry of a signature list. */
export interface Signature {
  /** GUID of the signature type. */
  readonly type: string;
  /** GUID of the owner. */
  readonly owner: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Returns the name of a signature type, or its GUID. */
export function formatSignatureType(type: string): string {
  return TYPES[type] ?? type;
}

/** Reports whether the bytes start with a known signature type, hence with a signature list. */
export function startsWithList(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER_BYTES && formatGuid(bytes.subarray(0, GUID_BYTES)) in TYPES;
}

/**
 * Encodes certificates: one list per encoded length because the entries of a list have equal size.
 */
export function encodeCertificateLists(
  certificates: readonly Pick<Signature, "owner" | "data">[],
): Uint8Array<ArrayBuffer> {
  const lists = Map.groupBy(certificates, ({ data }) => GUID_BYTES + data.length);
  return concat([...lists].flatMap(([size, entries]) => [
    encodeGuid(X509),
    uint32(HEADER_BYTES + size * entries.length, 0, size),
    ...entries.flatMap(({ owner, data }) => [encodeGuid(owner), data]),
  ]));
}

/**
 * Decodes consecutive signature lists.
 *
 * @param source Name of the bytes in messages, such as a quoted path.
 * @throws {OsctlError} of kind `input` for sizes that do not fit.
 */
export function decodeSignatureLists(
  bytes: Uint8Array<ArrayBuffer>,
  source: string,
): Signature[] {
  const signatures: Signature[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const fail = (reason: string) =>
      new OsctlError("input", `${source} is not a valid EFI signature list: ${reason}`, {
        hint: "copy it again from its source",
      });
    if (bytes.length - at < HEADER_BYTES) throw fail("truncated header");
    const type = formatGuid(bytes.subarray(at, at + GUID_BYTES));
    const [listSize, headerSize, size] = [16, 20, 24].map((offset) =>
      view.getUint32(at + offset, true)
    ) as [number, number, number];
    const end = at + listSize;
    if (end > bytes.length) throw fail("truncated");
    const content = listSize - HEADER_BYTES - headerSize;
    if (content < 0 || size <= GUID_BYTES || content % size !== 0) {
      throw fail(`invalid sizes ${listSize}, ${headerSize} and ${size}`);
    }
    for (at += HEADER_BYTES + headerSize; at < end; at += size) {
      const owner = formatGuid(bytes.subarray(at, at + GUID_BYTES));
      signatures.push({ type, owner, data: bytes.subarray(at + GUID_BYTES, at + size) });
    }
  }
  return signatures;
}

/** Encodes 32-bit integers. */
export function uint32(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, index) => view.setUint32(4 * index, value, true));
  return new Uint8Array(view.buffer);
}

/** Concatenates byte arrays. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
