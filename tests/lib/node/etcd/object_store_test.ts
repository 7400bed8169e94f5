/** Snapshots in an object store: signatures as published, parts, retries, failures. */
import { Buffer } from "node:buffer";
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { AwsV4Signer } from "aws4fetch";
import { OsctlError } from "../../../../lib/errors.ts";
import { PART_BYTES, S3Bucket } from "../../../../lib/node/etcd/snapshot/s3_bucket.ts";
import { parseS3Address, readS3Place } from "../../../../lib/node/etcd/snapshot/s3_settings.ts";
import { acceleratedClock, fakeSystem, wallClock } from "../../../helpers/fake_system.ts";
import { S3_ENV, startS3 } from "../../../helpers/s3_server.ts";

const NO_FLAGS = { s3Endpoint: "", s3Region: "" };

Deno.test("signatures equal the published ones", async () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const examples = [
    ["GET", "test.txt", { range: "bytes=0-9" }, empty, "f0e8bdb87c964420e857bd35b5d6ed31"],
    [
      ...["PUT", "test$file.text"],
      { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
      "98ad721746da40c64f1a55b78f14c238",
    ],
    ["GET", "?lifecycle", {}, empty, "fea454ca298b7da1c68078a5d1bdbfbb"],
    ["GET", "?max-keys=2&prefix=J", {}, empty, "34b48302e7b5fa45bde8084f4b7868a8"],
  ] as const;
  for (const [method, path, headers, digest, signature] of examples) {
    const signer = new AwsV4Signer({
      method: method as string,
      url: `https://examplebucket.s3.amazonaws.com/${path}`,
      headers: { ...headers as Record<string, string>, "x-amz-content-sha256": digest as string },
      service: "s3",
      region: "us-east-1",
      datetime: "20130524T000000Z",
      accessKeyId: S3_ENV.AWS_ACCESS_KEY_ID,
      secretAccessKey: S3_ENV.AWS_SECRET_ACCESS_KEY,
      allHeaders: true,
    });
    const { headers: signed } = await signer.sign();
    const authorization = signed.get("authorization") ?? "";
    ok(authorization.includes(`Signature=${signature}`), `${path}: ${authorization}`);
  }
});

Deno.test("objects of several parts are stored, and parts of failed ones removed", async () => {
  await using server = startS3(["backups"]);
  const system = fakeSystem({ clock: acceleratedClock(50), env: S3_ENV });
  const place = readS3Place({ ...NO_FLAGS, s3Endpoint: `${server.url}/` }, system.env);
  const bucket = await S3Bucket.open(system, "backups", place);
  const bytes = new Uint8Array(2 * PART_BYTES + 5).map((_, index) => index % 251);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 1_000_003) yield bytes.subarray(at, at + 1_000_003);
  }
  // The second part is repeated.
  const key = "a b+c/ö~*'(1)/x.db";
  const busy = () => new Response("<Error><Code>SlowDown</Code></Error>", { status: 503 });
  server.failures.push(busy(), busy());
  await bucket.store(key, chunks());
  ok(Buffer.from(bytes).equals(server.objects.get(`backups/${key}`)!));
  deepEqual(server.requests, [
    ...["POST uploads", "POST uploads", "POST uploads"],
    ...Array(3).fill("PUT partNumber,uploadId"),
    ...["POST uploadId", "HEAD"],
  ]);
  deepEqual(await bucket.list("a b+c/"), [key]);
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield bytes;
    throw new OsctlError("node", "the node restarted");
  }
  await rejects(bucket.store("broken.db", broken()), /the node restarted/);
  equal(server.uploads.size, 0);
  await bucket.store("small", (async function* () {})());
  equal(server.objects.get("backups/small")?.length, 0);
  await bucket.remove("small");
  deepEqual([...server.objects.keys()], [`backups/${key}`]);
  server.failures.push(...Array.from({ length: 5 }, busy));
  await rejects(bucket.remove("x"), /bucket "backups": SlowDown/);
  const moved = { status: 301, headers: { "x-amz-bucket-region": "eu-west-1" } };
  server.failures.push(new Response("<Error><Code>PermanentRedirect</Code></Error>", moved));
  await rejects(bucket.remove("x"), (error: OsctlError) => {
    equal(error.hint, "set the region with --s3-region eu-west-1");
    return true;
  });
  const other = await S3Bucket.open(system, "other", place);
  await rejects(other.list(""), /bucket "other": NoSuchBucket: A <reason>$/);
});

Deno.test("an object store that is unreachable or has no credentials is one line", async () => {
  const server = startS3([]);
  await server[Symbol.asyncDispose]();
  const place = { endpoint: server.url, region: "us-east-1" };
  const system = fakeSystem({ clock: acceleratedClock(200), env: S3_ENV });
  const bucket = await S3Bucket.open(system, "backups", place);
  await rejects(bucket.list(""), (error: OsctlError) => {
    match(error.message, /^object store http:\/\/127\.0\.0\.1:\d+: unreachable: .*refused[^\n]*$/);
    return true;
  });
  const env = { AWS_ACCESS_KEY_ID: "a" };
  const without = fakeSystem({ clock: wallClock, env });
  await rejects(S3Bucket.open(without, "b", place), /no credentials .*: AWS_SECRET_ACCESS_KEY$/);
});

Deno.test("addresses and endpoints are checked", () => {
  deepEqual(parseS3Address("s3://backups/lab/x.db"), { bucket: "backups", key: "lab/x.db" });
  deepEqual(parseS3Address("s3://backups/"), { bucket: "backups", key: "" });
  for (const wrong of ["s3://", "s3://backups", "s3://B/x", "s3://backups/../x", "s3://-a/x"]) {
    let error: unknown;
    try {
      parseS3Address(wrong);
    } catch (caught) {
      error = caught;
    }
    match(String(error), /invalid object/, wrong);
  }
  const env = (values: Record<string, string>) => ({ get: (name: string) => values[name] });
  deepEqual(readS3Place(NO_FLAGS, env({})), { endpoint: undefined, region: "us-east-1" });
  const given = env({ AWS_ENDPOINT_URL: "http://a:9/", AWS_DEFAULT_REGION: "eu-west-1" });
  deepEqual(readS3Place(NO_FLAGS, given), { endpoint: "http://a:9", region: "eu-west-1" });
  let error: unknown;
  try {
    readS3Place({ ...NO_FLAGS, s3Endpoint: "minio:9000" }, env({}));
  } catch (caught) {
    error = caught;
  }
  match(String(error), /invalid endpoint of the object store/);
});
