/**
 * Remote procedures as data.
 *
 * @module
 */
import type Long from "long";

/**
 * A message as a plain object: every field optional, at every depth, and 64-bit numbers also as
 * JavaScript numbers (exact up to 2^53). What is left out has its default on the other side.
 */
export type Plain<T> = T extends Long ? Long | number
  : T extends Uint8Array | string | number | boolean | null | undefined ? T
  : T extends readonly (infer Item)[] ? Plain<Item>[]
  : { [Key in keyof T]?: Plain<T[Key]> | null | undefined };

/** A remote procedure as data: path, direction and codecs. The generated tables hold these. */
export interface Method<Request, Response> {
  /** For example `/machine.MachineService/Version`. */
  readonly path: string;
  readonly clientStreaming: boolean;
  readonly serverStreaming: boolean;
  encodeRequest(request: Request): Uint8Array;
  /** @throws {OsctlError} of kind `input` when the bytes are no such message. */
  decodeRequest(bytes: Uint8Array): Request;
  encodeResponse(response: Response | Plain<Response>): Uint8Array;
  /** @throws {OsctlError} of kind `node` when the bytes are no such message. */
  decodeResponse(bytes: Uint8Array): Response;
}
