// Generated from proto/*.proto by `deno task proto`. Do not edit.
import type { Method } from "../method.ts";

export namespace sidero {
  namespace kms {
    interface IRequest {
      nodeUuid?: string | null | undefined;
      data?: Uint8Array | null | undefined;
    }
    class Request {
      private constructor();
      static create(properties?: sidero.kms.IRequest): sidero.kms.Request;
      static encode(message: sidero.kms.IRequest): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): sidero.kms.Request;
      nodeUuid: string;
      data: Uint8Array;
    }
    interface IResponse {
      data?: Uint8Array | null | undefined;
    }
    class Response {
      private constructor();
      static create(properties?: sidero.kms.IResponse): sidero.kms.Response;
      static encode(message: sidero.kms.IResponse): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): sidero.kms.Response;
      data: Uint8Array;
    }
  }
}
/** The methods of `sidero.kms.KMSService`. */
export const KMSService: {
  readonly Seal: Method<sidero.kms.IRequest, sidero.kms.Response>;
  readonly Unseal: Method<sidero.kms.IRequest, sidero.kms.Response>;
};
