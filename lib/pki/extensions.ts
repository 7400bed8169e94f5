/**
 * Certificate extensions (RFC 5280, section 4.2): the seven in use.
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

/** Object identifiers of the extensions. */
export const EXTENSION = {
  subjectKeyId: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyId: "2.5.29.35",
  extKeyUsage: "2.5.29.37",
} as const;

/** Bit numbers of key usages. */
export const KEY_USAGE = { digitalSignature: 0, keyCertSign: 5 } as const;

/** Object identifiers of extended key usages. */
export const EXT_KEY_USAGE = {
  serverAuth: "1.3.6.1.5.5.7.3.1",
  clientAuth: "1.3.6.1.5.5.7.3.2",
} as const;

/** A key usage known here. */
export type KeyUsage = keyof typeof KEY_USAGE;

/** An extended key usage known here. */
export type ExtKeyUsage = keyof typeof EXT_KEY_USAGE;

/** Key usage, critical. */
export function keyUsage(usages: readonly KeyUsage[]): Der {
  return extension(EXTENSION.keyUsage, namedBits(usages.map((name) => KEY_USAGE[name])), true);
}

/** Extended key usage, in the order given. */
export function extKeyUsage(usages: readonly ExtKeyUsage[]): Der {
  const names = usages.map((name) => objectIdentifier(EXT_KEY_USAGE[name]));
  return extension(EXTENSION.extKeyUsage, sequence(...names));
}

/** Basic constraints of a certificate authority: no path length, critical. */
export function authorityConstraints(): Der {
  return extension(EXTENSION.basicConstraints, sequence(TRUE), true);
}

/** Subject key identifier. */
export function subjectKeyId(id: Uint8Array): Der {
  return extension(EXTENSION.subjectKeyId, octetString(id));
}

/** Authority key identifier: the issuer's subject key identifier. */
export function authorityKeyId(id: Uint8Array): Der {
  return extension(EXTENSION.authorityKeyId, sequence(implicit(0, id)));
}

/** Subject alternative names; critical when the subject is empty and they alone name it. */
export function subjectAltName(names: Uint8Array, critical: boolean): Der {
  return extension(EXTENSION.subjectAltName, names, critical);
}

function extension(oid: string, value: Uint8Array, critical = false): Der {
  const name = objectIdentifier(oid);
  return critical ? sequence(name, TRUE, octetString(value)) : sequence(name, octetString(value));
}

/** The values of extensions by object identifier, from a SEQUENCE of them. */
export function decodeExtensions(list: Element | undefined): Map<string, Uint8Array<ArrayBuffer>> {
  const values = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const each of readChildren(list, TAG.sequence)) {
    const parts = readChildren(each, TAG.sequence);
    values.set(readObjectIdentifier(parts[0]), getContent(parts.at(-1), TAG.octetString));
  }
  return values;
}

/** Whether basic constraints name a certificate authority. */
export function isAuthority(value: Uint8Array<ArrayBuffer> | undefined): boolean {
  if (value === undefined) return false;
  const [flag] = readChildren(readSingle(value, TAG.sequence), TAG.sequence);
  return flag?.tag === TAG.boolean && flag.content[0] !== 0;
}

/** The key usages known here by name. */
export function readKeyUsages(
  value: Uint8Array<ArrayBuffer> | undefined,
): KeyUsage[] {
  if (value === undefined) return [];
  const bits = getContent(readSingle(value, TAG.bitString), TAG.bitString).subarray(1);
  return namesOf(KEY_USAGE).filter((name) => {
    const bit = KEY_USAGE[name];
    return ((bits[Math.floor(bit / 8)] ?? 0) & (0x80 >>> (bit % 8))) !== 0;
  });
}

/** The extended key usages known here by name, in the order of the certificate. */
export function readExtKeyUsages(
  value: Uint8Array<ArrayBuffer> | undefined,
): ExtKeyUsage[] {
  if (value === undefined) return [];
  return readChildren(readSingle(value, TAG.sequence), TAG.sequence).flatMap((element) => {
    const oid = readObjectIdentifier(element);
    return namesOf(EXT_KEY_USAGE).filter((name) => EXT_KEY_USAGE[name] === oid);
  });
}

/** The key identifier inside a subject key identifier's value. */
export function readKeyId(value: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const element = readSingle(value, TAG.octetString);
  if (element.content.length === 0) throw new DerError("empty key identifier");
  return element.content;
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[];
}
