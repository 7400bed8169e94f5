/**
 * A bucket of an object store of the S3 API.
 *
 * @module
 */
import { createHash, type Hash } from "node:crypto";
import { OsctlError } from "../../../errors.ts";
import { readText } from "../../../platform/files.ts";
import { S3Client, type S3Response, type S3System } from "./s3_client.ts";
import { S3Refusal } from "./s3_errors.ts";
import { readS3Credentials, type S3Place } from "./s3_settings.ts";
import { escapeXml, parseS3Document } from "./s3_xml.ts";

/** Bytes of a part: 10,000 parts, the most of an object, have 160 GB. */
export const PART_BYTES = 16 * 1024 * 1024;
/** Most pages of a listing, of 1,000 keys each. */
const MAX_PAGES = 1000;
/** Largest file of certificates, bytes; all authorities of a system have 0.3 MB. */
const BUNDLE_BYTES = 8 * 1024 * 1024;

/** What was sent for an object. */
interface SentObject {
  readonly bytes: number;
  readonly sha256: string;
  /** The entity tag by the rule of AWS: MD5 of the object, or of the digests of its parts. */
  readonly tag: string;
}

/** A bucket. */
export class S3Bucket {
  readonly #client: S3Client;
  readonly #name: string;

  private constructor(client: S3Client, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /**
   * Opens a bucket with the credentials of the environment.
   *
   * @throws {OsctlError} of kind `input` without credentials, `file` for an unreadable `AWS_CA_BUNDLE`.
   */
  static async open(system: S3System, bucket: string, place: S3Place): Promise<S3Bucket> {
    const credentials = readS3Credentials(system.env);
    const ca = await readBundle(system.env.get("AWS_CA_BUNDLE") ?? "");
    const trust = ca === undefined ? {} : { caCerts: [ca] };
    return new S3Bucket(new S3Client(system, { bucket, place, credentials, trust }), bucket);
  }

  /**
   * Stores an object, in parts unless it fits into one, and verifies what the store then has. Nothing
   * is stored when `chunks` throws.
   *
   * @throws {OsctlError} of the object store, or what `chunks` throws.
   */
  async store(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const upload = new Upload(this.#client, key);
    let confirmed: string | undefined;
    try {
      for await (const chunk of chunks) await upload.write(chunk);
      confirmed = await upload.end();
    } catch (error) {
      await upload.abort();
      throw error;
    }
    await this.#verify(key, upload.sent, confirmed);
  }

  /** Returns the keys that begin with a text, in the order of the object store. */
  async list(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    const tokens = new Set<string>();
    for (let token = "";;) {
      const query: Record<string, string> = {
        "list-type": "2",
        prefix,
        ...token === "" ? {} : { "continuation-token": token },
      };
      const { text } = await this.#client.send({ method: "GET", key: "", query });
      const page = parseS3Document(text);
      if (page?.name !== "ListBucketResult") {
        throw this.#client.failure("the response is not a list of objects");
      }
      const found = page.all("Contents").map((one) => one.get("Key") ?? "");
      keys.push(...found.filter((key) => key.startsWith(prefix)));
      const isLast = page.get("IsTruncated") === "false";
      token = isLast ? "" : page.get("NextContinuationToken") ?? "";
      if (token === "") return keys;
      if (tokens.has(token) || tokens.size === MAX_PAGES) {
        throw this.#client.failure("the list of objects does not end");
      }
      tokens.add(token);
    }
  }

  /** Removes an object. */
  async remove(key: string): Promise<void> {
    await this.#client.send({ method: "DELETE", key });
  }

  /**
   * Compares an object of the store with what was sent: by size and tag, or by its content where the
   * tag is not the MD5, as with encryption by a key service.
   *
   * @param confirmed The tag with which the store confirmed the upload, for credentials without
   *   permission to read.
   */
  async #verify(key: string, sent: SentObject, confirmed: string | undefined): Promise<void> {
    let response: S3Response;
    try {
      response = await this.#client.send({ method: "HEAD", key });
    } catch (error) {
      if (!(error instanceof S3Refusal)) throw error;
      if (error.status === 404) throw this.#mismatch("it is not there");
      if (error.status !== 403) throw error;
      if (confirmed === sent.tag) return;
      throw new OsctlError("input", `bucket "${this.#name}": the object cannot be verified`, {
        hint: "permit s3:GetObject",
      });
    }
    const bytes = Number(response.headers.get("content-length") ?? Number.NaN);
    if (bytes !== sent.bytes) {
      throw this.#mismatch(`${sent.bytes} bytes were sent, it has ${bytes}`);
    }
    if (toTag(response.headers.get("etag")) === sent.tag) return;
    const { sha256 } = await this.#client.read(
      { method: "GET", key },
      async ({ body }) => ({ sha256: await hashBody(body, sent.bytes) }),
    );
    if (sha256 !== sent.sha256) throw this.#mismatch("its content differs");
  }

  #mismatch(reason: string): OsctlError {
    return new OsctlError("input", `bucket "${this.#name}": wrong object stored: ${reason}`, {
      hint: "repeat the command; use another object store if it happens again",
    });
  }
}

/** Reads certificates: a path, or the text itself, as a Secret of a pod has it. */
async function readBundle(bundle: string): Promise<string | undefined> {
  if (bundle === "") return undefined;
  const begin = "-----BEGIN CERTIFICATE-----";
  const text = bundle.startsWith("-----BEGIN")
    ? bundle
    : await readText(bundle, { bytes: BUNDLE_BYTES });
  if (text.includes(begin)) return text;
  throw new OsctlError("input", "invalid AWS_CA_BUNDLE: it contains no certificate", {
    hint: "set it to the path of a PEM file",
  });
}

/** An object that is sent in parts, or at once if it fits into one. */
class Upload {
  readonly #client: S3Client;
  readonly #key: string;
  readonly #part = new Uint8Array(PART_BYTES);
  readonly #sha256 = createHash("sha256");
  readonly #parts: { readonly tag: string; readonly md5: Uint8Array }[] = [];
  #filled = 0;
  #bytes = 0;
  #id: string | undefined;
  #sent: SentObject | undefined;

  constructor(client: S3Client, key: string) {
    this.#client = client;
    this.#key = key;
  }

  /** What was sent, after {@linkcode end}. */
  get sent(): SentObject {
    return this.#sent!;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#sha256.update(chunk);
    this.#bytes += chunk.length;
    for (let done = 0; done < chunk.length;) {
      const count = Math.min(PART_BYTES - this.#filled, chunk.length - done);
      this.#part.set(chunk.subarray(done, done + count), this.#filled);
      done += count;
      this.#filled += count;
      if (this.#filled === PART_BYTES) await this.#send();
    }
  }

  /** Stores the object, and returns the tag that the store confirms; undefined without one. */
  async end(): Promise<string | undefined> {
    const sha256 = () => this.#sha256.digest("hex");
    if (this.#id === undefined) {
      const body = this.#part.subarray(0, this.#filled);
      this.#sent = { bytes: this.#bytes, sha256: sha256(), tag: md5(body).toHex() };
      const { headers } = await this.#client.send({ method: "PUT", key: this.#key, body });
      return toTag(headers.get("etag"));
    }
    if (this.#filled > 0) await this.#send();
    const digests = createHash("md5");
    for (const { md5 } of this.#parts) digests.update(md5);
    const tag = `${digests.digest("hex")}-${this.#parts.length}`;
    this.#sent = { bytes: this.#bytes, sha256: sha256(), tag };
    return await this.#complete(this.#id);
  }

  /** Removes the parts of an upload that failed, for which the store may charge otherwise. */
  async abort(): Promise<void> {
    if (this.#id === undefined) return;
    const request = { method: "DELETE", key: this.#key, query: { uploadId: this.#id } } as const;
    try {
      await this.#client.send(request, new AbortController().signal);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error; // the first error is reported
    }
  }

  async #send(): Promise<void> {
    this.#id ??= await this.#begin();
    const query = { partNumber: `${this.#parts.length + 1}`, uploadId: this.#id };
    const body = this.#part.subarray(0, this.#filled);
    const { headers } = await this.#client.send({ method: "PUT", key: this.#key, query, body });
    const tag = headers.get("etag") ?? "";
    if (tag === "") throw this.#client.failure("no tag of a part in the response");
    this.#parts.push({ tag, md5: md5(body) });
    this.#filled = 0;
  }

  async #begin(): Promise<string> {
    const query = { uploads: "" };
    const { text } = await this.#client.send({ method: "POST", key: this.#key, query });
    const root = parseS3Document(text);
    const id = root?.name === "InitiateMultipartUploadResult" ? root.get("UploadId") ?? "" : "";
    if (id === "") throw this.#client.failure("no upload ID in the response");
    return id;
  }

  async #complete(uploadId: string): Promise<string | undefined> {
    const parts = this.#parts.map(({ tag }, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`
    );
    const body = new TextEncoder().encode(
      `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`,
    );
    const request = { method: "POST", key: this.#key, query: { uploadId }, body } as const;
    let response: S3Response;
    try {
      response = await this.#client.send(request);
    } catch (error) {
      // An earlier attempt completed it, whose response was lost: the verification decides.
      const isRepeated = error instanceof S3Refusal && error.code === "NoSuchUpload" &&
        error.repeats > 0;
      if (!isRepeated) throw error;
      return undefined;
    }
    const root = parseS3Document(response.text);
    if (root?.name === "CompleteMultipartUploadResult") return toTag(root.get("ETag") ?? null);
    // The status is sent before the parts are joined: an error may follow it.
    throw root?.name === "Error"
      ? this.#client.refusal(response)
      : this.#client.failure("the end of the upload is not confirmed");
  }
}

/** Returns an entity tag without quotes. */
function toTag(header: string | null): string | undefined {
  return header?.replace(/^"|"$/g, "");
}

function md5(bytes: Uint8Array): Uint8Array {
  return createHash("md5").update(bytes).digest();
}

/** Returns the SHA-256 of a body of at most `bytes` bytes; of its first bytes if it has more. */
async function hashBody(body: ReadableStream<Uint8Array> | null, bytes: number): Promise<string> {
  const hash: Hash = createHash("sha256");
  let length = 0;
  for await (const chunk of body ?? []) {
    hash.update(chunk);
    length += chunk.length;
    if (length > bytes) break;
  }
  return hash.digest("hex");
}
