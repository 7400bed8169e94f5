// Generated from proto/*.proto by `deno task proto`. Do not edit.
import type { Method } from "../method.ts";

export namespace securityapi {
  /** PEM. */
  interface ICertificateRequest {
    csr?: Uint8Array | null | undefined;
  }
  /** PEM. */
  class CertificateRequest {
    private constructor();
    static create(properties?: securityapi.ICertificateRequest): securityapi.CertificateRequest;
    static encode(message: securityapi.ICertificateRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): securityapi.CertificateRequest;
    csr: Uint8Array;
  }
  /** PEM. */
  interface ICertificateResponse {
    ca?: Uint8Array | null | undefined;
    crt?: Uint8Array | null | undefined;
  }
  /** PEM. */
  class CertificateResponse {
    private constructor();
    static create(properties?: securityapi.ICertificateResponse): securityapi.CertificateResponse;
    static encode(message: securityapi.ICertificateResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): securityapi.CertificateResponse;
    ca: Uint8Array;
    crt: Uint8Array;
  }
}
/** The methods of `securityapi.SecurityService`. */
export const SecurityService: {
  readonly Certificate: Method<securityapi.ICertificateRequest, securityapi.CertificateResponse>;
};
