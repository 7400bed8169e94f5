/**
 * The supported certificate extensions (RFC 5280, section 4.2).
 *
 * @module
 */
import {
  DerError,
  type Element,
  getContent,
  readChildren,
  readObjectIdentifier,
  readSingle,
  TAG,
} from "./der_reader.ts";
import {
  type Der,
  implicit,
  namedBits,
  objectIdentifier,
  octetString,
  sequence,
  TRUE,
} from "./der_writer.ts";

/** Object identifiers of extensions. */
export const EXTENSION = {
  subjectKeyId: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyId: "2.5.29.35",
  extKeyUsage: "2.5.29.37",
} as const;

/** Bit numbers of key usages. */
const KEY_USAGE = { digitalSignature: 0, keyCertSign: 5 } as const;

/** Object identifiers of extended key usages. */
const EXT_KEY_USAGE = {
  serverAuth: "1.3.6.1.5.5.7.3.1",
  clientAuth: "1.3.6.1.5.5.7.3.2",
} as const;

/** A supported key usage. */
export type KeyUsage = keyof typeof KEY_USAGE;

/** A supported extended key usage. */
export type ExtKeyUsage = keyof typeof EXT_KEY_USAGE;

/** Encodes a critical key usage extension. */
export function keyUsage(usages: readonly KeyUsage[]): Der {
  return extension(EXTENSION.keyUsage, namedBits(usages.map((name) => KEY_USAGE[name])), true);
}

/** Encodes an extended key usage extension. */
export function extKeyUsage(usages: readonly ExtKeyUsage[]): Der {
  const names = usages.map((name) => objectIdentifier(EXT_KEY_USAGE[name]));
  return extension(EXTENSION.extKeyUsage, sequence(...names));
}

/** Encodes critical basic constraints of a CA without a path length. */
export function authorityConstraints(): Der {
  return extension(EXTENSION.basicConstraints, sequence(TRUE), true);
}

/** Encodes a subject key identifier. */
export function subjectKeyId(id: Uint8Array): Der {
  return extension(EXTENSION.subjectKeyId, octetString(id));
}

/** Encodes an authority key identifier: the issuer's subject key identifier. */
export function authorityKeyId(id: Uint8Array): Der {
  return extension(EXTENSION.authorityKeyId, sequence(implicit(0, id)));
}

/** Encodes subject alternative names; critical when the subject is empty (RFC 5280, 4.2.1.6). */
export function subjectAltName(names: Uint8Array, critical: boolean): Der {
  return extension(EXTENSION.subjectAltName, names, critical);
}

function extension(oid: string, value: Uint8Array, critical = false): Der {
  const name = objectIdentifier(oid);
  return critical ? sequence(name, TRUE, octetString(value)) : sequence(name, octetString(value));
}

/** Decodes a SEQUENCE of extensions into values by object identifier. */
export function decodeExtensions(list: Element | undefined): Map<string, Uint8Array<ArrayBuffer>> {
  const values = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const each of readChildren(list, TAG.sequence)) {
    const parts = readChildren(each, TAG.sequence);
    values.set(readObjectIdentifier(parts[0]), getContent(parts.at(-1), TAG.octetString));
  }
  return values;
}

/** Reports whether basic constraints permit a CA. */
export function isAuthority(value: Uint8Array<ArrayBuffer> | undefined): boolean {
  if (value === undefined) return false;
  const [flag] = readChildren(readSingle(value, TAG.sequence), TAG.sequence);
  return flag?.tag === TAG.boolean && flag.content[0] !== 0;
}

/** Reads the supported key usages. */
export function readKeyUsages(
  value: Uint8Array<ArrayBuffer> | undefined,
): KeyUsage[] {
  if (value === undefined) return [];
  const bits = getContent(readSingle(value, TAG.bitString), TAG.bitString).subarray(1);
  return keysOf(KEY_USAGE).filter((name) => {
    const bit = KEY_USAGE[name];
    return ((bits[Math.floor(bit / 8)] ?? 0) & (0x80 >>> (bit % 8))) !== 0;
  });
}

/** Reads the supported extended key usages, in the order of the certificate. */
export function readExtKeyUsages(
  value: Uint8Array<ArrayBuffer> | undefined,
): ExtKeyUsage[] {
  if (value === undefined) return [];
  return readChildren(readSingle(value, TAG.sequence), TAG.sequence).flatMap((element) => {
    const oid = readObjectIdentifier(element);
    return keysOf(EXT_KEY_USAGE).filter((name) => EXT_KEY_USAGE[name] === oid);
  });
}

/** Reads the key identifier of a subject key identifier extension. */
export function readKeyId(value: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const element = readSingle(value, TAG.octetString);
  if (element.content.length === 0) throw new DerError("empty key identifier");
  return element.content;
}

function keysOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[];
}
