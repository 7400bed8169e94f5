/**
 * Who may talk to a configured node at all: whoever shows a valid client certificate of its
 * cluster. TLS has checked that in the handshake; it is checked again here because the runtime lets
 * a TLS session that one server of a process has granted be resumed at every other one, so a
 * resumed session may have begun at a node in maintenance mode, which asks for no certificate.
 *
 * @module
 */
import { X509Certificate } from "node:crypto";

/** Checks certificates against one authority. */
export class Admission {
  readonly #authority: X509Certificate;

  /** `ca` is the authority's certificate, PEM. */
  constructor(ca: string) {
    this.#authority = new X509Certificate(ca);
  }

  /**
   * Whether a certificate (DER) was issued by the authority and is valid at `now`, milliseconds.
   * Without one it is not.
   */
  admits(certificate: Uint8Array | undefined, now: number): boolean {
    if (certificate === undefined || certificate.length === 0) return false;
    const shown = new X509Certificate(certificate);
    const valid = Date.parse(shown.validFrom) <= now && now <= Date.parse(shown.validTo);
    return valid && shown.verify(this.#authority.publicKey);
  }
}
