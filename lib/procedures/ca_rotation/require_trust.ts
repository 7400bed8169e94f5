/**
 * Checks which authorities are trusted in a phase.
 *
 * @module
 */
import { type Certificate, readCertificate } from "../../pki/mod.ts";
import { NotYet } from "../waits.ts";
import type { FromTo } from "./phases.ts";
import type { Phase } from "./types.ts";

/** Reasons of a phase that is not reached yet. */
export interface TrustReasons {
  readonly withoutNext: string;
  readonly withoutPrevious: string;
  readonly withPrevious: string;
}

/**
 * Checks that nodes trust the authorities of a phase.
 *
 * @throws {NotYet} until they are.
 */
export function requireTrust(
  trusted: readonly Certificate[],
  phase: Phase,
  { from, to }: FromTo,
  reasons: TrustReasons,
): void {
  const isTrusted = (pem: string) => {
    const { der } = readCertificate(pem, "the CA certificate");
    return trusted.some((one) => one.der.toBase64() === der.toBase64());
  };
  if (!isTrusted(to.crt)) throw new NotYet(reasons.withoutNext);
  const isDropped = phase === "drop";
  if (isTrusted(from.crt) !== isDropped) return;
  throw new NotYet(isDropped ? reasons.withPrevious : reasons.withoutPrevious);
}
