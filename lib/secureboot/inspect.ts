/**
 * Describes the content of authenticated variables, signature lists and files of efivarfs.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { View } from "../output/rows.ts";
import {
  type Certificate,
  formatName,
  parseCertificate,
  readCommonName,
  readSignedData,
  type SignedData,
  verifySignedData,
} from "../pki/mod.ts";
import {
  APPEND_ATTRIBUTES,
  type AuthenticatedVariable,
  decodeAuthenticatedVariable,
  isAuthenticatedVariable,
  toSignedContent,
  type VariableName,
  VARIABLES,
  WRITE_ATTRIBUTES,
} from "./authenticated_variable.ts";
import {
  decodeSignatureLists,
  formatSignatureType,
  type Signature,
  startsWithList,
  X509,
} from "./signature_list.ts";

/** Length of the attributes before the content of a variable in efivarfs. */
const ATTRIBUTE_BYTES = 4;

/** The signature of a file. */
interface FileSignature {
  /** The variable whose name is signed; undefined when the signature matches none. */
  readonly variable: VariableName | undefined;
  readonly timestamp: number | undefined;
  /** Subject of the signing certificate; undefined when it is not included. */
  readonly signer: string | undefined;
}

/** An entry of a signature list. */
export interface InspectedSignature {
  /** Number of the entry in the file, from 1. */
  readonly number: number;
  readonly type: string;
  readonly owner: string;
  /** Undefined unless the type is X.509. */
  readonly certificate: Certificate | undefined;
  /** The certificate's SHA-256 digest, or the data of another type; hexadecimal. */
  readonly digest: string;
  /** Bytes of the data. */
  readonly size: number;
  /** Undefined for a file without a signature. */
  readonly signature: FileSignature | undefined;
}

/** The row of a signed variable without entries, which deletes the variable of a node. */
const NO_ENTRY = {
  number: 1,
  type: "none (deletes the variable)",
  owner: "",
  certificate: undefined,
  digest: "",
  size: 0,
};

/**
 * Parses a file and verifies its signature against the known variables, with the included
 * certificate.
 *
 * @param source Name of the file in messages, such as a quoted path.
 * @throws {OsctlError} of kind `input` when it is of another format or malformed.
 */
export async function inspectSignatures(
  bytes: Uint8Array<ArrayBuffer>,
  source: string,
): Promise<InspectedSignature[]> {
  if (isAuthenticatedVariable(bytes)) {
    const variable = decodeAuthenticatedVariable(bytes, source);
    const signature = await inspectSignature(variable, source);
    if (variable.payload.length === 0) return [{ ...NO_ENTRY, signature }];
    return await inspectLists(variable.payload, source, signature);
  }
  if (startsWithList(bytes)) return await inspectLists(bytes, source);
  const content = bytes.subarray(ATTRIBUTE_BYTES);
  if (startsWithList(content)) return await inspectLists(content, source);
  throw new OsctlError("input", `${source} is not an EFI signature list or variable`, {
    hint: "use an .auth or .esl file, or a file of /sys/firmware/efi/efivars",
  });
}

async function inspectSignature(
  variable: AuthenticatedVariable,
  source: string,
): Promise<FileSignature> {
  const signed = readSignedData(variable.signature, `the signature of ${source}`);
  const { certificate } = signed;
  return {
    variable: await findVariable(signed, variable),
    timestamp: variable.timestamp,
    signer: certificate === undefined ? undefined : formatName(certificate.subject),
  };
}

/** Returns the variable for which the signature is valid. */
async function findVariable(
  signed: SignedData,
  variable: AuthenticatedVariable,
): Promise<VariableName | undefined> {
  for (const name of Object.keys(VARIABLES) as VariableName[]) {
    for (const attributes of [WRITE_ATTRIBUTES, APPEND_ATTRIBUTES]) {
      const content = toSignedContent(name, attributes, variable);
      if (await verifySignedData(signed, content)) return name;
    }
  }
  return undefined;
}

async function inspectLists(
  bytes: Uint8Array<ArrayBuffer>,
  source: string,
  signature?: FileSignature,
): Promise<InspectedSignature[]> {
  const entries = decodeSignatureLists(bytes, source);
  return await Promise.all(entries.map(async ({ type, owner, data }, index) => ({
    number: index + 1,
    type: formatSignatureType(type),
    owner,
    certificate: type === X509
      ? parseCertificate(data, `certificate ${index + 1} of ${source}`)
      : undefined,
    digest: await toDigest(type, data),
    size: data.length,
    signature,
  })));
}

async function toDigest(type: Signature["type"], data: Uint8Array<ArrayBuffer>): Promise<string> {
  if (type !== X509) return data.toHex();
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data)).toHex();
}

function formatTime(milliseconds: number | undefined): string | null {
  if (milliseconds === undefined) return null;
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Returns the subject of a certificate, or the data of another type. */
function formatSubject({ certificate, digest }: InspectedSignature): string {
  return certificate === undefined ? digest : formatName(certificate.subject);
}

/** Returns the common name where there is one because the rest hides differences in a short cell. */
function formatShortSubject(row: InspectedSignature): string {
  const { certificate } = row;
  const commonName = certificate === undefined ? undefined : readCommonName(certificate.subject);
  return commonName ?? formatSubject(row);
}

/** View of the entries of a file. */
export const signaturesView: View<InspectedSignature> = {
  local: true,
  name: "subject",
  columns: [
    {
      header: "VARIABLE",
      cell: ({ signature }) => signature?.variable ?? "",
      isPresent: ({ signature }) => signature !== undefined,
    },
    { header: "TYPE", cell: ({ type }) => type },
    { header: "SUBJECT", cell: formatShortSubject },
    {
      header: "EXPIRES",
      cell: ({ certificate }) => formatTime(certificate?.notAfter)?.slice(0, 10) ?? "",
    },
    { header: "OWNER", cell: ({ owner }) => owner },
    {
      header: "SIGNATURE",
      cell: ({ signature }) => signature === undefined ? "" : formatValidity(signature),
      tint: ({ signature }) => signature?.variable === undefined ? "red" : "green",
      isPresent: ({ signature }) => signature !== undefined,
    },
  ],
  fields: {
    variable: ({ signature }) => signature?.variable ?? null,
    type: ({ type }) => type,
    owner: ({ owner }) => owner,
    subject: formatSubject,
    issuer: ({ certificate }) => certificate === undefined ? null : formatName(certificate.issuer),
    notBefore: ({ certificate }) => formatTime(certificate?.notBefore),
    notAfter: ({ certificate }) => formatTime(certificate?.notAfter),
    digest: ({ digest }) => digest,
    size: ({ size }) => size,
    signature: ({ signature }) => signature === undefined ? null : formatValidity(signature),
    signer: ({ signature }) => signature?.signer ?? null,
    timestamp: ({ signature }) => formatTime(signature?.timestamp),
  },
};

function formatValidity({ variable }: FileSignature): string {
  return variable === undefined ? "invalid" : "valid";
}
