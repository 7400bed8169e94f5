/**
 * An object store of the S3 API in memory. Signatures are computed from the requests as they arrive, by
 * the published algorithm (AWS Signature Version 4), without the client's library.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { PemPair } from "../../lib/pki/mod.ts";
import { toPkcs8Label } from "../../lib/pki/pem.ts";

/** Credentials that the server accepts. */
export const S3_ENV = {
  AWS_ACCESS_KEY_ID: "AKIAIOSFODNN7EXAMPLE",
  AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  AWS_SESSION_TOKEN: "session/token+1",
};

/** A running object store. */
export interface S3Server extends AsyncDisposable {
  readonly url: string;
  /** Objects by bucket and key, joined by a slash. */
  readonly objects: Map<string, Uint8Array>;
  /** Uploads in parts that have not ended. */
  readonly uploads: Map<string, Uint8Array[]>;
  /** Methods of the requests, with the names of their queries. */
  readonly requests: string[];
  /** Responses that are sent instead of the next ones; undefined for the response of the store. */
  readonly failures: (Response | undefined)[];
}

/** Starts an object store with these buckets. */
export function startS3(
  buckets: readonly string[],
  { region = "us-east-1", hostname = "127.0.0.1", tls }: {
    readonly region?: string;
    readonly hostname?: string;
    /** Serves HTTPS with this certificate. */
    readonly tls?: PemPair;
  } = {},
): S3Server {
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Uint8Array[]>();
  const requests: string[] = [];
  const failures: (Response | undefined)[] = [];
  const tags = new Map<string, string>();
  const respond = async (request: Request): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(request.url);
    requests.push(`${request.method} ${[...query.keys()].join()}`.trim());
    const body = new Uint8Array(await request.arrayBuffer());
    const failure = failures.shift();
    if (failure !== undefined) return failure;
    if (!isSigned(request, body, region)) return refuse(403, "SignatureDoesNotMatch");
    const path = decodeURIComponent(pathname.slice(1));
    const [bucket = ""] = path.split("/");
    if (!buckets.includes(bucket)) return refuse(404, "NoSuchBucket");
    const upload = query.get("uploadId");
    if (request.method === "DELETE") {
      if (upload === null) objects.delete(path), tags.delete(path);
      else uploads.delete(upload);
      return new Response(null, { status: 204 });
    }
    if (request.method === "PUT" && upload !== null) {
      const parts = uploads.get(upload);
      if (parts === undefined) return refuse(404, "NoSuchUpload");
      parts[Number(query.get("partNumber")) - 1] = body;
      return new Response(null, { headers: { etag: `"${md5(body).toString("hex")}"` } });
    }
    if (request.method === "PUT") {
      objects.set(path, body);
      tags.set(path, `"${md5(body).toString("hex")}"`);
      return new Response(null, { headers: { etag: tags.get(path)! } });
    }
    if (request.method === "POST" && query.has("uploads")) {
      const id = `upload&${uploads.size + 1}`;
      uploads.set(id, []);
      return xml(
        `<InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
          `<UploadId>${id.replace("&", "&amp;")}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (request.method === "POST") {
      const parts = uploads.get(upload ?? "");
      if (parts === undefined) return refuse(404, "NoSuchUpload");
      const given = [...new TextDecoder().decode(body).matchAll(/<ETag>"(\w+)"<\/ETag>/g)];
      const digests = parts.map(md5);
      if (given.map(([, tag]) => tag).join() !== digests.map((one) => one.toString("hex")).join()) {
        // The real API answers so when the status has been sent already.
        return xml("<Error><Code>InvalidPart</Code></Error>");
      }
      uploads.delete(upload!);
      objects.set(path, Uint8Array.from(Buffer.concat(parts)));
      const tag = `"${md5(Buffer.concat(digests)).toString("hex")}-${parts.length}"`;
      tags.set(path, tag);
      return xml(
        `<CompleteMultipartUploadResult><ETag>${tag}</ETag></CompleteMultipartUploadResult>`,
      );
    }
    if (path.includes("/")) {
      const object = objects.get(path);
      if (object === undefined) return refuse(404, "NoSuchKey");
      const etag = tags.get(path) ?? `"${md5(object).toString("hex")}"`;
      return new Response(request.method === "HEAD" ? null : Uint8Array.from(object), {
        headers: { etag, "content-length": String(object.length) },
      });
    }
    const prefix = `${bucket}/${query.get("prefix") ?? ""}`;
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    // One key per page.
    const start = Number(query.get("continuation-token") ?? 0);
    const next = start + 1 < keys.length
      ? `<NextContinuationToken>${start + 1}</NextContinuationToken>`
      : "";
    const page = keys.slice(start, start + 1).map((key) =>
      `<Contents><Key>${key.slice(bucket.length + 1)}</Key></Contents>`
    );
    return xml(`<ListBucketResult>${page.join("")}${next}</ListBucketResult>`);
  };
  const certificate = tls === undefined ? {} : { cert: tls.crt, key: toPkcs8Label(tls.key) };
  const options = { port: 0, hostname, onListen: () => {}, ...certificate };
  const server = Deno.serve(options, respond);
  return {
    url: `${tls === undefined ? "http" : "https"}://${hostname}:${server.addr.port}`,
    ...{ objects, uploads, requests, failures },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function xml(text: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
}

function refuse(status: number, code: string): Response {
  return new Response(`<Error><Code>${code}</Code><Message>A &lt;reason&gt;.</Message></Error>`, {
    status,
  });
}

function md5(bytes: Uint8Array): Buffer {
  return createHash("md5").update(bytes).digest();
}

function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Whether the signature of a request is the one of {@linkcode S3_ENV}. */
function isSigned(request: Request, body: Uint8Array, region: string): boolean {
  const { headers, method } = request;
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;
  const found = pattern.exec(headers.get("authorization") ?? "");
  if (found === null) return false;
  const [, key, date, scope, names = "", signature = ""] = found;
  const isRequired = ["host", "x-amz-content-sha256", "x-amz-date", "x-amz-security-token"]
    .every((name) => names.split(";").includes(name));
  if (key !== S3_ENV.AWS_ACCESS_KEY_ID || scope !== region || !isRequired) return false;
  if (headers.get("x-amz-security-token") !== S3_ENV.AWS_SESSION_TOKEN) return false;
  if (headers.get("x-amz-content-sha256") !== hash(body)) return false;
  const url = new URL(request.url);
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const path = url.pathname.split("/").map((part) => encode(decodeURIComponent(part))).join("/");
  const query = [...url.searchParams].map((pair) => pair.map(encode).join("=")).toSorted().join(
    "&",
  );
  // HTTP/2 has no such header.
  const valueOf = (name: string) => name === "host" ? url.host : headers.get(name)?.trim();
  const lines = names.split(";").map((name) => `${name}:${valueOf(name)}\n`).join("");
  const canonical = [method, path, query, lines, names, hash(body)].join("\n");
  const digest = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", headers.get("x-amz-date"), `${date}/${scope}/s3/aws4_request`]
    .concat(digest).join("\n");
  const sign = (secret: string | Buffer, what: string) =>
    createHmac("sha256", secret).update(what).digest();
  const steps = [date!, scope!, "s3", "aws4_request", text];
  const own = steps.reduce<Buffer | string>(sign, `AWS4${S3_ENV.AWS_SECRET_ACCESS_KEY}`);
  return timingSafeEqual(Buffer.from(signature, "hex"), own as Buffer);
}
