/** A remote procedure as data: path, direction and codecs. The generated tables hold these. */
export interface Method<Request, Response> {
  /** For example `/machine.MachineService/Version`. */
  readonly path: string;
  readonly clientStreaming: boolean;
  readonly serverStreaming: boolean;
  encodeRequest(request: Request): Uint8Array;
  decodeRequest(bytes: Uint8Array): Request;
  encodeResponse(response: Response): Uint8Array;
  decodeResponse(bytes: Uint8Array): Response;
}
