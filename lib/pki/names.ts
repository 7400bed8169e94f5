/**
 * Distinguished names and subject alternative names (RFC 5280, sections 4.1.2.4 and 4.2.1.6).
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import {
  DerError,
  type Element,
  getContent,
  readChildren,
  readObjectIdentifier,
  readSingle,
  readString,
  TAG,
} from "./der_reader.ts";
import { type Der, implicit, objectIdentifier, sequence, setOf, text } from "./der_writer.ts";
import { formatIp, parseRequiredIp } from "./ip.ts";

const ORGANIZATION = "2.5.4.10";
const COMMON_NAME = "2.5.4.3";
const DNS_NAME = 2;
const IP_ADDRESS = 7;

/** The subject of a certificate or request. */
export interface Subject {
  readonly organizations?: readonly string[];
  readonly commonName?: string;
}

/** Subject alternative names of a certificate or request. */
export interface Hosts {
  readonly dnsNames?: readonly string[];
  readonly ips?: readonly string[];
}

/**
 * Encodes a distinguished name. All organizations are in one relative distinguished name, sorted as
 * DER requires, like certificates of Talos.
 */
export function encodeName({ organizations = [], commonName }: Subject): Der {
  const attributes: Der[] = [];
  if (organizations.length > 0) {
    attributes.push(setOf(...organizations.map((value) => attribute(ORGANIZATION, value))));
  }
  if (commonName !== undefined) attributes.push(setOf(attribute(COMMON_NAME, commonName)));
  return sequence(...attributes);
}

function attribute(type: string, value: string): Der {
  return sequence(objectIdentifier(type), text(value));
}

/** Short names of attribute types (RFC 4514, section 3). */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  [COMMON_NAME]: "CN",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  [ORGANIZATION]: "O",
  "2.5.4.11": "OU",
};

/** Formats a distinguished name in the order of its encoding: `C=US, O=Acme, CN=Root`. */
export function formatName(name: Der): string {
  return readAttributes(name).map(([oid, value]) => `${SHORT_NAMES[oid] ?? oid}=${value}`).join(
    ", ",
  );
}

/** Reads the common name of a distinguished name, if it has one. */
export function readCommonName(name: Der): string | undefined {
  return readAttributes(name).find(([oid]) => oid === COMMON_NAME)?.[1];
}

function readAttributes(name: Der): [oid: string, value: string][] {
  return readChildren(readSingle(name, TAG.sequence), TAG.sequence)
    .flatMap((relative) => readChildren(relative, TAG.set))
    .map((attribute) => {
      const [type, value] = readChildren(attribute, TAG.sequence);
      if (value === undefined) throw new DerError("unexpected content");
      return [readObjectIdentifier(type), readString(value)];
    });
}

/** Reads the organizations of a distinguished name. */
export function readOrganizations(name: Element | undefined): string[] {
  const organizations: string[] = [];
  for (const relative of readChildren(name, TAG.sequence)) {
    for (const attribute of readChildren(relative, TAG.set)) {
      const [type, value] = readChildren(attribute, TAG.sequence);
      if (value === undefined) throw new DerError("unexpected content");
      if (readObjectIdentifier(type) === ORGANIZATION) organizations.push(readString(value));
    }
  }
  return organizations;
}

/**
 * Encodes GeneralNames: DNS names, then addresses. Returns undefined when there are none.
 *
 * @throws {OsctlError} of kind `input` for an invalid address or a non-ASCII name.
 */
export function encodeHosts({ dnsNames = [], ips = [] }: Hosts): Der | undefined {
  if (dnsNames.length + ips.length === 0) return undefined;
  return sequence(
    ...dnsNames.map((name) => implicit(DNS_NAME, encodeAscii(name))),
    ...ips.map((ip) => implicit(IP_ADDRESS, parseRequiredIp(ip, "the certificate", "input"))),
  );
}

/** Decodes the DNS names and addresses of GeneralNames; skips other types. */
export function decodeHosts(names: Element | undefined): Required<Hosts> {
  const dnsNames: string[] = [];
  const ips: string[] = [];
  for (const name of readChildren(names, TAG.sequence)) {
    if (name.tag === (0x80 | DNS_NAME)) dnsNames.push(readString(name));
    else if (name.tag === (0x80 | IP_ADDRESS)) {
      const bytes = getContent(name, name.tag);
      if (bytes.length !== 4 && bytes.length !== 16) throw new DerError("invalid address length");
      ips.push(formatIp(bytes));
    }
  }
  return { dnsNames, ips };
}

function encodeAscii(name: string): Uint8Array {
  if (!/^[\x21-\x7e]+$/.test(name)) {
    throw new OsctlError("input", `invalid DNS name "${name}" for a certificate`, {
      hint: "use its ASCII form (xn--…)",
    });
  }
  return new TextEncoder().encode(name);
}
