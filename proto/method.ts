/**
 * Descriptors of gRPC methods.
 *
 * @module
 */
import type Long from "long";

/**
 * A message as a plain object: all fields are optional, at every depth; 64-bit integers may be
 * JavaScript numbers (exact up to 2^53).
 */
export type Plain<T> = T extends Long ? Long | number
  : T extends Uint8Array | string | number | boolean | null | undefined ? T
  : T extends readonly (infer Item)[] ? Plain<Item>[]
  : { [Key in keyof T]?: Plain<T[Key]> | null | undefined };

/** Descriptor of a method: path, streaming and codecs. */
export interface Method<Request, Response> {
  /** For example `/machine.MachineService/Version`. */
  readonly path: string;
  /** Whether the client sends any number of requests. */
  readonly clientStreaming: boolean;
  /** Whether the server sends any number of responses. */
  readonly serverStreaming: boolean;
  /** Returns the bytes of a request. */
  encodeRequest(request: Request): Uint8Array;
  /**
   * Parses a request.
   *
   * @throws {OsctlError} of kind `input` when the bytes are malformed.
   */
  decodeRequest(bytes: Uint8Array): Request;
  /** Returns the bytes of a response. */
  encodeResponse(response: Response | Plain<Response>): Uint8Array;
  /**
   * Parses a response.
   *
   * @throws {OsctlError} of kind `node` when the bytes are malformed.
   */
  decodeResponse(bytes: Uint8Array): Response;
}
