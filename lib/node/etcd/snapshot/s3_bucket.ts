/**
 * A bucket of an object store of the S3 API.
 *
 * @module
 */
import { AwsV4Signer } from "aws4fetch";
import { createDeadline } from "../../../async/deadline.ts";
import { sleep } from "../../../async/sleep.ts";
import { OsctlError } from "../../../errors.ts";
import { oneLine } from "../../../output/text.ts";
import { describeFetchFailure, isUntrusted } from "../../../platform/fetch_failure.ts";
import { readText } from "../../../platform/files.ts";
import type { FetchOptions, System } from "../../../platform/system.ts";
import { readS3Credentials, type S3Credentials, type S3Place } from "./s3_settings.ts";
import { elementsOf, escapeXml } from "./s3_xml.ts";

type S3System = Pick<System, "fetch" | "clock" | "signal" | "env">;

/** Bytes of a part: 10,000 parts, the most of an object, have 160 GB. */
export const PART_BYTES = 16 * 1024 * 1024;
/** Limit of a request, milliseconds: a part on a line of 0.3 Mbit/s. */
const REQUEST_MS = 10 * 60_000;
const ATTEMPTS = 5;
/** Delay before the second attempt, milliseconds; it doubles. */
const RETRY_MS = 1000;

/** A request to a bucket. */
interface S3Request {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** A bucket. */
export class S3Bucket {
  readonly #system: S3System;
  readonly #bucket: string;
  readonly #place: S3Place;
  readonly #credentials: S3Credentials;
  readonly #trust: Pick<FetchOptions, "caCerts">;

  private constructor(
    system: S3System,
    { bucket, place, credentials, trust }: {
      readonly bucket: string;
      readonly place: S3Place;
      readonly credentials: S3Credentials;
      readonly trust: Pick<FetchOptions, "caCerts">;
    },
  ) {
    this.#system = system;
    this.#bucket = bucket;
    this.#place = place;
    this.#credentials = credentials;
    this.#trust = trust;
  }

  /**
   * Opens a bucket with the credentials of the environment.
   *
   * @throws {OsctlError} of kind `input` without credentials, `file` for an unreadable `AWS_CA_BUNDLE`.
   */
  static async open(system: S3System, bucket: string, place: S3Place): Promise<S3Bucket> {
    const credentials = readS3Credentials(system.env);
    const bundle = system.env.get("AWS_CA_BUNDLE") ?? "";
    // A Secret of a pod contains the certificates themselves.
    const ca = bundle === "" || bundle.startsWith("-----BEGIN") ? bundle : await readText(bundle);
    const trust = ca === "" ? {} : { caCerts: [ca] };
    return new S3Bucket(system, { bucket, place, credentials, trust });
  }

  /**
   * Stores an object; in parts unless it fits into one. Nothing is stored when `chunks` throws.
   *
   * @throws {OsctlError} of the object store, or what `chunks` throws.
   */
  async store(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const part = new Uint8Array(PART_BYTES);
    let filled = 0;
    let upload: string | undefined;
    const tags: string[] = [];
    const send = async () => {
      upload ??= await this.#begin(key);
      const query = { partNumber: `${tags.length + 1}`, uploadId: upload };
      const body = part.subarray(0, filled);
      const { headers } = await this.#send({ method: "PUT", key, query, body });
      tags.push(headers.get("etag") ?? "");
      filled = 0;
    };
    try {
      for await (const chunk of chunks) {
        for (let done = 0; done < chunk.length;) {
          const count = Math.min(PART_BYTES - filled, chunk.length - done);
          part.set(chunk.subarray(done, done + count), filled);
          done += count;
          filled += count;
          if (filled === PART_BYTES) await send();
        }
      }
      if (upload === undefined) {
        await this.#send({ method: "PUT", key, body: part.subarray(0, filled) });
        return;
      }
      if (filled > 0) await send();
      await this.#complete(key, upload, tags);
    } catch (error) {
      if (upload !== undefined) await this.#abort(key, upload);
      throw error;
    }
  }

  /** Returns the keys that begin with a text, in the order of the object store. */
  async list(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for (let token: string | undefined = "";;) {
      const query: Record<string, string> = {
        "list-type": "2",
        prefix,
        ...token === "" ? {} : { "continuation-token": token },
      };
      const { text } = await this.#send({ method: "GET", key: "", query });
      keys.push(...elementsOf(text, "Key"));
      [token] = elementsOf(text, "NextContinuationToken");
      if (token === undefined) return keys;
    }
  }

  /** Removes an object. */
  async remove(key: string): Promise<void> {
    await this.#send({ method: "DELETE", key });
  }

  async #begin(key: string): Promise<string> {
    const { text } = await this.#send({ method: "POST", key, query: { uploads: "" } });
    const [upload] = elementsOf(text, "UploadId");
    if (upload === undefined) throw this.#failure("no upload ID in the response");
    return upload;
  }

  async #complete(key: string, uploadId: string, tags: readonly string[]): Promise<void> {
    const parts = tags.map((tag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`
    );
    const body = new TextEncoder().encode(
      `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`,
    );
    // The status is sent before the parts are joined: an error may follow it.
    const { text } = await this.#send({ method: "POST", key, query: { uploadId }, body });
    if (elementsOf(text, "Code").length > 0) throw this.#refusal(200, text);
  }

  /** Removes the parts of an upload that failed, for which the store may charge otherwise. */
  async #abort(key: string, uploadId: string): Promise<void> {
    try {
      await this.#send(
        { method: "DELETE", key, query: { uploadId } },
        new AbortController().signal,
      );
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error; // the first error is reported
    }
  }

  /** Sends a request; repeats it while the object store is unreachable or overloaded. */
  async #send(
    request: S3Request,
    signal: AbortSignal = this.#system.signal,
  ): Promise<{ readonly headers: Headers; readonly text: string }> {
    const { clock } = this.#system;
    for (let attempt = 1;; attempt++) {
      let failure: OsctlError;
      try {
        const { response, text } = await this.#fetch(request, signal);
        const { status, headers } = response;
        if (response.ok) return { headers, text };
        failure = this.#refusal(status, text, headers);
        if (status < 500 && status !== 429) throw failure;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof TypeError)) throw error; // the type of a failed fetch
        const reason = describeFetchFailure(error);
        failure = this.#failure(`unreachable: ${reason}`);
        if (isUntrusted(reason)) throw failure;
      }
      if (attempt === ATTEMPTS) throw failure;
      await sleep(clock, RETRY_MS * 2 ** (attempt - 1), signal);
    }
  }

  async #fetch(
    { method, key, query = {}, body }: S3Request,
    signal: AbortSignal,
  ): Promise<{ readonly response: Response; readonly text: string }> {
    const { clock } = this.#system;
    const url = this.#urlOf(key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const content = body ?? new Uint8Array();
    const digest = await crypto.subtle.digest("SHA-256", content);
    const { endpoint: _, region } = this.#place;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { "x-amz-content-sha256": new Uint8Array(digest).toHex() },
      service: "s3",
      region,
      datetime: new Date(clock.now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, ""),
      accessKeyId: this.#credentials.accessKeyId,
      secretAccessKey: this.#credentials.secretAccessKey,
      ...this.#credentials.sessionToken === undefined
        ? {}
        : { sessionToken: this.#credentials.sessionToken },
    });
    const signed = await signer.sign();
    const expired = () => this.#failure("no response in time");
    using limit = createDeadline({ clock, ms: REQUEST_MS, signals: [signal], expired });
    const response = await this.#system.fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: "manual",
      signal: limit.signal,
      ...body === undefined ? {} : { body },
      ...this.#trust,
    });
    return { response, text: await response.text() };
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

  #failure(reason: string): OsctlError {
    const where = this.#place.endpoint ?? "S3";
    return new OsctlError("connection", `object store ${where}: ${oneLine(reason)}`, {
      hint: /certificate/i.test(reason)
        ? "set AWS_CA_BUNDLE to the certificate of its authority"
        : "check the endpoint and the network",
    });
  }

  #refusal(status: number, text: string, headers?: Headers): OsctlError {
    const [code = `status ${status}`] = elementsOf(text, "Code");
    const [message = ""] = elementsOf(text, "Message");
    const region = headers?.get("x-amz-bucket-region") ?? undefined;
    const reason = oneLine(message === "" ? code : `${code}: ${message}`).replace(/\.$/, "")
      .slice(0, 500);
    return new OsctlError("input", `bucket "${this.#bucket}": ${reason}`, {
      hint: status === 301 || status === 307 || code === "AuthorizationHeaderMalformed"
        ? `set the region with --s3-region${region === undefined ? "" : ` ${oneLine(region)}`}`
        : code === "NoSuchBucket"
        ? "create the bucket, or check the endpoint"
        : "check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the policy of the bucket",
    });
  }
}
