/**
 * The authorities of a node after each phase of a replacement.
 *
 * @module
 */
import type { Trust } from "../../machineconfig/authorities/mod.ts";
import { decodePem, type PemPair } from "../../pki/mod.ts";
import type { Phase } from "./types.ts";

/** The authority before and after a replacement. */
export interface FromTo {
  readonly from: PemPair;
  readonly to: PemPair;
}

/** Reports whether two PEM texts hold the same certificate. */
export function isSameCertificate(a: string, b: string): boolean {
  return a === b || canonical(a) === canonical(b);
}

function canonical(pem: string): string {
  return decodePem(pem, "the CA certificate").der.toBase64();
}

/**
 * Returns the authorities of a node after a phase. A node on which an earlier phase was undone
 * meanwhile gets the state of this one; one that has it already is unchanged.
 */
export function trustAfter(
  phase: Phase,
  trust: Trust,
  { from, to }: FromTo,
  isControlPlane: boolean,
): Trust {
  const { issuing, accepted } = trust;
  if (phase === "accept") {
    const known = [...accepted, ...issuing === undefined ? [] : [issuing.crt]];
    const missing = [from.crt, to.crt].filter((crt) => !includes(known, crt));
    return missing.length === 0
      ? trust
      : { issuing, accepted: [...accepted, ...missing].map(terminated) };
  }
  const others = without(accepted, to.crt);
  const rest = phase === "drop"
    ? without(others, from.crt)
    : includes(others, from.crt)
    ? others
    : [...others, from.crt].map(terminated);
  // Workers of v1.14 have accepted authorities only, the issuing one first.
  if (issuing === undefined && !isControlPlane) return { issuing, accepted: [to.crt, ...rest] };
  const key = isControlPlane ? to.key : undefined;
  const isSet = issuing !== undefined && isSameCertificate(issuing.crt, to.crt) &&
    issuing.key?.trim() === key?.trim();
  return { issuing: isSet ? issuing : { crt: to.crt, key }, accepted: rest };
}

/** Ends a PEM text with a line feed: nodes concatenate the certificates that they accept. */
function terminated(pem: string): string {
  return pem.endsWith("\n") ? pem : `${pem}\n`;
}

/** Reports whether two states of a node are the same. */
export function isSameTrust(a: Trust, b: Trust): boolean {
  return a.issuing?.crt === b.issuing?.crt && a.issuing?.key === b.issuing?.key &&
    a.accepted.length === b.accepted.length &&
    a.accepted.every((crt, index) => crt === b.accepted[index]);
}

function includes(certificates: readonly string[], crt: string): boolean {
  return certificates.some((one) => isSameCertificate(one, crt));
}

function without(certificates: readonly string[], crt: string): string[] {
  return certificates.filter((one) => !isSameCertificate(one, crt));
}
