/**
 * Verification of client certificates after the TLS handshake. The runtime shares TLS sessions among
 * all servers of a process, so a session of a node in maintenance mode, which requires no
 * certificate, can be resumed at a configured node.
 *
 * @module
 */
import { X509Certificate } from "node:crypto";

/** Verifies client certificates against one authority. */
export class ClientVerifier {
  readonly #authority: X509Certificate;

  /** @param ca certificate of the authority, PEM. */
  constructor(ca: string) {
    this.#authority = new X509Certificate(ca);
  }

  /**
   * Reports whether a certificate (DER) is issued by the authority and valid at `now`, milliseconds.
   * A missing certificate is not valid.
   */
  isValid(certificate: Uint8Array | undefined, now: number): boolean {
    if (certificate === undefined || certificate.length === 0) return false;
    const parsed = new X509Certificate(certificate);
    const isCurrent = Date.parse(parsed.validFrom) <= now && now <= Date.parse(parsed.validTo);
    return isCurrent && parsed.verify(this.#authority.publicKey);
  }
}
