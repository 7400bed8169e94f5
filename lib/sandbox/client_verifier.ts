/**
 * Verification of client certificates after the TLS handshake. The runtime shares TLS sessions among
 * all servers of a process, so a session of a node in maintenance mode, which requires no
 * certificate, can be resumed at a configured node.
 *
 * @module
 */
import { isIssuedBy, isValidAt } from "../rpc/certificate.ts";

/** Verifies client certificates. */
export class ClientVerifier {
  readonly #authorities: string;

  /** @param authorities certificates of the accepted authorities, concatenated PEM. */
  constructor(authorities: string) {
    this.#authorities = authorities;
  }

  /**
   * Reports whether a certificate (DER) is issued by an accepted authority and valid at `now`, milliseconds.
   * A missing certificate is not valid.
   */
  isValid(certificate: Uint8Array | undefined, now: number): boolean {
    if (certificate === undefined || certificate.length === 0) return false;
    return isValidAt(certificate, now) && isIssuedBy(certificate, this.#authorities);
  }
}
