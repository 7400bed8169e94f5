/**
 * Signed requests to a bucket of an object store of the S3 API.
 *
 * @module
 */
import { AwsV4Signer } from "aws4fetch";
import { createDeadline } from "../../../async/deadline.ts";
import { sleep } from "../../../async/sleep.ts";
import type { OsctlError } from "../../../errors.ts";
import { describeFetchFailure, isUntrusted } from "../../../platform/fetch_failure.ts";
import type { FetchOptions, System } from "../../../platform/system.ts";
import { s3Failure, S3Refusal } from "./s3_errors.ts";
import type { S3Credentials, S3Place } from "./s3_settings.ts";

/** Parts of the system that a client uses. */
export type S3System = Pick<System, "fetch" | "clock" | "signal" | "env">;

/** Limit of a request, milliseconds: a part on a line of 0.3 Mbit/s. */
const REQUEST_MS = 10 * 60_000;
const ATTEMPTS = 5;
/** Delay before the second attempt, milliseconds; it doubles. */
const RETRY_MS = 1000;
/** Largest document, bytes: 1,000 keys of 1,024 bytes, each byte as an entity of three, and metadata. */
const DOCUMENT_BYTES = 8 * 1024 * 1024;
/** Bytes of an error document that are read. */
const ERROR_BYTES = 64 * 1024;

/** A request to a bucket. */
export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** A response, read. */
export interface S3Response {
  readonly headers: Headers;
  readonly text: string;
  /** Attempts before this response, of which the store may have received some. */
  readonly repeats: number;
}

/** Sends requests to a bucket. */
export class S3Client {
  readonly #system: S3System;
  readonly #bucket: string;
  readonly #place: S3Place;
  readonly #credentials: S3Credentials;
  readonly #trust: Pick<FetchOptions, "caCerts">;

  constructor(system: S3System, { bucket, place, credentials, trust }: {
    readonly bucket: string;
    readonly place: S3Place;
    readonly credentials: S3Credentials;
    readonly trust: Pick<FetchOptions, "caCerts">;
  }) {
    this.#system = system;
    this.#bucket = bucket;
    this.#place = place;
    this.#credentials = credentials;
    this.#trust = trust;
  }

  /**
   * Sends a request and reads its document; repeats it while the object store is unreachable or
   * overloaded.
   *
   * @throws {S3Refusal} for a refused request.
   * @throws {OsctlError} of kind `connection` without a response.
   */
  async send(request: S3Request, signal: AbortSignal = this.#system.signal): Promise<S3Response> {
    const read = async ({ headers, body }: Response) => ({
      headers,
      text: await readDocument(
        body,
        DOCUMENT_BYTES,
        () => this.failure("the response is too large"),
      ),
    });
    return await this.read(request, read, signal);
  }

  /**
   * Sends a request and reads the response with a function, which is called again after a failure of
   * the connection.
   *
   * @throws as {@linkcode send}.
   */
  async read<T>(
    request: S3Request,
    read: (response: Response) => Promise<T>,
    signal: AbortSignal = this.#system.signal,
  ): Promise<T & { readonly repeats: number }> {
    const { clock } = this.#system;
    for (let repeats = 0;; repeats++) {
      let failure: OsctlError;
      try {
        using limit = createDeadline({
          clock,
          ms: REQUEST_MS,
          signals: [signal],
          expired: () => this.failure("no response in time"),
        });
        const response = await this.#fetch(request, limit.signal);
        const { status, headers } = response;
        if (response.ok) return { ...await read(response), repeats };
        const text = await readStart(response.body, ERROR_BYTES);
        failure = new S3Refusal(this.#bucket, { status, headers, text, repeats });
        if (status < 500 && status !== 429) throw failure;
      } catch (error) {
        signal.throwIfAborted();
        // The type of a failed fetch, and of a response that ends early.
        if (!(error instanceof TypeError)) throw error;
        const reason = describeFetchFailure(error);
        failure = this.failure(`unreachable: ${reason}`);
        if (isUntrusted(reason)) throw failure;
      }
      if (repeats + 1 === ATTEMPTS) throw failure;
      await sleep(clock, RETRY_MS * 2 ** repeats, signal);
    }
  }

  /** Returns the error of a store whose response is not of the S3 API. */
  failure(reason: string): OsctlError {
    return s3Failure(this.#place, reason);
  }

  /** Returns the error of a store that reports it after the status of success. */
  refusal({ headers, text, repeats }: S3Response): S3Refusal {
    return new S3Refusal(this.#bucket, { status: 200, headers, text, repeats });
  }

  async #fetch(
    { method, key, query = {}, body }: S3Request,
    signal: AbortSignal,
  ): Promise<Response> {
    const { clock } = this.#system;
    const url = this.#urlOf(key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const content = body ?? new Uint8Array();
    const digest = await crypto.subtle.digest("SHA-256", content);
    const { accessKeyId, secretAccessKey, sessionToken } = this.#credentials;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { "x-amz-content-sha256": new Uint8Array(digest).toHex() },
      service: "s3",
      region: this.#place.region,
      datetime: new Date(clock.now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, ""),
      accessKeyId,
      secretAccessKey,
      ...sessionToken === undefined ? {} : { sessionToken },
    });
    const signed = await signer.sign();
    // Not signed: proxies may change it. A compressed response could exceed the limits when expanded.
    signed.headers.set("accept-encoding", "identity");
    return await this.#system.fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: "manual",
      signal,
      ...body === undefined ? {} : { body },
      ...this.#trust,
    });
  }

  #urlOf(key: string): URL {
    const { endpoint, region } = this.#place;
    const path = key.split("/").map(encodeURIComponent).join("/");
    // A bucket with dots in its name does not match the wildcard certificate of AWS.
    const isHost = endpoint === undefined && !this.#bucket.includes(".");
    if (isHost) return new URL(`https://${this.#bucket}.s3.${region}.amazonaws.com/${path}`);
    const base = endpoint ?? `https://s3.${region}.amazonaws.com`;
    return new URL(`${base}/${this.#bucket}${key === "" ? "" : `/${path}`}`);
  }
}

type Body = ReadableStream<Uint8Array> | null;

/** Reads a text of at most `limit` bytes; throws `exceeded()` for a longer one. */
async function readDocument(body: Body, limit: number, exceeded: () => Error): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > limit) throw exceeded();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Reads the first bytes of a text, and cancels the rest. */
async function readStart(body: Body, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of body ?? []) {
    const part = chunk.subarray(0, limit - length);
    text += decoder.decode(part, { stream: true });
    length += part.length;
    if (length === limit) break;
  }
  return text + decoder.decode();
}
